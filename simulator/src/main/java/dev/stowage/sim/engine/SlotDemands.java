package dev.stowage.sim.engine;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What present tasks ask for besides CPU and memory, by slot. Rows of plain tasks are undefined:
 * whether a task is plain is for {@link TaskSlots#isPlain} to say. Takes memory only in runs that
 * have a task which is not.
 */
final class SlotDemands {
    private long[] gpuMicros = new long[0];
    private long[] diskBytes = new long[0];
    private long[] networkBitsPerSecond = new long[0];
    private @Nullable PlacementConstraints[] constraints = new PlacementConstraints[0];

    /** True if the task in a row of a batch asks for nothing but CPU and memory. */
    static boolean isPlain(TaskBatch batch, int row) {
        return batch.isPlain
                || (batch.gpuMicros[row] == 0
                        && batch.diskBytes[row] == 0
                        && batch.networkBitsPerSecond[row] == 0
                        && batch.constraints[row] == null);
    }

    /**
     * Keeps what the task in a row of a batch asks for.
     *
     * @param capacity number of slots that there are
     */
    void set(int slot, TaskBatch batch, int row, int capacity) {
        if (slot >= gpuMicros.length) {
            gpuMicros = Arrays.copyOf(gpuMicros, capacity);
            diskBytes = Arrays.copyOf(diskBytes, capacity);
            networkBitsPerSecond = Arrays.copyOf(networkBitsPerSecond, capacity);
            constraints = Arrays.copyOf(constraints, capacity);
        }
        gpuMicros[slot] = batch.gpuMicros[row];
        diskBytes[slot] = batch.diskBytes[row];
        networkBitsPerSecond[slot] = batch.networkBitsPerSecond[row];
        constraints[slot] = batch.constraints[row];
    }

    long gpuMicros(int slot) {
        return gpuMicros[slot];
    }

    long diskBytes(int slot) {
        return diskBytes[slot];
    }

    long networkBitsPerSecond(int slot) {
        return networkBitsPerSecond[slot];
    }

    @Nullable PlacementConstraints constraints(int slot) {
        return constraints[slot];
    }
}
