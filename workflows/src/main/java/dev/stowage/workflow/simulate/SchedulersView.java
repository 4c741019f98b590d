package dev.stowage.workflow.simulate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.sim.profiled.ClusterResult;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** Why a task is left out: nothing says how its application performs. */
    public static final String WITHOUT_PROFILE = "without a profile";

    /**
     * What one scheduler came to. Performance is an index of 0 to 1: the rate of a task over its
     * rate on the whole server of the profiles.
     *
     * @param scheduler as it was asked for, every parameter said
     * @param isolation level of the servers
     * @param meanPerformance over running tasks and the time of the recording; null if none ran
     * @param leastPerformance of a task that ended, over its run; null if none did
     * @param cpuUsed share of the CPU of all servers, over that time
     * @param meanWaitSeconds of the tasks that started, and of those that still waited after ten
     *     times that time; refused tasks do not wait
     * @param p99WaitSeconds the least wait that 99 of 100 of these do not exceed
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
            double p99WaitSeconds,
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
                    run.p99WaitSeconds(),
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

    /**
     * The headline: who ended most tasks and, of those who ended as many, whose worst task does
     * best; and how many tasks nobody got.
     */
    public String verdict() {
        long out = leftOut.values().stream().mapToLong(Long::longValue).sum();
        return best()
                + (out == 0
                        ? ""
                        : " "
                                + Figures.count(out)
                                + " of "
                                + Figures.count(out + tasks)
                                + (out == 1 ? " tasks is" : " tasks are")
                                + " not in it: "
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
        Outcome best =
                schedulers.stream()
                        .max(
                                Comparator.comparingInt(Outcome::ended)
                                        .thenComparingDouble(SchedulersView::least))
                        .orElseThrow();
        return best.leastPerformance() == null
                ? "No task ended under any scheduler."
                : "Under "
                        + name(best)
                        + " "
                        + (best.ended() == tasks
                                ? "all " + Figures.count(tasks) + " tasks ended, each"
                                : Figures.count(best.ended())
                                        + " of "
                                        + Figures.count(tasks)
                                        + " tasks ended ("
                                        + missed(best)
                                        + "), those")
                        + " with at least "
                        + Figures.hundredths(best.leastPerformance())
                        + " of their performance on the whole server"
                        + others(best);
    }

    private static String missed(Outcome outcome) {
        List<String> parts = new ArrayList<>();
        if (outcome.refused() > 0) {
            parts.add(Figures.count(outcome.refused()) + " refused");
        }
        if (outcome.unfinished() > 0) {
            parts.add(Figures.count(outcome.unfinished()) + " left");
        }
        return String.join(", ", parts);
    }

    private String others(Outcome best) {
        if (schedulers.size() == 1) {
            return ".";
        }
        long asMany = schedulers.stream().filter(each -> each.ended() == best.ended()).count();
        if (asMany == 1) {
            return "; under no other did as many end.";
        }
        return asMany == schedulers.size()
                ? "; under no other was it more."
                : "; under no other that ended as many was it more.";
    }

    /** A scheduler without its parameters, unless another one here has the same name. */
    public String name(Outcome outcome) {
        return brief(outcome.scheduler(), schedulers.stream().map(Outcome::scheduler).toList());
    }

    /** The first without its parameters, unless another one of all has the same name. */
    static String brief(String scheduler, List<String> all) {
        boolean isAlone =
                all.stream().filter(each -> plain(each).equals(plain(scheduler))).count() == 1;
        return isAlone ? plain(scheduler) : scheduler;
    }

    private static String plain(String scheduler) {
        return scheduler.replaceFirst("\\[.*", "");
    }

    private static double least(Outcome outcome) {
        return outcome.leastPerformance() == null ? -1 : outcome.leastPerformance();
    }
}
