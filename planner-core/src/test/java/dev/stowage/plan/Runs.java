package dev.stowage.plan;

import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Run summaries for tests. */
public final class Runs {
    private Runs() {}

    /**
     * Metrics of objectives that these runs have: their tasks don't contend, and their servers have
     * CPU and memory alone.
     */
    public static List<String> metrics() {
        List<String> metrics = new ArrayList<>(Objective.metrics());
        metrics.removeAll(Objective.contendedMetrics());
        metrics.removeIf(metric -> metric.matches("(gpu|disk|network)Allocated\\..*"));
        return metrics;
    }

    static RunSummary of(
            int servers,
            RunSummary.TaskCounts tasks,
            RunSummary.Distribution pendingSeconds,
            RunSummary.Utilisation utilisation) {
        return of(servers, tasks, pendingSeconds, pendingSeconds, utilisation, Optional.empty());
    }

    private static RunSummary of(
            int servers,
            RunSummary.TaskCounts tasks,
            RunSummary.Distribution pendingSeconds,
            RunSummary.Distribution queuedSeconds,
            RunSummary.Utilisation utilisation,
            Optional<RunSummary.Outages> outages) {
        return new RunSummary(
                "w",
                servers + "xs",
                Map.of("placement", "first-fit"),
                1,
                tasks,
                new RunSummary.RejectedByReason(tasks.rejected(), 0, 0),
                pendingSeconds,
                pendingSeconds,
                queuedSeconds,
                utilisation,
                new RunSummary.Fragmentation(0, 0),
                new RunSummary.ServersInUse(servers, servers),
                new RunSummary.Energy(0, true),
                0,
                null,
                Optional.empty(),
                outages,
                null,
                OptionalLong.empty(),
                Map.of(),
                List.of(),
                Map.of());
    }

    /** Everything finished at once, but all waits are {@code pendingSeconds}. */
    public static RunSummary waiting(int servers, double pendingSeconds) {
        double w = pendingSeconds;
        RunSummary.Level level = new RunSummary.Level(0.5, 0.5, 0.5, 0.5);
        return of(
                servers,
                new RunSummary.TaskCounts(10, 0, 10, 10, 0, 0, 0, 0),
                new RunSummary.Distribution(10, w, w, w, w, w, w),
                new RunSummary.Utilisation(level, level, Map.of()));
    }

    /**
     * As {@link #waiting}, and of evictions each costs an eighth of the work and 20 s of waiting.
     */
    static RunSummary evicting(int servers, long evictions) {
        double w = 20.0 * evictions;
        RunSummary.Level level = new RunSummary.Level(0.5, 0.5, 0.5, 0.5);
        double up = evictions == 0 ? 1 : 0.75;
        return of(
                servers,
                new RunSummary.TaskCounts(10, 0, 10, 10, evictions, 0, 0, 0),
                RunSummary.Distribution.EMPTY,
                new RunSummary.Distribution(10, w, w, w, w, w, w),
                new RunSummary.Utilisation(level, level, Map.of()),
                Optional.of(
                        new RunSummary.Outages(
                                evictions,
                                evictions,
                                0,
                                evictions,
                                8.0 * evictions,
                                0.125 * evictions,
                                0,
                                0,
                                servers * up,
                                up)));
    }

    /** {@code rejected} of ten tasks were rejected, the rest did not wait. */
    static RunSummary rejecting(int servers, long rejected) {
        RunSummary.Level level = new RunSummary.Level(0, 0, 0, 0);
        return of(
                servers,
                new RunSummary.TaskCounts(10, rejected, 10 - rejected, 10 - rejected, 0, 0, 0, 0),
                RunSummary.Distribution.EMPTY,
                new RunSummary.Utilisation(level, level, Map.of()));
    }
}
