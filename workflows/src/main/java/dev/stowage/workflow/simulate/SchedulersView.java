package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.sim.profiled.ClusterResult;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code schedulers.json} holds: schedulers of profiled tasks on one stream of arrivals. The
 * same bytes for the same input and seed.
 *
 * @param servers how many of which size
 * @param tasks that arrived
 * @param leftOut tasks that no scheduler got, by the reason
 * @param schedulers in the order asked for
 * @param notes what a person should know, one sentence each
 */
public record SchedulersView(
        String workload,
        String servers,
        long seed,
        long tasks,
        Map<String, Long> leftOut,
        List<Outcome> schedulers,
        List<String> notes) {
    /** Name of the file in a directory of such a study. */
    public static final String FILE = "schedulers.json";

    /**
     * What one scheduler came to. Performance is an index of 0 to 1: the rate of a task over its
     * rate on the whole server of the profiles.
     *
     * @param scheduler as it was asked for, every parameter said
     * @param isolation level of the servers
     * @param meanPerformance over running tasks and the time of the recording; null if none ran
     * @param leastPerformance of a task that ended, over its run; null if none did
     * @param cpuUsed share of the CPU of all servers, over that time
     * @param meanWaitSeconds of the tasks that started
     * @param serversInUse mean over that time
     * @param ended tasks that ended
     * @param refused tasks turned away
     * @param unfinished tasks that waited or ran after ten times that time
     */
    public record Outcome(
            String scheduler,
            String isolation,
            @Nullable Double meanPerformance,
            @Nullable Double leastPerformance,
            double cpuUsed,
            double meanWaitSeconds,
            double serversInUse,
            int ended,
            int refused,
            int unfinished,
            @JsonIgnore List<ClusterResult.Second> seconds) {
        static Outcome of(String scheduler, String isolation, ClusterResult run) {
            return new Outcome(
                    scheduler,
                    isolation,
                    finite(run.activePi()),
                    finite(run.leastPi()),
                    run.utilisation(),
                    run.meanWaitSeconds(),
                    run.serversInUse(),
                    run.ended(),
                    run.refused(),
                    run.unfinished(),
                    run.seconds());
        }

        private static @Nullable Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }

    public SchedulersView {
        schedulers = List.copyOf(schedulers);
        notes = List.copyOf(notes);
    }

    /** The headline: whose worst task does best, and how many tasks nobody got. */
    public String verdict() {
        long out = leftOut.values().stream().mapToLong(Long::longValue).sum();
        return best()
                + (out == 0
                        ? ""
                        : " "
                                + Figures.count(out)
                                + " of "
                                + Figures.count(out + tasks)
                                + " tasks are not in it: "
                                + String.join(
                                        ", ",
                                        leftOut.keySet().stream()
                                                .map(SchedulersView::spaced)
                                                .toList())
                                + ".");
    }

    /** A reason that is written in one word, as in "neverScheduled". */
    public static String spaced(String reason) {
        return reason.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private String best() {
        Outcome best = schedulers.get(0);
        for (Outcome each : schedulers) {
            if (least(each) > least(best)) {
                best = each;
            }
        }
        return best.leastPerformance() == null
                ? "No task ended under any scheduler."
                : "Under "
                        + best.scheduler().replaceFirst("\\[.*", "")
                        + " every task that ended had at least "
                        + hundredths(best.leastPerformance())
                        + " of its performance on the whole server"
                        + (schedulers.size() == 1 ? "." : "; under no other was it more.");
    }

    private static double least(Outcome outcome) {
        return outcome.leastPerformance() == null ? -1 : outcome.leastPerformance();
    }

    private static String hundredths(double share) {
        return String.format(Locale.ROOT, "%.2f", Math.floor(share * 100 + 1e-6) / 100);
    }
}
