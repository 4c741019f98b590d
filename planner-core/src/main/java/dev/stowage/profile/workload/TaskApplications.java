package dev.stowage.profile.workload;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
        /** Shares by application; they are divided by their sum. */
        public static Drawn of(Map<String, Double> shares, long seed) {
            TreeMap<String, Double> sorted = new TreeMap<>(shares);
            double sum = 0;
            for (double share : sorted.values()) {
                sum += Check.positive("share", share);
            }
            double[] upTo = new double[sorted.size()];
            double before = 0;
            int i = 0;
            for (double share : sorted.values()) {
                before += share / sum;
                upTo[i++] = before;
            }
            return new Drawn(
                    List.copyOf(sorted.keySet()), upTo, Seeds.mix(seed, "applications", 0));
        }

        @Override
        public int of(long jobId) {
            double drawn = Seeds.uniform(streamSeed, jobId, 0);
            int at = 0;
            while (at < upTo.length - 1 && drawn >= upTo[at]) {
                at++;
            }
            return at;
        }
    }
}
