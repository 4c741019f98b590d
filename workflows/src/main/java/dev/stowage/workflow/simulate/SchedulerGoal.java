package dev.stowage.workflow.simulate;

import dev.stowage.basis.Check;
import dev.stowage.sim.profiled.ClusterResult;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler of profiled tasks has to hold beside that every task ends and none is refused.
 *
 * @param leastPerformance of any task over its run, above 0 and at most 1; null for no bound
 * @param p99WaitSeconds that 99 of 100 tasks do not exceed, at least 0; null for no bound
 */
public record SchedulerGoal(@Nullable Double leastPerformance, @Nullable Double p99WaitSeconds) {
    private static final double SAME = 1e-9;

    public SchedulerGoal {
        if (leastPerformance != null) {
            Check.positive("leastPerformance", leastPerformance);
            Check.inRange("leastPerformance", leastPerformance, 0, 1);
        }
        if (p99WaitSeconds != null) {
            Check.notNegative("p99WaitSeconds", p99WaitSeconds);
        }
    }

    /** True if a run holds it. */
    boolean isMet(ClusterResult run) {
        return run.refused() == 0
                && run.unfinished() == 0
                && (leastPerformance == null || run.leastPi() >= leastPerformance - SAME)
                && (p99WaitSeconds == null || run.p99WaitSeconds() <= p99WaitSeconds + SAME);
    }

    /** In words: {@code each task at 0.8 of its performance and 99 % of waits within 60 s}. */
    public String text() {
        List<String> parts = new ArrayList<>();
        if (leastPerformance != null) {
            parts.add(
                    "each task at "
                            + Figures.hundredths(leastPerformance)
                            + " of its performance at least");
        }
        if (p99WaitSeconds != null) {
            parts.add("99 of 100 waits within " + Amounts.seconds(p99WaitSeconds));
        }
        return String.join(" and ", parts);
    }
}
