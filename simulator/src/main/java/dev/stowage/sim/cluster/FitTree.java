package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.TaskView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tree of fan-out {@value #FAN_OUT} over the servers by number, with a {@link PackedFree} word at
 * each node: the first server that fits, from any number on.
 *
 * <p>Hot. The words of a node's children fill one cache line, and each is the maximum of those
 * below it. A change of a server goes towards the root as far as it changes a maximum: nearly
 * always one or two steps, at most log_8(servers). A search costs log_8(servers) steps and one for
 * each node whose maxima come from different servers. The answer is exact, because at the end the
 * columns of the cluster are looked at. Guarded by {@code PlacementBenchmark}.
 */
final class FitTree {
    private static final int FAN_OUT_BITS = 3;
    private static final int FAN_OUT = 1 << FAN_OUT_BITS;
    private static final int MOST_AT_THE_TOP = 64; // these are gone through in turn

    private final PackedFree packing;
    private final Cluster cluster;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final int servers;

    /** Words by level: those of the servers, then groups upwards; few are left at the last. */
    private final long[][] levels;

    private @Nullable TaskView demanding; // the task of the search under way

    /** Indexes the servers as they are; the columns are shared with the cluster. */
    FitTree(PackedFree packing, Cluster cluster, ServerColumns columns) {
        this.packing = packing;
        this.cluster = cluster;
        freeMicroCores = columns.freeMicroCores();
        freeBytes = columns.freeBytes();
        servers = freeMicroCores.length;
        List<long[]> fromServers = new ArrayList<>();
        int nodes = servers;
        fromServers.add(new long[(nodes + FAN_OUT - 1) & -FAN_OUT]);
        while (nodes > MOST_AT_THE_TOP) {
            nodes = (nodes + FAN_OUT - 1) >> FAN_OUT_BITS;
            fromServers.add(new long[(nodes + FAN_OUT - 1) & -FAN_OUT]);
        }
        levels = fromServers.toArray(long[][]::new);
        for (int server = 0; server < servers; server++) {
            levels[0][server] = packing.of(freeMicroCores[server], freeBytes[server]);
        }
        for (int level = 1; level < levels.length; level++) {
            int withChildren = levels[level - 1].length >> FAN_OUT_BITS;
            for (int node = 0; node < withChildren; node++) {
                tighten(level, node);
            }
        }
    }

    /** Follows a change of what is free on {@code server}. */
    void update(int server) {
        long old = levels[0][server];
        long word = packing.of(freeMicroCores[server], freeBytes[server]);
        levels[0][server] = word;
        if (PackedFree.lacking(old, word) != 0) {
            raise(server, word);
        }
        if (PackedFree.lacking(word, old) != 0) {
            lower(server, old);
        }
    }

    private void raise(int server, long word) {
        int node = server;
        for (int level = 1; level < levels.length; level++) {
            long[] words = levels[level];
            node >>= FAN_OUT_BITS;
            if (PackedFree.lacking(words[node], word) == 0) {
                return;
            }
            words[node] = PackedFree.max(words[node], word);
        }
    }

    /** A node of whose bound some field came from the server may promise too much now. */
    private void lower(int server, long oldWord) {
        long old = oldWord;
        int node = server;
        for (int level = 1; level < levels.length; level++) {
            long[] words = levels[level];
            node >>= FAN_OUT_BITS;
            long bound = words[node];
            if (!PackedFree.sharesField(bound, old)) {
                return;
            }
            tighten(level, node);
            if (words[node] == bound) {
                return;
            }
            old = bound;
        }
    }

    /** Takes the bounds of a node anew from its children. */
    private void tighten(int level, int node) {
        long[] below = levels[level - 1];
        int first = node << FAN_OUT_BITS;
        levels[level][node] =
                PackedFree.max(largestOfFour(below, first), largestOfFour(below, first + 4));
    }

    private static long largestOfFour(long[] words, int at) {
        return PackedFree.max(
                PackedFree.max(words[at], words[at + 1]),
                PackedFree.max(words[at + 2], words[at + 3]));
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
        long word = packing.of(cpuMicroCores, memoryBytes);
        int nodes = levels[levels.length - 1].length >> FAN_OUT_BITS;
        int node = from >> (levels.length * FAN_OUT_BITS);
        for (; node < nodes; node++) {
            int server = search(levels.length, node, from, cpuMicroCores, memoryBytes, word);
            if (server != ClusterView.NONE) {
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

    /** The first server of at least {@code from} below a node; deep as the tree, no deeper. */
    private int search(int level, int node, int from, long cpu, long memory, long word) {
        int shift = (level - 1) * FAN_OUT_BITS;
        int first = node << FAN_OUT_BITS;
        int children = childrenThatMayHold(levels[level - 1], first, word);
        if (from >> shift > first) {
            children &= -1 << ((from >> shift) - first);
        }
        for (; children != 0; children &= children - 1) {
            int child = first + Integer.numberOfTrailingZeros(children);
            if (level == 1) {
                if (fits(child, cpu, memory)) {
                    return child;
                }
                continue;
            }
            int server = search(level - 1, child, from, cpu, memory, word);
            if (server != ClusterView.NONE) {
                return server;
            }
        }
        return ClusterView.NONE;
    }

    /** A bit for each child whose bounds hold the task; no branch a child. */
    private static int childrenThatMayHold(long[] below, int first, long word) {
        long held = 0; // by field, a bit for each child
        for (int child = 0; child < FAN_OUT; child++) {
            held |= PackedFree.held(below[first + child], word) >>> (FAN_OUT - 1 - child);
        }
        return PackedFree.inAllFields(held) >>> FAN_OUT;
    }
}
