package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.plan.objective.Objective;
import java.util.List;

/**
 * A strict FIFO queue before servers that are pooled into one: a task starts when the sum of what
 * runs fits the sum of the servers. Starts no task later than any placement on the servers
 * themselves would, and so shows which waits no placement can avoid.
 *
 * <p>Proof by induction over the tasks: when task i starts on real servers, the tasks before it
 * that still run there fit together with it. In the pool they started no later, so a subset of them
 * still runs, and i fits.
 *
 * <p>The argument holds for every quantity whose sum over the tasks on a server is bounded, so
 * tasks are also counted by how many of them fit beside each other: {@code ceil((k + 1) x / C) - 1}
 * summed over one server is at most k. Source: dual feasible functions; S. P. Fekete and J.
 * Schepers, New classes of fast lower bounds for bin packing problems, Math. Program. 91, 2001.
 *
 * <p>Hot: O(log running) a task, no allocation.
 */
final class PooledCluster implements TaskVisitor {
    private static final int[] PARTS = {1, 2, 3};

    private final Resources server;
    private final List<WaitLimit> limits;
    private final long[] late;
    private final EndHeap running = new EndHeap();
    private final long[] free = new long[2 + 2 * PARTS.length];
    private final long[] need = new long[free.length];
    private long nowMicros = Long.MIN_VALUE;
    private double waitedMicros;
    private long started;
    private long blocked;

    /** {@code servers} of one size, with the limits on waits whose violations are counted. */
    PooledCluster(Resources server, int servers, List<WaitLimit> limits) {
        this.server = server;
        this.limits = limits;
        late = new long[limits.size()];
        free[0] = times(server.cpuMicroCores(), servers);
        free[1] = times(server.memoryBytes(), servers);
        for (int p = 0; p < PARTS.length; p++) {
            free[2 + 2 * p] = (long) PARTS[p] * servers;
            free[3 + 2 * p] = (long) PARTS[p] * servers;
        }
    }

    private static long times(long capacity, long servers) {
        return capacity > Long.MAX_VALUE / servers ? Long.MAX_VALUE : capacity * servers;
    }

    @Override
    public void task(long submitMicros, long durationMicros, long cpuMicroCores, long memoryBytes) {
        if (cpuMicroCores > server.cpuMicroCores() || memoryBytes > server.memoryBytes()) {
            return;
        }
        nowMicros = Math.max(nowMicros, submitMicros);
        if (blocked > 0 || !makeRoom(cpuMicroCores, memoryBytes)) {
            blocked++; // for ever: nothing overtakes it
            return;
        }
        change(cpuMicroCores, memoryBytes, -1);
        long end = durationMicros == TaskBatch.NONE ? Long.MAX_VALUE : nowMicros + durationMicros;
        running.add(end, cpuMicroCores, memoryBytes);
        started++;
        count(nowMicros - submitMicros);
    }

    /** Waits until the task fits; false if it never will. */
    private boolean makeRoom(long cpuMicroCores, long memoryBytes) {
        releaseUntilNow();
        while (!fits(cpuMicroCores, memoryBytes)) {
            if (running.firstEnd() == Long.MAX_VALUE) {
                return false;
            }
            nowMicros = running.firstEnd();
            releaseUntilNow();
        }
        return true;
    }

    private void releaseUntilNow() {
        while (running.firstEnd() <= nowMicros) {
            change(running.firstCpu(), running.firstMemory(), 1);
            running.removeFirst();
        }
    }

    private boolean fits(long cpuMicroCores, long memoryBytes) {
        weigh(cpuMicroCores, memoryBytes);
        for (int i = 0; i < free.length; i++) {
            if (need[i] > free[i]) {
                return false;
            }
        }
        return true;
    }

    private void change(long cpuMicroCores, long memoryBytes, int sign) {
        weigh(cpuMicroCores, memoryBytes);
        for (int i = 0; i < free.length; i++) {
            free[i] += sign * need[i];
        }
    }

    private void weigh(long cpuMicroCores, long memoryBytes) {
        need[0] = cpuMicroCores;
        need[1] = memoryBytes;
        for (int p = 0; p < PARTS.length; p++) {
            need[2 + 2 * p] = parts(cpuMicroCores, server.cpuMicroCores(), PARTS[p]);
            need[3 + 2 * p] = parts(memoryBytes, server.memoryBytes(), PARTS[p]);
        }
    }

    private static long parts(long amount, long capacity, int k) {
        return amount == 0 ? 0 : (amount * (k + 1) - 1) / capacity;
    }

    private void count(long waitMicros) {
        waitedMicros += waitMicros;
        for (int i = 0; i < late.length; i++) {
            late[i] += waitMicros > limits.get(i).micros() ? 1 : 0;
        }
    }

    /** True if the waits, which no placement makes shorter, are within an objective. */
    boolean meets(Objective objective) {
        for (int i = 0; i < late.length; i++) {
            if (late[i] + blocked > limits.get(i).exempt()) {
                return false;
            }
        }
        double meanSeconds =
                blocked > 0 ? Double.POSITIVE_INFINITY : waitedMicros / 1e6 / Math.max(1, started);
        return blocked <= objective.limit("pending")
                && meanSeconds * (1 - 1e-9) <= objective.limit("pendingSeconds.mean");
    }
}
