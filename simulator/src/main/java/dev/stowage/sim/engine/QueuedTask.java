package dev.stowage.sim.engine;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.policy.placement.TaskView;
import org.jspecify.annotations.Nullable;

/** The task that a policy is asked about; one object for the whole run, filled before each call. */
public final class QueuedTask implements TaskView {
    private long cpuMicroCores;
    private long memoryBytes;
    private long jobId;
    private int userId;
    private boolean isPlain = true;

    // of a task that is not plain
    private long gpuMicros;
    private long diskBytes;
    private long networkBitsPerSecond;
    private @Nullable PlacementConstraints constraints;

    public void set(TaskBatch batch, int row) {
        cpuMicroCores = batch.cpuMicroCores[row];
        memoryBytes = batch.memoryBytes[row];
        jobId = batch.jobId[row];
        userId = batch.isPlain ? TaskSlots.NONE : batch.userId[row];
        isPlain = SlotDemands.isPlain(batch, row);
        if (!isPlain) {
            gpuMicros = batch.gpuMicros[row];
            diskBytes = batch.diskBytes[row];
            networkBitsPerSecond = batch.networkBitsPerSecond[row];
            constraints = batch.constraints[row];
        }
    }

    public void set(TaskSlots slots, int slot) {
        cpuMicroCores = slots.cpuMicroCores(slot);
        memoryBytes = slots.memoryBytes(slot);
        jobId = slots.jobId(slot);
        userId = slots.userId(slot);
        isPlain = slots.isPlain(slot);
        if (!isPlain) {
            SlotDemands demands = slots.demands();
            gpuMicros = demands.gpuMicros(slot);
            diskBytes = demands.diskBytes(slot);
            networkBitsPerSecond = demands.networkBitsPerSecond(slot);
            constraints = demands.constraints(slot);
        }
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
    public long jobId() {
        return jobId;
    }

    @Override
    public int userId() {
        return userId;
    }

    @Override
    public boolean isPlain() {
        return isPlain;
    }

    @Override
    public long gpuMicros() {
        return isPlain ? 0 : gpuMicros;
    }

    @Override
    public long diskBytes() {
        return isPlain ? 0 : diskBytes;
    }

    @Override
    public long networkBitsPerSecond() {
        return isPlain ? 0 : networkBitsPerSecond;
    }

    @Override
    public @Nullable PlacementConstraints constraints() {
        return isPlain ? null : constraints;
    }
}
