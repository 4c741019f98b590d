package dev.stowage.rightsizing.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.replay.ReplayResult.Server;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a placement with new requests is safe, as far as the measurements can say.
 *
 * @param state the answer
 * @param causes why it isn't safe, or not known to be; the worst first
 * @param leaveAlone services on servers above capacity that use more at times than they would ask
 *     for, and less than they ask for now
 */
public record SizingVerdict(State state, List<Cause> causes, List<String> leaveAlone) {
    /** Leaks that run out of memory within a month are told with the other risks of a month. */
    private static final long MONTH_MICROS = 30 * SizingOptions.DAY_MICROS;

    private static final Set<Kind> ABOVE =
            EnumSet.of(Kind.CPU_ABOVE, Kind.MEMORY_ABOVE, Kind.HELD_OUT_ABOVE);

    public SizingVerdict {
        causes = List.copyOf(causes);
        leaveAlone = List.copyOf(leaveAlone);
    }

    /** The answer. */
    public enum State {
        /** Nothing that was measured speaks against it. */
        HOLDS,
        /** What was measured is not enough to say. */
        UNKNOWN,
        /** What was measured speaks against it. */
        NOT_SAFE
    }

    /** What speaks against it. */
    public enum Kind {
        /** Servers that are asked for more CPU than they have: what runs on them is slowed down. */
        CPU_ABOVE(State.NOT_SAFE),
        /** Servers that are asked for more memory than they have: replicas are killed. */
        MEMORY_ABOVE(State.NOT_SAFE),
        /** Services of which more replicas ran than are packed. */
        WITHOUT_PLACE(State.NOT_SAFE),
        /** Services that leak, and fill a server within a month. */
        RUNS_OUT(State.NOT_SAFE),
        /**
         * Services for which the same rule, used before the end of the recording, would have asked
         * servers for more than they have.
         */
        HELD_OUT_ABOVE(State.NOT_SAFE),
        /** Services whose measurements are in a wrong unit, it seems. */
        IMPLAUSIBLE(State.UNKNOWN),
        /** Servers that other ways to match replicas and items ask for more than they have. */
        MATCHING(State.UNKNOWN),
        /** Sized services of which replicas were killed for want of memory: they need more. */
        KILLED(State.UNKNOWN),
        /**
         * Services whose use rises, or took a step within the last week, and which are sized, or
         * use more than they go on to ask for.
         */
        CHANGED(State.UNKNOWN),
        /** Sized services with less than a week of history. */
        SHORT(State.UNKNOWN),
        /** Sized services of which too much of the time was not measured. */
        GAPS(State.UNKNOWN),
        /** No item was measured. */
        NOTHING(State.UNKNOWN);

        private final State state;

        Kind(State state) {
            this.state = state;
        }

        /** What it makes of the answer. */
        public State state() {
            return state;
        }
    }

    /**
     * A reason.
     *
     * @param kind what it is
     * @param names of servers or services
     */
    public record Cause(Kind kind, List<String> names) {
        public Cause {
            names = List.copyOf(names);
        }
    }

    /** True if a server is asked for more than it has, in the replay or in the held-out check. */
    @JsonIgnore
    public boolean isAbove() {
        return causes.stream().map(Cause::kind).anyMatch(ABOVE::contains);
    }

    /** True if nothing speaks against it. */
    @JsonIgnore
    public boolean holds() {
        return state == State.HOLDS;
    }

    /**
     * The verdict on a placement.
     *
     * @param heldOut null if nothing could be held out
     */
    public static SizingVerdict of(
            PlacementPlan plan,
            RightSizing sizing,
            ReplayResult replay,
            @Nullable HeldOutReplay heldOut) {
        List<Cause> causes = new ArrayList<>();
        add(causes, Kind.CPU_ABOVE, servers(replay, s -> s.cpu().aboveMicros() > 0));
        add(causes, Kind.MEMORY_ABOVE, servers(replay, s -> s.memory().aboveMicros() > 0));
        add(
                causes,
                Kind.WITHOUT_PLACE,
                replay.overflows().stream()
                        .filter(ReplayResult.Overflow::isTooMuch)
                        .map(ReplayResult.Overflow::service)
                        .toList());
        Set<String> full = onFullServers(plan, sizing, replay);
        add(
                causes,
                Kind.RUNS_OUT,
                services(sizing, s -> runsOut(s) || (s.isLeaking() && full.contains(s.name()))));
        List<String> late = heldOut == null ? List.of() : heldOut.services();
        add(causes, Kind.HELD_OUT_ABOVE, heldOut != null && heldOut.isAbove() ? late : List.of());
        add(causes, Kind.IMPLAUSIBLE, services(sizing, SizingVerdict::isImplausible));
        add(
                causes,
                Kind.MATCHING,
                replay.overloaded() > 0 ? List.of() : replay.matchings().servers());
        add(causes, Kind.KILLED, services(sizing, SizingVerdict::isKilled));
        add(causes, Kind.CHANGED, services(sizing, SizingVerdict::hasChanged));
        add(causes, Kind.SHORT, services(sizing, SizingVerdict::isShort));
        add(causes, Kind.GAPS, services(sizing, SizingVerdict::hasGaps));
        if (replay.isEmpty()) {
            causes.add(new Cause(Kind.NOTHING, List.of()));
        }
        State state = State.HOLDS;
        for (Cause cause : causes) {
            state = cause.kind.state.compareTo(state) > 0 ? cause.kind.state : state;
        }
        Set<String> alone = leaveAlone(plan, sizing, replay);
        services(sizing, s -> late.contains(s.name()) && s.resources().anyMatch(r -> isCut(r)))
                .forEach(alone::add);
        return new SizingVerdict(state, causes, services(sizing, s -> alone.contains(s.name())));
    }

    private static void add(List<Cause> causes, Kind kind, List<String> names) {
        if (!names.isEmpty()) {
            causes.add(new Cause(kind, names));
        }
    }

    private static List<String> servers(ReplayResult replay, Predicate<Server> which) {
        return replay.servers().stream().filter(which).map(Server::name).toList();
    }

    private static List<String> services(RightSizing sizing, Predicate<SizedService> which) {
        return sizing.services().stream().filter(which).map(SizedService::name).toList();
    }

    private static boolean runsOut(SizedService service) {
        Long full = service.memoryFullMicros();
        return full != null && full - service.history().lastMicros() <= MONTH_MICROS;
    }

    /** Services on servers that all leaks on them fill within a month. */
    private static Set<String> onFullServers(
            PlacementPlan plan, RightSizing sizing, ReplayResult replay) {
        Map<String, Double> slopes = new HashMap<>(); // by service
        sizing.services().stream()
                .filter(SizedService::isLeaking)
                .forEach(s -> slopes.put(s.name(), (double) s.memory().shape().perDay()));
        Map<String, Double> rises = new HashMap<>(); // by server
        for (PlacementPlan.Item item : plan.items()) {
            Double slope = slopes.get(item.service());
            if (slope != null && item.server() != null) {
                rises.merge(item.server(), slope, Double::sum);
            }
        }
        Set<String> full = new HashSet<>(); // servers
        for (Server server : replay.servers()) {
            Double rise = rises.get(server.name());
            double room = (double) server.memory().capacity() - server.memory().peak();
            if (rise != null && room <= rise * MONTH_MICROS / SizingOptions.DAY_MICROS) {
                full.add(server.name());
            }
        }
        Set<String> services = new HashSet<>();
        plan.items().stream()
                .filter(item -> full.contains(item.server()))
                .forEach(item -> services.add(item.service()));
        return services;
    }

    private static boolean isImplausible(SizedService service) {
        return service.resources().anyMatch(each -> each.likelyUnit() != null);
    }

    private static boolean isKilled(SizedService service) {
        return service.memory().isSized() && service.restarts().kills() > 0;
    }

    private static boolean hasChanged(SizedService service) {
        long last = service.history().lastMicros();
        return !service.isLeaking()
                && service.resources()
                        .filter(each -> each.isSized() || each.used() > each.after())
                        .anyMatch(each -> each.isRising() || !each.shape().isLevel(last));
    }

    private static boolean isShort(SizedService service) {
        return service.isSized() && service.history().spanMicros() < SizingOptions.WEEK_MICROS;
    }

    private static boolean hasGaps(SizedService service) {
        return service.resources()
                .anyMatch(r -> r.isSized() && r.coverage() < SizingOptions.DEFAULT_COVERAGE);
    }

    private static Set<String> leaveAlone(
            PlacementPlan plan, RightSizing sizing, ReplayResult replay) {
        Set<String> servers = new HashSet<>(servers(replay, s -> s.aboveShare() > 0));
        Set<String> on = new HashSet<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (servers.contains(item.server())) {
                on.add(item.service());
            }
        }
        return new HashSet<>(
                services(
                        sizing,
                        service ->
                                on.contains(service.name())
                                        && service.resources()
                                                .anyMatch(SizingVerdict::isTooSmall)));
    }

    private static boolean isCut(SizedResource resource) {
        return resource.isSized() && resource.after() < resource.before();
    }

    private static boolean isTooSmall(SizedResource resource) {
        return isCut(resource) && resource.use() != null && resource.use().max() > resource.after();
    }
}
