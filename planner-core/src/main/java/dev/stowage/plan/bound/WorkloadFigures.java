package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a workload asks for in all.
 *
 * @param tasks number of tasks
 * @param tooLarge tasks that no server of the planned type can hold, for whatever reason
 * @param shortages of what a server has too little for these; a task may be in several
 * @param openEnded tasks that were alive when the trace ended: they run until the run ends
 * @param firstSubmitMicros submit of the first task; 0 without tasks
 * @param lastSubmitMicros submit of the last task; 0 without tasks
 * @param coreHours CPU times duration of the tasks that end
 * @param gibHours memory times duration of the tasks that end
 * @param largestTask largest request, per dimension; not necessarily of one task
 * @param largestHeldTask the same of the tasks that a server of the planned type can hold
 * @param extras what tasks ask for besides CPU and memory
 */
public record WorkloadFigures(
        long tasks,
        long tooLarge,
        List<Shortage> shortages,
        long openEnded,
        long firstSubmitMicros,
        long lastSubmitMicros,
        double coreHours,
        double gibHours,
        Resources largestTask,
        Resources largestHeldTask,
        Extras extras) {
    /** Of a workload without tasks. */
    public static final WorkloadFigures NONE =
            new WorkloadFigures(0, 0, 0, 0, 0, 0, 0, Resources.NONE);

    /**
     * What servers of the planned type have too little of for some tasks.
     *
     * @param resource {@code cpu}, {@code memory}, {@code gpu}, {@code disk}, {@code network} or
     *     {@code constraints}
     * @param tasks that ask for more than a server has
     * @param asked the largest request in words; of constraints the first that is not met
     * @param has what a server has, in words
     */
    public record Shortage(String resource, long tasks, String asked, String has) {
        private String inWords() {
            return tasks
                    + (tasks == 1 ? " asks" : " ask")
                    + " for "
                    + asked
                    + ", a server has "
                    + has;
        }
    }

    /**
     * What tasks ask for besides CPU and memory.
     *
     * @param gpuTasks tasks that ask for GPUs
     * @param gpuHours GPUs times duration of the tasks that end
     * @param largestGpus largest request, GPUs
     * @param largestHeldGpus largest request of a task that a server of the planned type can hold,
     *     GPUs
     * @param diskTasks tasks that ask for disk
     * @param networkTasks tasks that ask for network bandwidth
     * @param constrainedTasks tasks that say where they may run
     */
    public record Extras(
            long gpuTasks,
            double gpuHours,
            double largestGpus,
            double largestHeldGpus,
            long diskTasks,
            long networkTasks,
            long constrainedTasks) {
        /** Of tasks that ask for nothing else. */
        public static final Extras NONE = new Extras(0, 0, 0, 0, 0, 0, 0);
    }

    public WorkloadFigures {
        shortages = List.copyOf(shortages);
    }

    /** Of tasks that ask for CPU and memory alone, without saying which of them is too little. */
    public WorkloadFigures(
            long tasks,
            long tooLarge,
            long openEnded,
            long firstSubmitMicros,
            long lastSubmitMicros,
            double coreHours,
            double gibHours,
            Resources largestTask) {
        this(
                tasks,
                tooLarge,
                List.of(),
                openEnded,
                firstSubmitMicros,
                lastSubmitMicros,
                coreHours,
                gibHours,
                largestTask,
                largestTask,
                Extras.NONE);
    }

    /** Counts a workload in one pass, for servers of one type. */
    public static WorkloadFigures of(Workload workload, ServerType type) {
        WorkloadCount count = new WorkloadCount(new HeldTasks(workload, type), type);
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    count.task(batch, i);
                }
            }
        }
        return count.figures();
    }

    /** Tasks that a server can hold. */
    long fitting() {
        return tasks - tooLarge;
    }

    /**
     * What a machine must hold to hold every task that a server of the planned type holds: the
     * largest requests of these, but no more than {@code server} has.
     */
    public Resources largestHeldBy(Resources server) {
        return new Resources(
                Math.min(largestHeldTask.cpuMicroCores(), server.cpuMicroCores()),
                Math.min(largestHeldTask.memoryBytes(), server.memoryBytes()));
    }

    /** Which size is missing, in a sentence: {@code 3 ask for 4 GPUs, a server has none.} */
    public String missing() {
        return shortages.stream().map(Shortage::inWords).collect(Collectors.joining("; ")) + ".";
    }
}
