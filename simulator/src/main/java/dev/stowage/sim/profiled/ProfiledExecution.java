package dev.stowage.sim.profiled;

import dev.stowage.isolation.Interference;
import dev.stowage.isolation.Interference.Placed;
import dev.stowage.isolation.IsolationLevel;
import dev.stowage.isolation.Neighbour;
import dev.stowage.isolation.ResourceWeights;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.TaskSlots;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Fidelity {@code profiled} where what a task has, or how fast it runs, follows from what else runs
 * on its server: slices that are made anew whenever a task comes or ends (provider-oriented
 * admission), the least slice that is free (the fallback of user-oriented admission), and tasks
 * that disturb each other as the isolation of their server lets them. A task runs at the
 * performance of its slice times what interference leaves, from event to event; it has its slice
 * and no more, whatever is spare. Who is unknown neither suffers nor disturbs. Ends are rounded up
 * to a microsecond.
 *
 * <p>O(tasks of the server) for a start or an end, O(tasks²) with interference. Source: Sfakianakis
 * 2023, sections 2.3.1 and 2.6.
 */
public final class ProfiledExecution implements Execution {
    private static final double DONE = 1e-3; // microseconds
    private static final int SERVER_BITS = 28;
    private static final long SERVER_MASK = (1L << SERVER_BITS) - 1;
    private static final long NO_KEY = -1;
    private static final double LONGEST_MICROS = 1e17;

    private static final Neighbour UNKNOWN =
            new Neighbour(
                    "unknown",
                    ResourceWeights.NONE,
                    ResourceWeights.NONE,
                    Map.of(),
                    1,
                    "nothing is known");

    /**
     * What is asked.
     *
     * @param sharing what a provider makes most of; null: tasks have slices of their own
     * @param fallback performance index for which a task takes a slice that is free if its own is
     *     not; 0 = it waits
     * @param levels of isolation, by server; null where tasks do not disturb each other
     * @param neighbours by application, what it suffers and does on its server; who is not there
     *     neither suffers nor disturbs
     */
    public record Asked(
            @Nullable SharedServers sharing,
            double fallback,
            List<@Nullable IsolationLevel> levels,
            List<Map<String, Neighbour>> neighbours) {}

    private static final class Running {
        final int slot;
        final long sequence;
        final @Nullable ApplicationProfile profile;
        double leftMicros; // at a performance of 1, or of the slice where that never changes
        double pi = 1; // of its slice, where slices change
        double rate; // with what interference leaves

        Running(int slot, long sequence, @Nullable ApplicationProfile profile, double leftMicros) {
            this.slot = slot;
            this.sequence = sequence;
            this.profile = profile;
            this.leftMicros = leftMicros;
        }

        boolean standsStill() {
            return leftMicros < LONGEST_MICROS && leftMicros > rate * LONGEST_MICROS;
        }

        String name() {
            return profile == null ? "" : profile.name();
        }
    }

    private final TaskSlots slots;
    private final Cluster cluster;
    private final SlicedWorkload workload;
    private final Asked asked;
    private final SlicedServer server;
    private final List<List<Running>> running = new ArrayList<>();
    private final long[] sinceMicros; // to which what is left was brought, by server
    private final long[] eventKey; // of the event that counts, by server
    private final LadderQueue events = new LadderQueue();
    private final Deque<Running> due = new ArrayDeque<>();
    private long eventsMade;
    private long starts;

    public ProfiledExecution(
            TaskSlots slots, Cluster cluster, SlicedWorkload workload, Asked asked) {
        this.slots = slots;
        this.cluster = cluster;
        this.workload = workload;
        this.asked = asked;
        server = workload.server();
        sinceMicros = new long[cluster.size()];
        eventKey = new long[cluster.size()];
        for (int i = 0; i < cluster.size(); i++) {
            running.add(new ArrayList<>());
            eventKey[i] = NO_KEY;
        }
    }

    @Override
    public boolean resizes() {
        return asked.sharing() != null || asked.fallback() > 0;
    }

    @Override
    public OptionalLong standingStill() {
        return OptionalLong.of(
                running.stream().flatMap(List::stream).filter(Running::standsStill).count());
    }

    // --- what tasks have ---

    @Override
    public void makeRoom(int slot, int at, long nowMicros) {
        advance(at, nowMicros);
        ApplicationProfile profile = workload.profileOf(slots.jobId(slot));
        if (asked.fallback() > 0 && profile != null && !hasRoom(slot, at)) {
            fallBack(slot, at, profile);
        }
        long duration = slots.durationMicros(slot);
        running.get(at)
                .add(
                        new Running(
                                slot,
                                starts++,
                                profile,
                                duration == TaskBatch.NONE ? Double.POSITIVE_INFINITY : duration));
        if (asked.sharing() != null) {
            share(at, asked.sharing());
        }
    }

    private boolean hasRoom(int slot, int at) {
        return cluster.freeMicroCores(at) >= slots.cpuMicroCores(slot)
                && cluster.freeBytes(at) >= slots.memoryBytes(slot);
    }

    private void fallBack(int slot, int at, ApplicationProfile profile) {
        Slice slice = least(profile, at);
        if (slice == null) {
            throw new IllegalStateException("no slice for a task that was placed");
        }
        Slice before = slice(slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        long duration = slots.durationMicros(slot);
        if (duration != TaskBatch.NONE) {
            double ratio = profile.performance().at(before) / profile.performance().at(slice);
            slots.setDurationMicros(slot, (long) Math.ceil(duration * ratio));
        }
        slots.setRequest(slot, cpu(slice), memory(slice));
    }

    /** The least slice that meets the target of a fallback and is free; null if there is none. */
    @Nullable Slice least(ApplicationProfile profile, int at) {
        Slice free = slice(cluster.freeMicroCores(at), cluster.freeBytes(at));
        if (profile.performance().at(free) < asked.fallback() - 1e-9) {
            return null;
        }
        List<Slice> found =
                LeastSlices.within(profile.performance(), server, asked.fallback(), free);
        return found.isEmpty() ? null : found.get(0);
    }

    private Slice slice(long cpuMicroCores, long memoryBytes) {
        return new Slice(
                server.share(0, (double) cpuMicroCores / Resources.MICRO_CORES_PER_CORE),
                server.share(1, (double) memoryBytes / Resources.BYTES_PER_GIB),
                1);
    }

    private long cpu(Slice slice) {
        return whole(slice.cpu() * server.cores() * Resources.MICRO_CORES_PER_CORE);
    }

    private long memory(Slice slice) {
        return whole(slice.memory() * server.memoryGib() * Resources.BYTES_PER_GIB);
    }

    /** Rounded down, so that slices of all of a server are no more than it has. */
    private static long whole(double amount) {
        return (long) Math.floor(amount + 1e-4);
    }

    /** Gives all tasks of a server their slices anew; one that comes is not placed yet. */
    private void share(int at, SharedServers sharing) {
        List<Running> here = running.get(at);
        List<Running> sorted =
                here.stream()
                        .sorted(
                                Comparator.comparing(Running::name)
                                        .thenComparingLong(each -> each.sequence))
                        .toList();
        List<Slice> slices =
                sharing.settle(
                        at,
                        sorted.stream().map(each -> Objects.requireNonNull(each.profile)).toList());
        for (Running each : sorted) {
            if (slots.server(each.slot) == at) {
                cluster.release(at, slots.cpuMicroCores(each.slot), slots.memoryBytes(each.slot));
            }
        }
        for (int i = 0; i < sorted.size(); i++) {
            Running each = sorted.get(i);
            Slice slice = slices.get(i);
            slots.setRequest(each.slot, cpu(slice), memory(slice));
            each.pi = Objects.requireNonNull(each.profile).performance().at(slice);
            if (slots.server(each.slot) == at) {
                cluster.place(at, cpu(slice), memory(slice));
            }
        }
    }

    // --- how fast they run ---

    @Override
    public void start(int slot, int at, long nowMicros) {
        settle(at, nowMicros);
    }

    @Override
    public void left(int at, long nowMicros) {
        if (cluster.tasks(at) == running.get(at).size()) { // all that end now have left
            if (asked.sharing() != null) {
                share(at, asked.sharing());
            }
            settle(at, nowMicros);
        }
    }

    /** Computes the rates of the tasks of a server, which was advanced, and what ends first. */
    private void settle(int at, long nowMicros) {
        List<Running> here = running.get(at);
        IsolationLevel level = asked.levels().get(at);
        List<Placed> placed = level == null ? List.of() : placed(here, asked.neighbours().get(at));
        double first = Double.POSITIVE_INFINITY;
        for (int i = 0; i < here.size(); i++) {
            Running each = here.get(i);
            each.rate = each.pi * (level == null ? 1 : Interference.left(placed, i, level));
            if (each.rate > 0) {
                first = Math.min(first, Math.max(0, each.leftMicros) / each.rate);
            }
        }
        eventKey[at] = NO_KEY;
        if (first < LONGEST_MICROS) {
            eventKey[at] = (eventsMade++ << SERVER_BITS) | at;
            events.add(nowMicros + (long) Math.ceil(first - DONE), eventKey[at]);
        }
    }

    /** Each in a slice of its own. */
    private static List<Placed> placed(List<Running> here, Map<String, Neighbour> neighbours) {
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < here.size(); i++) {
            placed.add(new Placed(neighbours.getOrDefault(here.get(i).name(), UNKNOWN), i));
        }
        return placed;
    }

    /** Brings what is left of the tasks of a server to a time. */
    private void advance(int at, long nowMicros) {
        for (Running each : running.get(at)) {
            each.leftMicros -= each.rate * (nowMicros - sinceMicros[at]);
        }
        sinceMicros[at] = nowMicros;
    }

    @Override
    public void cut(int slot, int at, long nowMicros) {
        throw new IllegalStateException("a task of a profiled run lost its server");
    }

    @Override
    public long nextMicros() {
        while (events.peekTime() != LadderQueue.NONE
                && eventKey[(int) (events.peekKey() & SERVER_MASK)] != events.peekKey()) {
            events.poll();
        }
        return events.peekTime();
    }

    @Override
    public int pollEnd(long nowMicros) {
        if (due.isEmpty()) {
            collect(nowMicros);
        }
        return due.isEmpty() ? NONE : due.removeFirst().slot;
    }

    /** Takes off all that ends now, on all servers, in the order of their starts. */
    private void collect(long nowMicros) {
        List<Running> ended = new ArrayList<>();
        while (nextMicros() == nowMicros) {
            int at = (int) (events.poll() & SERVER_MASK);
            eventKey[at] = NO_KEY;
            advance(at, nowMicros);
            List<Running> here = running.get(at);
            int before = here.size();
            for (Running each : here) {
                if (each.leftMicros <= DONE) {
                    ended.add(each);
                }
            }
            here.removeIf(each -> each.leftMicros <= DONE);
            if (here.size() == before) { // rounding: it takes a microsecond more
                settle(at, nowMicros);
            }
        }
        ended.sort(Comparator.comparingLong(each -> each.sequence));
        due.addAll(ended);
    }

    @Override
    public long leftMicros(int slot, int at, long nowMicros) {
        for (Running each : running.get(at)) {
            if (each.slot == slot && each.leftMicros < LONGEST_MICROS) {
                double left = each.leftMicros - each.rate * (nowMicros - sinceMicros[at]);
                return (long) Math.ceil(Math.max(0, left));
            }
        }
        return TaskBatch.NONE;
    }
}
