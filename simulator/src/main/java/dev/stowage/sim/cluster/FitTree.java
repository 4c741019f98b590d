package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.TaskView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tree of fan-out {@value #FAN_OUT} over the servers by number, with {@link FreeBounds} at each
 * node: the first server that fits, from any number on.
 *
 * <p>Hot. Bounds are upper bounds and may be stale: what a task takes away is not followed, so that
 * a placement costs nothing here; what is freed raises the bounds on the way to the root as far as
 * they are exceeded, at most log_8(servers) steps. A search that finds nothing under a node that
 * promised something takes its bounds anew from its children, so each stale promise costs one
 * visit. The answer is exact in any case, because at the end servers are looked at one by one.
 * Children lie next to each other, and are compared without a branch each. Guarded by {@code
 * PlacementBenchmark}.
 */
final class FitTree {
    private static final int FAN_OUT_BITS = 3;
    private static final int FAN_OUT = 1 << FAN_OUT_BITS;
    private static final int COLUMNS = FreeBounds.COLUMNS;

    private final FreeBounds bounds;
    private final Cluster cluster;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final int servers;

    /** Bounds by level, from groups of servers upwards; the last has at most FAN_OUT nodes. */
    private final long[][] levels;

    private @Nullable TaskView demanding; // the task of the search under way

    /** Indexes the servers as they are; the columns are shared with the cluster. */
    FitTree(FreeBounds bounds, Cluster cluster, ServerColumns columns) {
        this.bounds = bounds;
        this.cluster = cluster;
        freeMicroCores = columns.freeMicroCores();
        freeBytes = columns.freeBytes();
        servers = freeMicroCores.length;
        List<long[]> fromGroups = new ArrayList<>();
        int nodes = servers;
        do {
            nodes = (nodes + FAN_OUT - 1) >> FAN_OUT_BITS;
            long[] level = new long[roundUp(nodes) * COLUMNS];
            Arrays.fill(level, -1); // nodes beyond the last hold nothing
            fromGroups.add(level);
        } while (nodes > FAN_OUT);
        levels = fromGroups.toArray(long[][]::new);
        for (int level = 0; level < levels.length; level++) {
            for (int node = 0; node < nodesAt(level); node++) {
                tighten(level, node);
            }
        }
    }

    /**
     * Follows a change of what is free on {@code server}.
     *
     * @param oldMicroCores what was free on it before
     * @param oldBytes what was free on it before
     */
    void update(int server, long oldMicroCores, long oldBytes) {
        long cpu = freeMicroCores[server];
        long memory = freeBytes[server];
        if (cpu > oldMicroCores || memory > oldBytes) {
            raise(server, cpu, memory);
        }
    }

    /** Raises the bounds of the nodes above a server to at least these. */
    private void raise(int server, long cpu, long memory) {
        long low = bounds.low(cpu, memory);
        long high = bounds.high(cpu, memory);
        int node = server;
        for (long[] level : levels) {
            node >>= FAN_OUT_BITS;
            int at = node * COLUMNS;
            if (FreeBounds.mayHold(level, at, cpu, memory, low, high)) {
                return;
            }
            level[at] = Math.max(level[at], cpu);
            level[at + 1] = Math.max(level[at + 1], memory);
            level[at + 2] = Math.max(level[at + 2], low);
            level[at + 3] = Math.max(level[at + 3], high);
        }
    }

    /** Takes the bounds of a node anew from its children. */
    private void tighten(int level, int node) {
        long cpu = -1;
        long memory = -1;
        long low = -1;
        long high = -1;
        int first = node << FAN_OUT_BITS;
        int end = Math.min(first + FAN_OUT, nodesAt(level - 1));
        for (int child = first; child < end; child++) {
            if (level == 0) {
                long cpuHere = freeMicroCores[child];
                long memoryHere = freeBytes[child];
                cpu = Math.max(cpu, cpuHere);
                memory = Math.max(memory, memoryHere);
                low = Math.max(low, bounds.low(cpuHere, memoryHere));
                high = Math.max(high, bounds.high(cpuHere, memoryHere));
            } else {
                long[] below = levels[level - 1];
                int at = child * COLUMNS;
                cpu = Math.max(cpu, below[at]);
                memory = Math.max(memory, below[at + 1]);
                low = Math.max(low, below[at + 2]);
                high = Math.max(high, below[at + 3]);
            }
        }
        int at = node * COLUMNS;
        long[] here = levels[level];
        here[at] = cpu;
        here[at + 1] = memory;
        here[at + 2] = low;
        here[at + 3] = high;
    }

    private static int roundUp(int nodes) {
        return (nodes + FAN_OUT - 1) & -FAN_OUT;
    }

    /** Number of nodes of a level, spare ones included; those of level -1 are the servers. */
    private int nodesAt(int level) {
        return level < 0 ? servers : levels[level].length / COLUMNS;
    }

    /**
     * The first server of at least {@code from} that has this free, or {@link ClusterView#NONE}.
     *
     * @param task that asks for more than CPU and memory, else null
     */
    int firstFrom(int from, long cpuMicroCores, long memoryBytes, @Nullable TaskView task) {
        if (from >= servers) {
            return ClusterView.NONE;
        }
        demanding = task;
        if (fits(from, cpuMicroCores, memoryBytes)) {
            return from; // nearly always so for round-robin
        }
        return search(
                levels.length,
                0,
                from,
                cpuMicroCores,
                memoryBytes,
                bounds.low(cpuMicroCores, memoryBytes),
                bounds.high(cpuMicroCores, memoryBytes));
    }

    /** The first server of at least {@code from} below a node; deep as the tree, no deeper. */
    private int search(int level, int node, int from, long cpu, long memory, long low, long high) {
        if (level == 0) {
            return firstInGroup(node, from, cpu, memory);
        }
        long[] below = levels[level - 1];
        int shift = level * FAN_OUT_BITS;
        int first = node << FAN_OUT_BITS;
        int children = childrenThatMayHold(below, first, cpu, memory, low, high);
        if (from >> shift > first) {
            children &= -1 << ((from >> shift) - first);
        }
        for (; children != 0; children &= children - 1) {
            int child = first + Integer.numberOfTrailingZeros(children);
            int server = search(level - 1, child, from, cpu, memory, low, high);
            if (server != ClusterView.NONE) {
                return server;
            }
            if (child << shift >= from) { // all of it was searched: its promise was stale
                tighten(level - 1, child);
            }
        }
        return ClusterView.NONE;
    }

    /**
     * A bit for each child whose bounds hold the task. No branch a child: a difference is negative
     * if a bound is too low, and no difference of a bound of at least -1 and a request overflows.
     */
    private static int childrenThatMayHold(
            long[] below, int first, long cpu, long memory, long low, long high) {
        int children = 0;
        int at = first * COLUMNS;
        for (int child = 0; child < FAN_OUT; child++, at += COLUMNS) {
            long lacking =
                    (below[at] - cpu)
                            | (below[at + 1] - memory)
                            | (below[at + 2] - low)
                            | (below[at + 3] - high);
            children |= (int) (~lacking >>> 63) << child;
        }
        return children;
    }

    private int firstInGroup(int group, int from, long cpuMicroCores, long memoryBytes) {
        int end = Math.min(servers, (group + 1) << FAN_OUT_BITS);
        for (int server = Math.max(group << FAN_OUT_BITS, from); server < end; server++) {
            if (fits(server, cpuMicroCores, memoryBytes)) {
                return server;
            }
        }
        return ClusterView.NONE;
    }

    private boolean fits(int server, long cpuMicroCores, long memoryBytes) {
        return freeMicroCores[server] >= cpuMicroCores
                && freeBytes[server] >= memoryBytes
                && (demanding == null || cluster.accepts(server, demanding));
    }
}
