package dev.stowage.similarity;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * A share of the jobs of a side that is like all of them: every so manyth in the order of class and
 * work, from a random start. To toss a coin for each job would leave the work of the share to the
 * chance whether the few jobs that hold most of it are among them.
 *
 * <p>Source of systematic sampling: Madow, Annals of Mathematical Statistics 20(3), 1949.
 */
final class JobSubset {
    private JobSubset() {}

    /** What decides the place of a job. */
    private static final class Work {
        private final boolean isBatch;
        private double cpuSeconds;

        private Work(boolean isBatch) {
            this.isBatch = isBatch;
        }
    }

    /**
     * Reads the tasks of the side once, unless the share is 1.
     *
     * @param startMicros start of the window that work is counted in
     * @param share in (0, 1]
     */
    static LongPredicate of(
            ObservedWorkload side, long startMicros, long lengthMicros, double share, long seed) {
        LongPredicate isChosen = side.tasks().isChosen();
        if (share == 1) {
            return isChosen;
        }
        Map<Long, Work> work = work(side, startMicros, lengthMicros);
        Comparator<Map.Entry<Long, Work>> order =
                Comparator.comparing((Map.Entry<Long, Work> job) -> job.getValue().isBatch)
                        .thenComparingDouble(job -> job.getValue().cpuSeconds)
                        .thenComparing(Map.Entry::getKey);
        double sum = Seeds.uniform(seed, 0, 0);
        Set<Long> taken = new HashSet<>();
        for (Map.Entry<Long, Work> job : work.entrySet().stream().sorted(order).toList()) {
            double before = Math.floor(sum);
            sum += share;
            if (Math.floor(sum) > before) {
                taken.add(job.getKey());
            }
        }
        long[] sorted = taken.stream().mapToLong(Long::longValue).sorted().toArray();
        return id -> Arrays.binarySearch(sorted, id) >= 0;
    }

    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static Map<Long, Work> work(
            ObservedWorkload side, long startMicros, long lengthMicros) {
        Map<Long, Work> jobs = new HashMap<>();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = side.tasks().workload().open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    long since = batch.submitMicros[i] - startMicros;
                    if (since > lengthMicros) {
                        return jobs;
                    }
                    if (since < 0 || !side.tasks().isChosen().test(batch.jobId[i])) {
                        continue;
                    }
                    boolean isBatch = batch.taskClass[i] == TaskClass.BATCH.ordinal();
                    long duration = batch.durationMicros[i];
                    long left = lengthMicros - since;
                    long seen = duration == TaskBatch.NONE ? left : Math.min(left, duration);
                    jobs.computeIfAbsent(batch.jobId[i], id -> new Work(isBatch)).cpuSeconds +=
                            1e-12 * seen * batch.cpuMicroCores[i];
                }
            }
        }
        return jobs;
    }
}
