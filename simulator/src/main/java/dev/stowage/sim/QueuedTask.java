package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.policy.placement.TaskView;

/** The task that a policy is asked about; one object for the whole run, filled before each call. */
final class QueuedTask implements TaskView {
    private static final TaskClass[] CLASSES = TaskClass.values();

    private long cpuMicroCores;
    private long memoryBytes;
    private int priority;
    private byte taskClass;
    private long jobId;
    private int userId;

    void set(TaskBatch batch, int row) {
        cpuMicroCores = batch.cpuMicroCores[row];
        memoryBytes = batch.memoryBytes[row];
        priority = batch.priority[row];
        taskClass = batch.taskClass[row];
        jobId = batch.jobId[row];
        userId = batch.isPlain ? TaskSlots.NONE : batch.userId[row];
    }

    void set(TaskSlots slots, int slot) {
        cpuMicroCores = slots.cpuMicroCores(slot);
        memoryBytes = slots.memoryBytes(slot);
        priority = slots.priority(slot);
        taskClass = slots.taskClass(slot);
        jobId = slots.jobId(slot);
        userId = slots.userId(slot);
    }

    @Override
    public long cpuMicroCores() {
        return cpuMicroCores;
    }

    @Override
    public long memoryBytes() {
        return memoryBytes;
    }

    @Override
    public int priority() {
        return priority;
    }

    @Override
    public TaskClass taskClass() {
        return CLASSES[taskClass];
    }

    @Override
    public long jobId() {
        return jobId;
    }

    @Override
    public int userId() {
        return userId;
    }
}
