package dev.stowage.sim.execution;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import org.HdrHistogram.Histogram;

/**
 * Used / requested CPU and memory over the measured tasks of a workload, by class: percentiles,
 * mean and variance. A task counts where its use is known and its request is not 0; its CPU use is
 * the measured mean, its memory use the measured maximum. Read in one pass; memory does not depend
 * on the number of tasks.
 */
public final class MeasuredUse {
    private static final double MILLIONTHS = 1e6;
    private static final double MOST = 1e12; // of a ratio in millionths; more is not told apart

    /** No task at all. */
    public static final MeasuredUse NOTHING = new MeasuredUse();

    /** Of one resource. */
    private static final class Ratios {
        final Histogram[] byClass = new Histogram[TaskClass.values().length];
        final long[] most = new long[byClass.length]; // in millionths
        long count;
        double sum; // of ratios cut at 1
        double squares;

        Ratios() {
            java.util.Arrays.setAll(byClass, i -> new Histogram(3));
        }

        void add(byte taskClass, long used, long requested) {
            if (used == TaskBatch.NONE || requested == 0) {
                return;
            }
            double ratio = (double) used / requested;
            long millionths = (long) Math.ceil(Math.min(MOST, ratio * MILLIONTHS));
            byClass[taskClass].recordValue(millionths);
            most[taskClass] = Math.max(most[taskClass], millionths);
            double cut = Math.min(1, ratio);
            count++;
            sum += cut;
            squares += cut * cut;
        }

        BetaQuantiles beta() {
            double mean = sum / count;
            return BetaQuantiles.of(mean, count < 2 ? 0 : (squares - sum * mean) / (count - 1));
        }

        /** NaN if no task of the class was measured. */
        double percentile(int taskClass, int percentile) {
            Histogram ratios = byClass[taskClass];
            return ratios.getTotalCount() == 0
                    ? Double.NaN
                    : Math.min(most[taskClass], ratios.getValueAtPercentile(percentile))
                            / MILLIONTHS;
        }
    }

    private final Ratios cpu = new Ratios();
    private final Ratios memory = new Ratios();
    private long tasks;
    private long measured;

    private MeasuredUse() {}

    /** Reads a workload. */
    public static MeasuredUse of(Workload workload) {
        MeasuredUse use = new MeasuredUse();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                use.add(batch);
            }
        }
        return use;
    }

    private void add(TaskBatch batch) {
        tasks += batch.size;
        if (batch.isPlain) {
            return;
        }
        for (int row = 0; row < batch.size; row++) {
            long cpuUsed = batch.cpuUsedMicroCores[row];
            long memoryUsed = batch.memoryUsedBytes[row];
            if (cpuUsed != TaskBatch.NONE || memoryUsed != TaskBatch.NONE) {
                measured++;
            }
            cpu.add(batch.taskClass[row], cpuUsed, batch.cpuMicroCores[row]);
            memory.add(batch.taskClass[row], memoryUsed, batch.memoryBytes[row]);
        }
    }

    /** Tasks of the workload. */
    public long tasks() {
        return tasks;
    }

    /** Tasks of which at least one use is known. */
    public long measured() {
        return measured;
    }

    /** True if neither ratio is known of any task. */
    public boolean hasNoRatios() {
        return cpu.count == 0 && memory.count == 0;
    }

    /** A percentile of used / requested CPU in a class; NaN if none of its tasks was measured. */
    public double cpuRatio(int taskClass, int percentile) {
        return cpu.percentile(taskClass, percentile);
    }

    /** The same of memory. */
    public double memoryRatio(int taskClass, int percentile) {
        return memory.percentile(taskClass, percentile);
    }

    /** The Beta distribution of used / requested CPU (cut at 1); all 1 if nothing was measured. */
    BetaQuantiles cpuBeta() {
        return cpu.count == 0 ? BetaQuantiles.of(1, 0) : cpu.beta();
    }

    /** The same of memory. */
    BetaQuantiles memoryBeta() {
        return memory.count == 0 ? BetaQuantiles.of(1, 0) : memory.beta();
    }
}
