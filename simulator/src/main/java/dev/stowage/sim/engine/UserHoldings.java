package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import dev.stowage.policy.admission.DeclaredServers;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.sim.cluster.LargestCapacities;
import java.util.Arrays;

/**
 * What the users hold in tasks that are queued or running, of what the run declares. Kept only for
 * an admission policy that asks for it. Memory follows the largest user number.
 */
public final class UserHoldings implements DeclaredServers, PlainState {
    private final transient LargestCapacities declared;
    private final double totalMicroCores;
    private final double totalBytes;
    private long[] cpuMicroCores = new long[64]; // by user, the unknown one first
    private long[] memoryBytes = new long[64];

    public UserHoldings(LargestCapacities declared) {
        this.declared = declared;
        totalMicroCores = declared.totalMicroCores();
        totalBytes = declared.totalBytes();
    }

    @Override
    public boolean couldHold(TaskView task) {
        return declared.couldHold(task);
    }

    @Override
    public double shareWith(TaskView task) {
        int user = task.userId() + 1;
        boolean isKnown = user < cpuMicroCores.length;
        long cpu = task.cpuMicroCores() + (isKnown ? cpuMicroCores[user] : 0);
        long memory = task.memoryBytes() + (isKnown ? memoryBytes[user] : 0);
        return Math.max(
                totalMicroCores == 0 ? 0 : cpu / totalMicroCores,
                totalBytes == 0 ? 0 : memory / totalBytes);
    }

    /** A task was let in. */
    public void add(TaskSlots slots, int slot) {
        int user = slots.userId(slot) + 1;
        if (user >= cpuMicroCores.length) {
            int length = Math.max(user + 1, Math.multiplyExact(cpuMicroCores.length, 2));
            cpuMicroCores = Arrays.copyOf(cpuMicroCores, length);
            memoryBytes = Arrays.copyOf(memoryBytes, length);
        }
        cpuMicroCores[user] += slots.cpuMicroCores(slot);
        memoryBytes[user] += slots.memoryBytes(slot);
    }

    /** A task has ended. */
    void remove(TaskSlots slots, int slot) {
        int user = slots.userId(slot) + 1;
        cpuMicroCores[user] -= slots.cpuMicroCores(slot);
        memoryBytes[user] -= slots.memoryBytes(slot);
    }
}
