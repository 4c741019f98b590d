package dev.stowage.workflow.plan;

import dev.stowage.plan.CapacitySearch;
import dev.stowage.plan.SearchOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a plan would do, before it does it.
 *
 * @param scenario name of the scenario
 * @param facts what is asked, in words
 * @param tasks of the first replication; null if the workload is too large to look at first
 * @param replications on which a number of servers is judged; 1 where nothing is random
 * @param trial the run that was timed; null if none was
 * @param untimed why none was, in words; null if one was
 */
public record PlanOutlook(
        String scenario,
        Map<String, String> facts,
        @Nullable Long tasks,
        int replications,
        @Nullable Trial trial,
        @Nullable String untimed) {
    /** Shorter runs are timed a second time: the first one also loads the program. */
    private static final double SHORT_SECONDS = 2;

    public PlanOutlook {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * A run that was timed: the first replication on the number of servers that is tried first.
     *
     * @param servers that of the lower bound, or the most that may be tried
     * @param seconds what it took here and now
     * @param leastRuns runs that the search makes if that number is the answer, at least; more as a
     *     rule if it is not
     */
    public record Trial(int servers, double seconds, long leastRuns) {
        static Trial of(SearchOptions options, Runnable run) {
            double first = seconds(run);
            return new Trial(
                    CapacitySearch.first(options),
                    first < SHORT_SECONDS ? seconds(run) : first,
                    CapacitySearch.runsAtBound(options));
        }

        private static double seconds(Runnable run) {
            long start = System.nanoTime();
            run.run();
            return (System.nanoTime() - start) / 1e9;
        }

        /**
         * Estimate of the time of {@link #leastRuns}, if each takes what this one took and the
         * threads share them evenly.
         *
         * @param threads at least 1
         */
        public double leastSeconds(int threads) {
            return Math.ceil((double) leastRuns / threads) * seconds;
        }
    }
}
