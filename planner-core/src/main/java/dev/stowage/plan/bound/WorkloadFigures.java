package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.Workload;

/**
 * What a workload asks for in all.
 *
 * @param tasks number of tasks
 * @param tooLarge tasks that no server of the planned type can hold
 * @param openEnded tasks that were alive when the trace ended: they run until the run ends
 * @param firstSubmitMicros submit of the first task; 0 without tasks
 * @param lastSubmitMicros submit of the last task; 0 without tasks
 * @param coreHours CPU times duration of the tasks that end
 * @param gibHours memory times duration of the tasks that end
 * @param largestTask largest request, per dimension; not necessarily of one task
 */
public record WorkloadFigures(
        long tasks,
        long tooLarge,
        long openEnded,
        long firstSubmitMicros,
        long lastSubmitMicros,
        double coreHours,
        double gibHours,
        Resources largestTask) {
    private static final double MICROS_PER_HOUR = 3.6e9;

    /** Of a workload without tasks. */
    public static final WorkloadFigures NONE =
            new WorkloadFigures(0, 0, 0, 0, 0, 0, 0, Resources.NONE);

    /** Counts a workload in one pass, for servers of one size. */
    public static WorkloadFigures of(Workload workload, Resources server) {
        Counter counter = new Counter(server);
        TaskVisitor.visit(workload, counter);
        return counter.figures();
    }

    /** Tasks that a server can hold. */
    long fitting() {
        return tasks - tooLarge;
    }

    /**
     * What a machine must hold to hold every task that {@code server} holds: the largest requests,
     * but no more than the server has.
     */
    public Resources largestHeldBy(Resources server) {
        return new Resources(
                Math.min(largestTask.cpuMicroCores(), server.cpuMicroCores()),
                Math.min(largestTask.memoryBytes(), server.memoryBytes()));
    }

    private static final class Counter implements TaskVisitor {
        private final Resources server;
        private long tasks;
        private long tooLarge;
        private long openEnded;
        private long first;
        private long last;
        private double coreMicros;
        private double gibMicros;
        private long largestCpu;
        private long largestMemory;

        Counter(Resources server) {
            this.server = server;
        }

        @Override
        public void task(
                long submitMicros, long durationMicros, long cpuMicroCores, long memoryBytes) {
            if (tasks++ == 0) {
                first = submitMicros;
            }
            last = submitMicros;
            if (cpuMicroCores > server.cpuMicroCores() || memoryBytes > server.memoryBytes()) {
                tooLarge++;
            }
            if (durationMicros == TaskBatch.NONE) {
                openEnded++;
            } else {
                coreMicros += (double) durationMicros * cpuMicroCores;
                gibMicros += (double) durationMicros * memoryBytes;
            }
            largestCpu = Math.max(largestCpu, cpuMicroCores);
            largestMemory = Math.max(largestMemory, memoryBytes);
        }

        WorkloadFigures figures() {
            return new WorkloadFigures(
                    tasks,
                    tooLarge,
                    openEnded,
                    first,
                    last,
                    coreMicros / Resources.MICRO_CORES_PER_CORE / MICROS_PER_HOUR,
                    gibMicros / Resources.BYTES_PER_GIB / MICROS_PER_HOUR,
                    new Resources(largestCpu, largestMemory));
        }
    }
}
