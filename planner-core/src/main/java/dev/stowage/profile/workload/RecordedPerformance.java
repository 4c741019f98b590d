package dev.stowage.profile.workload;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.profile.Performance;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;

/**
 * At what performance tasks ran when their durations were recorded.
 *
 * @param server that of the profiles
 * @param hasDisk true if tasks have disk, which is their SSD cache; it is taken to be whole if not
 * @param on what durations are durations on
 */
public record RecordedPerformance(SlicedServer server, boolean hasDisk, RecordedOn on) {
    /**
     * The performance index in [0, 1] of a task when its duration was recorded. Where runs do not
     * tell that of its request it is the most that it may have been: the task is no less work than
     * it may be.
     */
    public double of(TaskBatch batch, int row, Performance application) {
        return on == RecordedOn.SERVER ? 1 : mostOfRequest(batch, row, application);
    }

    /**
     * That of what a task asks for, wherever its duration was recorded, the least that it may be; 1
     * if it asks nothing.
     */
    public double leastOfRequest(TaskBatch batch, int row, Performance application) {
        return isSilent(batch, row)
                ? 1
                : application.at(cpu(batch, row), memory(batch, row), ssd(batch, row));
    }

    /** The same, the most that it may be. */
    public double mostOfRequest(TaskBatch batch, int row, Performance application) {
        return isSilent(batch, row)
                ? 1
                : application.most(cpu(batch, row), memory(batch, row), ssd(batch, row));
    }

    /** The part of the server that a task asks for, at most all; all if it asks for nothing. */
    Slice request(TaskBatch batch, int row) {
        return isSilent(batch, row)
                ? Slice.WHOLE
                : new Slice(cpu(batch, row), memory(batch, row), ssd(batch, row));
    }

    private double cpu(TaskBatch batch, int row) {
        return share(batch.cpuMicroCores[row], cpuMicroCores());
    }

    private double memory(TaskBatch batch, int row) {
        return share(batch.memoryBytes[row], memoryBytes());
    }

    private double ssd(TaskBatch batch, int row) {
        return hasDisk && server.hasSsd() ? share(batch.diskBytes[row], ssdBytes()) : 1;
    }

    /**
     * Sum of the shares of the server that a task asks for, each of which may be more than all of
     * it; that of the whole server if it asks for nothing.
     */
    double requestedSum(TaskBatch batch, int row) {
        return isSilent(batch, row)
                ? Slice.WHOLE.sum()
                : batch.cpuMicroCores[row] / cpuMicroCores()
                        + batch.memoryBytes[row] / memoryBytes()
                        + (hasDisk && server.hasSsd() ? batch.diskBytes[row] / ssdBytes() : 1);
    }

    /**
     * True of a task that asked for nothing of a resource, where its request should tell: its
     * duration is taken to be that of the whole server, the longest that it can stand for.
     */
    public boolean isUnknown(TaskBatch batch, int row) {
        return on == RecordedOn.REQUEST && isSilent(batch, row);
    }

    private boolean isSilent(TaskBatch batch, int row) {
        return batch.cpuMicroCores[row] == 0
                || batch.memoryBytes[row] == 0
                || (hasDisk && server.hasSsd() && (batch.isPlain || batch.diskBytes[row] == 0));
    }

    double cpuMicroCores() {
        return server.cores() * Resources.MICRO_CORES_PER_CORE;
    }

    double memoryBytes() {
        return server.memoryGib() * Resources.BYTES_PER_GIB;
    }

    double ssdBytes() {
        return server.ssdGib() * Resources.BYTES_PER_GIB;
    }

    private static double share(long amount, double whole) {
        return Math.min(1, amount / whole);
    }
}
