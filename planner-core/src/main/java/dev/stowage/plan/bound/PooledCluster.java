package dev.stowage.plan.bound;

import dev.stowage.model.TaskBatch;
import dev.stowage.plan.objective.Objective;
import java.util.Arrays;
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
 * <p>The argument holds for every quantity whose sum over the tasks on a server is bounded: {@link
 * ServerShares}.
 *
 * <p>Hot: O(log running) a task, no allocation.
 */
final class PooledCluster implements TaskVisitor {
    private final ServerShares shares;
    private final List<WaitLimit> limits;
    private final long[] late;
    private final EndHeap running;
    private final long[] free;
    private final long[] need;
    private final long[] ended;
    private long nowMicros = Long.MIN_VALUE;
    private double waitedMicros;
    private long started;
    private long blocked;

    /**
     * {@code servers} of one size, with the limits on waits whose violations are counted.
     *
     * @param server what one of them has, by resource, above 0
     */
    PooledCluster(long[] server, int servers, List<WaitLimit> limits) {
        this(server, times(server, servers), servers, limits);
    }

    /**
     * Servers of several sizes.
     *
     * @param server the most that any of them has, by resource, above 0
     * @param totals what all of them have together
     */
    PooledCluster(long[] server, long[] totals, long servers, List<WaitLimit> limits) {
        shares = new ServerShares(server);
        this.limits = limits;
        late = new long[limits.size()];
        running = new EndHeap(server.length);
        ended = new long[server.length];
        need = new long[shares.size()];
        free = shares.most(totals, servers);
    }

    private static long[] times(long[] server, long servers) {
        return Arrays.stream(server).map(capacity -> times(capacity, servers)).toArray();
    }

    private static long times(long capacity, long servers) {
        return capacity > Long.MAX_VALUE / servers ? Long.MAX_VALUE : capacity * servers;
    }

    @Override
    public void task(long submitMicros, long durationMicros, long[] asked) {
        nowMicros = Math.max(nowMicros, submitMicros);
        if (blocked > 0 || !makeRoom(asked)) {
            blocked++; // for ever: nothing overtakes it
            return;
        }
        change(asked, -1);
        long end = durationMicros == TaskBatch.NONE ? Long.MAX_VALUE : nowMicros + durationMicros;
        running.add(end, asked);
        started++;
        count(nowMicros - submitMicros);
    }

    /** Waits until the task fits; false if it never will. */
    private boolean makeRoom(long[] asked) {
        releaseUntilNow();
        while (!fits(asked)) {
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
            running.first(ended);
            change(ended, 1);
            running.removeFirst();
        }
    }

    private boolean fits(long[] asked) {
        shares.weigh(asked, need);
        for (int i = 0; i < free.length; i++) {
            if (need[i] > free[i]) {
                return false;
            }
        }
        return true;
    }

    private void change(long[] asked, int sign) {
        shares.weigh(asked, need);
        for (int i = 0; i < free.length; i++) {
            free[i] += sign * need[i];
        }
    }

    private void count(long waitMicros) {
        waitedMicros += waitMicros;
        for (int i = 0; i < late.length; i++) {
            late[i] += waitMicros > limits.get(i).micros() ? 1 : 0;
        }
    }

    /** True if the waits, which no placement makes shorter, are within an objective. */
    boolean meets(Objective objective) {
        return meets(objective, started);
    }

    /** The same where they are some of {@code all} tasks, of which the others may not wait. */
    boolean meets(Objective objective, long all) {
        for (int i = 0; i < late.length; i++) {
            if (late[i] + blocked > limits.get(i).exempt()) {
                return false;
            }
        }
        double meanSeconds =
                blocked > 0
                        ? Double.POSITIVE_INFINITY
                        : waitedMicros / 1e6 / Math.max(1, Math.max(all, started));
        return blocked <= objective.limit("pending")
                && meanSeconds * (1 - 1e-9) <= objective.limit("pendingSeconds.mean");
    }
}
