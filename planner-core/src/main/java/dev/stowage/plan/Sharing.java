package dev.stowage.plan;

import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.run.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several workloads on the same servers: what that saves against servers for each, and which of
 * them misses its bounds first where there are fewer.
 *
 * @param workloads in the order of the scenario
 * @param apart servers of all together, were each planned for by itself; null if one of these plans
 *     is not met, or of several kinds of servers
 * @param saved by sharing: apart - planned, below 0 where sharing takes more; null if one of both
 *     is not met
 * @param savedAtLeast lower limit of what sharing saves of the servers that the share asked for of
 *     all windows needs; null without limits
 * @param savedAtMost upper limit
 * @param level at which both limits hold; null without limits
 * @param first who misses first; null if nobody misses a bound of its own where it was tried
 */
public record Sharing(
        List<OfOne> workloads,
        @Nullable Integer apart,
        @Nullable Integer saved,
        @Nullable Integer savedAtLeast,
        @Nullable Integer savedAtMost,
        @Nullable Double level,
        @Nullable First first) {
    /**
     * One of the workloads.
     *
     * @param name in the scenario
     * @param source where its tasks come from, in words
     * @param seed root of its draws: a plan for it alone with this seed has the same windows
     * @param startSeconds when its clock begins on the common one
     * @param tasks of its first replication
     * @param coreHours of its first replication
     * @param firstSubmitSeconds on the common clock
     * @param lastSubmitSeconds on the common clock
     * @param alone servers of a plan for it alone; the largest number tried if that is not met;
     *     null of several kinds of servers
     * @param aloneMet true if the objective holds on them; null as {@code alone}
     * @param fewer what it misses on fewer servers than are planned for all, the most first
     */
    public record OfOne(
            String name,
            String source,
            long seed,
            double startSeconds,
            long tasks,
            double coreHours,
            double firstSubmitSeconds,
            double lastSubmitSeconds,
            @Nullable Integer alone,
            @Nullable Boolean aloneMet,
            List<Missed> fewer) {
        public OfOne {
            fewer = List.copyOf(fewer);
        }
    }

    /**
     * How often a workload misses a bound of its own.
     *
     * @param servers fewer than are planned
     * @param metric the one that misses in the most replications
     * @param missed replications in which it does
     * @param replications that were made
     */
    public record Missed(int servers, String metric, int missed, int replications) {}

    /**
     * Who misses first.
     *
     * @param workloads names; several if they miss in as many replications
     * @param servers the most on which one of them does
     */
    public record First(List<String> workloads, int servers) {
        public First {
            workloads = List.copyOf(workloads);
        }
    }

    /**
     * What is known of one of the workloads.
     *
     * @param source in words
     * @param startSeconds when its clock begins
     * @param demand of its first replication, on its own clock
     * @param found servers of its own; empty of several kinds of servers
     */
    public record Alone(
            String name,
            String source,
            long seed,
            double startSeconds,
            WorkloadFigures demand,
            Optional<SearchResult> found) {}

    public Sharing {
        workloads = List.copyOf(workloads);
    }

    /**
     * The level of the limits of one number of servers, such that those of all hold together: the
     * risk is divided among them (Bonferroni).
     *
     * @param numbers how many numbers of servers there are
     */
    public static double levelOfEach(double level, int numbers) {
        return 1 - (1 - level) / numbers;
    }

    /**
     * Beside the plan for all.
     *
     * @param level at which the limits of all numbers of servers hold together
     */
    public static Sharing of(List<Alone> each, SearchResult shared, double level) {
        List<OfOne> workloads = each.stream().map(one -> ofOne(one, shared)).toList();
        boolean isApart =
                each.stream().allMatch(one -> one.found().filter(SearchResult::met).isPresent());
        List<SearchResult> apart = each.stream().flatMap(one -> one.found().stream()).toList();
        Integer servers =
                isApart
                        ? Integer.valueOf(apart.stream().mapToInt(SearchResult::servers).sum())
                        : null;
        Integer saved = servers == null || !shared.met() ? null : servers - shared.servers();
        List<NeedLimits> ofEach = apart.stream().flatMap(one -> limits(one).stream()).toList();
        NeedLimits ofAll = limits(shared).orElse(null);
        Integer atLeast = null;
        Integer atMost = null;
        if (saved != null
                && ofAll != null
                && ofEach.size() == each.size()
                && !shared.confidence().exact()) {
            atLeast = difference(leastOf(ofEach), ofAll.most());
            atMost = difference(mostOf(ofEach), ofAll.least());
        }
        return new Sharing(
                workloads,
                servers,
                saved,
                atLeast,
                atMost,
                atLeast == null && atMost == null ? null : level,
                first(workloads, shared));
    }

    private static @Nullable Integer difference(@Nullable Integer of, @Nullable Integer less) {
        return of == null || less == null ? null : of - less;
    }

    /** Where nothing is drawn, the number that was found. */
    private static Optional<NeedLimits> limits(SearchResult found) {
        return found.confidence().exact()
                ? Optional.of(new NeedLimits(found.servers(), found.servers()))
                : found.between();
    }

    private static Integer leastOf(List<NeedLimits> apart) {
        return apart.stream().mapToInt(NeedLimits::least).sum();
    }

    private static @Nullable Integer mostOf(List<NeedLimits> apart) {
        int sum = 0;
        for (NeedLimits one : apart) {
            Integer most = one.most();
            if (most == null) {
                return null;
            }
            sum += most;
        }
        return sum;
    }

    private static OfOne ofOne(Alone one, SearchResult shared) {
        WorkloadFigures demand = one.demand();
        return new OfOne(
                one.name(),
                one.source(),
                one.seed(),
                one.startSeconds(),
                demand.tasks(),
                demand.coreHours(),
                demand.firstSubmitMicros() / 1e6,
                demand.lastSubmitMicros() / 1e6,
                one.found().map(SearchResult::servers).orElse(null),
                one.found().map(SearchResult::met).orElse(null),
                fewer(one.name(), shared));
    }

    private static List<Missed> fewer(String name, SearchResult shared) {
        List<Missed> fewer = new ArrayList<>();
        for (CurvePoint point : shared.curve()) {
            if (point.servers() < shared.servers()) {
                point.missed().entrySet().stream()
                        .filter(metric -> isOf(name, metric.getKey()))
                        .max(Map.Entry.comparingByValue())
                        .ifPresent(
                                most ->
                                        fewer.add(
                                                new Missed(
                                                        point.servers(),
                                                        most.getKey(),
                                                        most.getValue(),
                                                        point.replications())));
            }
        }
        fewer.sort(Comparator.comparingInt(Missed::servers).reversed());
        return fewer;
    }

    private static boolean isOf(String name, String metric) {
        String part = Metric.named(metric).map(Metric::part).orElse("");
        String own = "workload=" + name;
        return part.equals(own) || part.startsWith(own + ",");
    }

    private static @Nullable First first(List<OfOne> workloads, SearchResult shared) {
        for (int servers = shared.servers() - 1; servers > 0; servers--) {
            int at = servers;
            int most =
                    workloads.stream()
                            .map(one -> missedOn(at, one))
                            .filter(Objects::nonNull)
                            .mapToInt(Missed::missed)
                            .max()
                            .orElse(0);
            if (most == 0) {
                continue;
            }
            List<String> names =
                    workloads.stream()
                            .filter(
                                    one -> {
                                        Missed missed = missedOn(at, one);
                                        return missed != null && missed.missed() == most;
                                    })
                            .map(OfOne::name)
                            .toList();
            return new First(names, servers);
        }
        return null;
    }

    private static @Nullable Missed missedOn(int servers, OfOne one) {
        return one.fewer().stream()
                .filter(missed -> missed.servers() == servers)
                .findFirst()
                .orElse(null);
    }
}
