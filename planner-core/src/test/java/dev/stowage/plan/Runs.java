package dev.stowage.plan;

import dev.stowage.run.RunSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Run summaries for tests. */
public final class Runs {
    private Runs() {}

    static RunSummary of(
            int servers,
            RunSummary.TaskCounts tasks,
            RunSummary.Distribution pendingSeconds,
            RunSummary.Utilisation utilisation) {
        return new RunSummary(
                "w",
                servers + "xs",
                Map.of("placement", "first-fit"),
                1,
                tasks,
                new RunSummary.RejectedByReason(tasks.rejected(), 0, 0),
                pendingSeconds,
                pendingSeconds,
                utilisation,
                new RunSummary.Fragmentation(0, 0),
                new RunSummary.ServersInUse(servers, servers),
                new RunSummary.Energy(0, true),
                0,
                null,
                Optional.empty(),
                Optional.empty(),
                null,
                Map.of(),
                List.of());
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
