package dev.stowage.profile.workload;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which application the tasks of a job run. Hot: asked for every task, without allocation. */
public sealed interface TaskApplications {
    /** No known application. */
    int NONE = -1;

    /** Names of the applications; the numbers below count from 0 in this order. */
    List<String> names();

    /** Number of the application of a job, or {@link #NONE}. */
    int of(long jobId);

    /** By the number of the job, as a mapping says. O(log jobs). */
    @SuppressWarnings("ArrayRecordComponent") // sorted once, never handed out
    record ByJob(List<String> names, long[] jobs, int[] applications) implements TaskApplications {
        /** The applications by job. */
        public static ByJob of(Map<Long, String> byJob) {
            TreeMap<Long, String> sorted = new TreeMap<>(byJob);
            List<String> names = sorted.values().stream().distinct().sorted().toList();
            return new ByJob(
                    names,
                    sorted.keySet().stream().mapToLong(Long::longValue).toArray(),
                    sorted.values().stream().mapToInt(names::indexOf).toArray());
        }

        /** Jobs that are named, and not among these. O(jobs). */
        List<Long> without(Set<Long> seen) {
            return Arrays.stream(jobs).boxed().filter(job -> !seen.contains(job)).toList();
        }

        @Override
        public int of(long jobId) {
            int at = Arrays.binarySearch(jobs, jobId);
            return at < 0 ? NONE : applications[at];
        }
    }

    /**
     * Drawn for each job, in these shares, from its number and a seed: what stands for a trace that
     * does not say what its jobs run. O(applications).
     */
    @SuppressWarnings("ArrayRecordComponent") // made once, never handed out
    record Drawn(List<String> names, double[] upTo, long streamSeed) implements TaskApplications {
        /** Sums that differ from 1 by less are 1: shares are written with few digits. */
        private static final double ROUNDING = 1e-9;

        /**
         * Shares of all jobs by application; what they leave of 1 runs none that is known.
         *
         * @throws IllegalArgumentException if they sum to more than 1
         */
        public static Drawn of(Map<String, Double> shares, long seed) {
            TreeMap<String, Double> sorted = new TreeMap<>(shares);
            double[] upTo = new double[sorted.size()];
            double sum = 0;
            int i = 0;
            for (double share : sorted.values()) {
                sum += Check.positive("share", share);
                upTo[i++] = sum;
            }
            if (sum > 1 + ROUNDING) {
                throw new IllegalArgumentException("shares sum to " + sum + ", expected 1 at most");
            }
            if (sum > 1 - ROUNDING) {
                upTo[i - 1] = 1;
            }
            return new Drawn(
                    List.copyOf(sorted.keySet()), upTo, Seeds.mix(seed, "applications", 0));
        }

        @Override
        public int of(long jobId) {
            double drawn = Seeds.uniform(streamSeed, jobId, 0);
            int at = 0;
            while (at < upTo.length && drawn >= upTo[at]) {
                at++;
            }
            return at < upTo.length ? at : NONE;
        }
    }
}
