package dev.stowage.plan.bound;

import dev.stowage.model.TaskBatch;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;

/**
 * What surely runs, or is done, when a task starts for the first time under strict order of
 * priority, then submit, with preemption by higher priority or without.
 *
 * <p>When task j starts, no task waits that comes before it in that order. So each that was
 * submitted before j with at least its priority has ended or runs beside it, however often it was
 * evicted before. If j waits at most b, it starts by {@code t = submit[j] + b}:
 *
 * <ul>
 *   <li>Those of them with {@code submit + duration > t} can't have ended, so they and j fit on the
 *       servers together.
 *   <li>Of those submitted since u, the first L of each one's run time is done by t but for what
 *       runs at t, which is at most L times all servers. So what there is to do of that since u is
 *       at most {@code (t - u + L)} times all servers.
 * </ul>
 *
 * <p>Each task so needs a number of servers, and all but the exempt ones have what they need.
 *
 * <p>Cost: O(n log(running) + n log(priorities)), memory for what surely runs.
 */
final class PriorityDemand implements RankedVisitor {
    private static final long SECOND = 1_000_000;
    private static final double ROUNDING = 1e-9;

    /** Work is counted in millionths of a server times so many microseconds, to stay below 2^63. */
    private static final long TICK = 10_000;

    /** Lengths of windows on a grid from the first submit; the last one has no end. */
    private static final long[] WINDOWS = {3600 * SECOND, 86_400 * SECOND, Long.MAX_VALUE};

    /** The first parts of run times that are counted. */
    private static final long[] FIRST = {10 * SECOND, 60 * SECOND, 600 * SECOND, 3600 * SECOND};

    /** A millionth of a server, by resource. */
    private final double[] unit;

    private final WaitLimit limit;
    private final ServerShares shares;
    private final int[] priorities;
    private final EndHeap running;
    private final RankSums[] sums; // by quantity
    private final RankSums[][] work; // by window and first part, then by resource
    private final long[] windowStart;
    private final long[] need;
    private final long[] entry; // with the rank behind
    private final TreeMap<Integer, Long> tasksByServers = new TreeMap<>();

    /**
     * For tasks of these priorities.
     *
     * @param server what one server has, by resource, above 0
     */
    PriorityDemand(
            WaitLimit limit, long[] server, NavigableSet<Integer> priorities, long originMicros) {
        this.limit = limit;
        shares = new ServerShares(server);
        this.priorities = priorities.stream().mapToInt(Integer::intValue).toArray();
        unit = Arrays.stream(server).mapToDouble(each -> each / 1e6).toArray();
        need = new long[shares.size()];
        entry = new long[shares.size() + 1];
        running = new EndHeap(entry.length);
        sums = sums(shares.size());
        work = new RankSums[WINDOWS.length * FIRST.length][];
        Arrays.setAll(work, i -> sums(server.length));
        windowStart = new long[WINDOWS.length];
        Arrays.fill(windowStart, originMicros);
    }

    private RankSums[] sums(int count) {
        RankSums[] all = new RankSums[count];
        Arrays.setAll(all, i -> new RankSums(priorities.length));
        return all;
    }

    @Override
    public void task(int priority, long submit, long duration, long[] asked) {
        int rank = Arrays.binarySearch(priorities, priority);
        shares.weigh(asked, need);
        long start = submit + limit.micros();
        endUntil(start);
        openWindows(submit);
        long servers = Math.max(together(rank), done(rank, start));
        tasksByServers.merge(Math.toIntExact(servers), 1L, Long::sum);
        addWork(rank, duration, asked);
        if (duration == TaskBatch.NONE || duration > limit.micros()) {
            System.arraycopy(need, 0, entry, 0, need.length);
            entry[need.length] = rank;
            running.add(duration == TaskBatch.NONE ? Long.MAX_VALUE : submit + duration, entry);
            change(rank, need, 1);
        }
    }

    private void endUntil(long start) {
        while (running.firstEnd() <= start) {
            running.first(entry);
            change((int) entry[need.length], entry, -1);
            running.removeFirst();
        }
    }

    private void change(int rank, long[] amounts, int sign) {
        for (int i = 0; i < sums.length; i++) {
            if (amounts[i] != 0) {
                sums[i].add(rank, sign * amounts[i]);
            }
        }
    }

    /** Servers that hold the task with what surely runs before it may start. */
    private long together(int rank) {
        long servers = 1;
        for (int i = 0; i < sums.length; i++) {
            long sum = sums[i].from(rank) + need[i];
            servers = Math.max(servers, (sum - 1) / shares.most(i) + 1);
        }
        return servers;
    }

    private void openWindows(long submit) {
        for (int w = 0; w < WINDOWS.length; w++) {
            long since = submit - windowStart[w];
            if (since >= WINDOWS[w]) {
                windowStart[w] += since / WINDOWS[w] * WINDOWS[w];
                for (int f = 0; f < FIRST.length; f++) {
                    for (RankSums each : work[w * FIRST.length + f]) {
                        each.clear();
                    }
                }
            }
        }
    }

    /** Servers that have done what is done before the task may start. */
    private long done(int rank, long start) {
        double most = 0;
        for (int w = 0; w < WINDOWS.length; w++) {
            for (int f = 0; f < FIRST.length; f++) {
                double micros = (double) (start - windowStart[w]) + FIRST[f];
                for (RankSums each : work[w * FIRST.length + f]) {
                    most = Math.max(most, (double) each.from(rank) / 1e6 * TICK / micros);
                }
            }
        }
        return (long) Math.ceil(most * (1 - ROUNDING));
    }

    /** Rounded down. */
    private void addWork(int rank, long duration, long[] asked) {
        for (int w = 0; w < WINDOWS.length; w++) {
            for (int f = 0; f < FIRST.length; f++) {
                long first = duration == TaskBatch.NONE ? FIRST[f] : Math.min(duration, FIRST[f]);
                for (int d = 0; d < asked.length; d++) {
                    long share = (long) (asked[d] / unit[d] * (1 - ROUNDING));
                    work[w * FIRST.length + f][d].add(rank, share * (first / TICK));
                }
            }
        }
    }

    /** The limit on waits that it rests on. */
    WaitLimit limit() {
        return limit;
    }

    /** The fewest servers on which no more than the exempt tasks have too few. */
    int servers() {
        long beyond = 0;
        for (Map.Entry<Integer, Long> each : tasksByServers.descendingMap().entrySet()) {
            beyond += each.getValue();
            if (beyond > limit.exempt()) {
                return each.getKey();
            }
        }
        return 0;
    }
}
