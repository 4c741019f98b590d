package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.FreeRange;
import dev.stowage.policy.placement.ServerScore;
import dev.stowage.policy.placement.TaskView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The servers that are up in a trie of fan-out {@value #FAN_OUT} over what is free on them: the
 * server of the highest {@link ServerScore} among those that fit, exactly, ties to the lowest
 * number.
 *
 * <p>Hot. A key has a few leading bits of the free CPU and the free memory share in turn, and then
 * the server's number, so that any two differ and equal servers lie in order of number. A leaf
 * holds up to {@value #LEAF} servers; it splits by the next two bits of the key, and small ones
 * become one again, so that the trie is fine where there are many servers, however they are
 * distributed, and never needs rebalancing. Each node has the box of what is free on its servers,
 * always exact, and their lowest number. The search is branch and bound, best child first; boxes
 * only rule out, so the answer never depends on the keys.
 *
 * <p>An update costs at most 32 steps down and as many up as boxes change: O(log(servers)). A
 * search costs what its bounds are worth: about log(servers) for a score that grows with what is
 * free, and an adversary can make it all servers.
 *
 * <p>Servers of about the same capacity share a trie, so that a box of shares is a box of amounts.
 * Guarded by {@code PlacementBenchmark}.
 */
final class FreeTrie {
    private static final int LEAF_BITS = 5;
    private static final int LEAF = 1 << LEAF_BITS;
    private static final int MERGED = 12;
    private static final int FAN_OUT_BITS = 2;
    private static final int FAN_OUT = 1 << FAN_OUT_BITS;
    private static final int MOST_BITS = 62;
    private static final int SPARE_BITS = 8; // of the shares, beyond one server a value
    private static final int CAPACITY_BITS = 4; // capacities of a group differ by less than 1 / 16
    private static final int COLUMNS = 4;
    private static final int NO_NODE = -1;

    private final Cluster cluster;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final long[] capacityMicroCores;
    private final long[] capacityBytes;
    private final int shareBits;
    private final int numberBits;

    // by server
    private final long[] keyOf;
    private final int[] placeOf; // in entries, or NO_NODE
    private final int[] groupOf;

    // groups of about the same capacity, and their capacities in four columns
    private long[] groupCode = new long[1];
    private long[] groupRange = new long[COLUMNS];
    private int[] rootOf = new int[1];
    private int groups;

    // nodes; the children of one have adjacent numbers
    private long[] boxes = new long[0]; // lowest and highest CPU, lowest and highest memory
    private int[] lowestNumber = new int[0];
    private int[] childOf = new int[0]; // the first child, or ~block of a leaf
    private int[] parentOf = new int[0];
    private byte[] bitOf = new byte[0]; // the lower one of the two that tell the children apart
    private int usedNodes;
    private int freeFamily = NO_NODE; // linked by parentOf

    // blocks of the leaves
    private int[] entries = new int[0];
    private int[] sizeOf = new int[0];
    private int[] nodeOf = new int[0];
    private int usedBlocks;
    private int freeBlock = NO_NODE; // linked by nodeOf

    // the search under way
    private final FreeRange range = new FreeRange();
    private long cpuWanted;
    private long memoryWanted;
    private int found;
    private double foundScore;
    private final double[] bounds = new double[MOST_BITS * 2]; // by level and child

    /** An empty trie over the columns of a cluster, which it shares. */
    FreeTrie(Cluster cluster, ServerColumns columns) {
        this.cluster = cluster;
        freeMicroCores = columns.freeMicroCores();
        freeBytes = columns.freeBytes();
        capacityMicroCores = columns.capacityMicroCores();
        capacityBytes = columns.capacityBytes();
        int size = freeMicroCores.length;
        numberBits = (33 - Integer.numberOfLeadingZeros(size - 1)) & -FAN_OUT_BITS;
        shareBits = Math.min(numberBits + SPARE_BITS, MOST_BITS - numberBits) & -FAN_OUT_BITS;
        keyOf = new long[size];
        placeOf = new int[size];
        groupOf = new int[size];
        Arrays.fill(placeOf, NO_NODE);
    }

    // --- updates ---

    /** Adds a server that is up and not in the trie; call it again after {@link #remove}. */
    void add(int server) {
        int group = group(server);
        groupOf[server] = group;
        insert(server, key(server), rootOf[group]);
    }

    /** Takes a server out, before anything about it changes. */
    void remove(int server) {
        takeOut(server, freeMicroCores[server], freeBytes[server]);
    }

    /**
     * Follows a change of what is free on a server; its capacity is the same.
     *
     * @param oldMicroCores what was free on it before
     * @param oldBytes what was free on it before
     */
    void move(int server, long oldMicroCores, long oldBytes) {
        long key = key(server);
        int leaf = nodeOf[placeOf[server] >> LEAF_BITS];
        if ((key ^ keyOf[server]) >>> (bitOf[leaf] + FAN_OUT_BITS) == 0) {
            keyOf[server] = key;
            widen(leaf, server);
            narrow(leaf, server, oldMicroCores, oldBytes);
        } else {
            takeOut(server, oldMicroCores, oldBytes);
            insert(server, key, rootOf[groupOf[server]]);
        }
    }

    private long key(int server) {
        double cpu = FreeRange.share(freeMicroCores[server], capacityMicroCores[server]);
        double memory = FreeRange.share(freeBytes[server], capacityBytes[server]);
        double scale = 1L << (shareBits / 2);
        long shares = (spread(fixed(cpu, scale)) << 1) | spread(fixed(memory, scale));
        return shares << numberBits | server;
    }

    private static long fixed(double share, double scale) {
        return (long) Math.min(scale - 1, share * scale);
    }

    /** Puts a 0 in front of each of the lowest 32 bits. */
    private static long spread(long bits) {
        long x = bits;
        x = (x | x << 16) & 0x0000ffff0000ffffL;
        x = (x | x << 8) & 0x00ff00ff00ff00ffL;
        x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fL;
        x = (x | x << 2) & 0x3333333333333333L;
        return (x | x << 1) & 0x5555555555555555L;
    }

    private void insert(int server, long key, int root) {
        int node = root;
        while (childOf[node] >= 0) {
            node = child(node, key);
        }
        int block = ~childOf[node];
        while (sizeOf[block] == LEAF) {
            split(node);
            node = child(node, key);
            block = ~childOf[node];
        }
        keyOf[server] = key;
        append(block, server);
        widen(node, server);
    }

    private int child(int node, long key) {
        return childOf[node] + ((int) (key >>> bitOf[node]) & (FAN_OUT - 1));
    }

    private void append(int block, int server) {
        int place = (block << LEAF_BITS) + sizeOf[block]++;
        entries[place] = server;
        placeOf[server] = place;
    }

    /** Widens the boxes from a leaf upwards, as far as they don't hold the server. */
    private void widen(int leaf, int server) {
        long cpu = freeMicroCores[server];
        long memory = freeBytes[server];
        for (int node = leaf; node != NO_NODE; node = parentOf[node]) {
            int at = node * COLUMNS;
            if (cpu >= boxes[at]
                    && cpu <= boxes[at + 1]
                    && memory >= boxes[at + 2]
                    && memory <= boxes[at + 3]
                    && server >= lowestNumber[node]) {
                return;
            }
            boxes[at] = Math.min(boxes[at], cpu);
            boxes[at + 1] = Math.max(boxes[at + 1], cpu);
            boxes[at + 2] = Math.min(boxes[at + 2], memory);
            boxes[at + 3] = Math.max(boxes[at + 3], memory);
            lowestNumber[node] = Math.min(lowestNumber[node], server);
        }
    }

    /** Narrows the boxes from a leaf upwards, as far as a server that has left was at an edge. */
    private void narrow(int leaf, int server, long oldMicroCores, long oldBytes) {
        for (int node = leaf; node != NO_NODE; node = parentOf[node]) {
            int at = node * COLUMNS;
            if (oldMicroCores > boxes[at]
                    && oldMicroCores < boxes[at + 1]
                    && oldBytes > boxes[at + 2]
                    && oldBytes < boxes[at + 3]
                    && server > lowestNumber[node]) {
                return;
            }
            boolean hasShrunk = childOf[node] < 0 ? fitLeaf(node) : fitNode(node);
            if (!hasShrunk) {
                return;
            }
        }
    }

    private void takeOut(int server, long oldMicroCores, long oldBytes) {
        int place = placeOf[server];
        int block = place >> LEAF_BITS;
        int size = --sizeOf[block];
        int last = entries[(block << LEAF_BITS) + size];
        entries[place] = last;
        placeOf[last] = place;
        placeOf[server] = NO_NODE;
        int leaf = nodeOf[block];
        narrow(leaf, server, oldMicroCores, oldBytes);
        if (size <= MERGED / FAN_OUT) {
            mergeAbove(leaf);
        }
    }

    private void split(int node) {
        int block = ~childOf[node];
        int first = newFamily(node);
        childOf[node] = first;
        childOf[first] = ~block;
        nodeOf[block] = first;
        for (int child = first + 1; child < first + FAN_OUT; child++) {
            childOf[child] = ~newBlock(child);
        }
        int from = block << LEAF_BITS;
        int size = sizeOf[block];
        sizeOf[block] = 0;
        for (int i = from; i < from + size; i++) {
            append(~childOf[child(node, keyOf[entries[i]])], entries[i]);
        }
        for (int child = first; child < first + FAN_OUT; child++) {
            fitLeaf(child);
        }
    }

    /** Makes one leaf of small leaves with the same parent, and so on upwards. */
    private void mergeAbove(int leaf) {
        for (int node = parentOf[leaf]; node != NO_NODE; node = parentOf[node]) {
            int first = childOf[node];
            int size = 0;
            for (int child = first; child < first + FAN_OUT; child++) {
                size += childOf[child] >= 0 ? LEAF : sizeOf[~childOf[child]];
            }
            if (size > MERGED) {
                return;
            }
            int kept = ~childOf[first];
            for (int child = first + 1; child < first + FAN_OUT; child++) {
                int gone = ~childOf[child];
                int from = gone << LEAF_BITS;
                for (int i = from; i < from + sizeOf[gone]; i++) {
                    append(kept, entries[i]);
                }
                nodeOf[gone] = freeBlock;
                freeBlock = gone;
            }
            parentOf[first] = freeFamily;
            freeFamily = first;
            childOf[node] = ~kept;
            nodeOf[kept] = node;
        }
    }

    private void clear(int node) {
        int at = node * COLUMNS;
        boxes[at] = Long.MAX_VALUE;
        boxes[at + 1] = -1;
        boxes[at + 2] = Long.MAX_VALUE;
        boxes[at + 3] = -1;
        lowestNumber[node] = Integer.MAX_VALUE;
    }

    // --- room ---

    /** The group of a server's capacity, made if it is new, its range widened. */
    private int group(int server) {
        long cpu = capacityMicroCores[server];
        long memory = capacityBytes[server];
        long code = code(cpu) << 32 | code(memory);
        int group = 0;
        while (group < groups && groupCode[group] != code) {
            group++;
        }
        int at = group * COLUMNS;
        if (group == groups) {
            if (groups == groupCode.length) {
                groupCode = Arrays.copyOf(groupCode, groups * 2);
                rootOf = Arrays.copyOf(rootOf, groups * 2);
                groupRange = Arrays.copyOf(groupRange, groups * 2 * COLUMNS);
            }
            groups++;
            groupCode[group] = code;
            rootOf[group] = newRoot();
            groupRange[at] = cpu;
            groupRange[at + 2] = memory;
        }
        groupRange[at] = Math.min(groupRange[at], cpu);
        groupRange[at + 1] = Math.max(groupRange[at + 1], cpu);
        groupRange[at + 2] = Math.min(groupRange[at + 2], memory);
        groupRange[at + 3] = Math.max(groupRange[at + 3], memory);
        return group;
    }

    /** The leading bits of a number and how many follow them; 0 for 0. */
    private static long code(long value) {
        int dropped = Math.max(0, 64 - CAPACITY_BITS - 1 - Long.numberOfLeadingZeros(value));
        return (long) dropped << 16 | value >>> dropped;
    }

    private int newRoot() {
        int root = newFamily(NO_NODE); // its other nodes stay unused
        bitOf[root] = (byte) (shareBits + numberBits - FAN_OUT_BITS);
        childOf[root] = ~newBlock(root);
        return root;
    }

    private int newFamily(int parent) {
        int first = freeFamily;
        if (first == NO_NODE) {
            if (usedNodes + FAN_OUT > childOf.length) {
                growNodes(Math.max(64, usedNodes * 2));
            }
            first = usedNodes;
            usedNodes += FAN_OUT;
        } else {
            freeFamily = parentOf[first];
        }
        byte bit = (byte) (parent == NO_NODE ? 0 : bitOf[parent] - FAN_OUT_BITS);
        for (int node = first; node < first + FAN_OUT; node++) {
            parentOf[node] = parent;
            bitOf[node] = bit;
            clear(node);
        }
        return first;
    }

    private void growNodes(int length) {
        boxes = Arrays.copyOf(boxes, Math.multiplyExact(length, COLUMNS));
        lowestNumber = Arrays.copyOf(lowestNumber, length);
        childOf = Arrays.copyOf(childOf, length);
        parentOf = Arrays.copyOf(parentOf, length);
        bitOf = Arrays.copyOf(bitOf, length);
    }

    private int newBlock(int node) {
        int block = freeBlock;
        if (block == NO_NODE) {
            if (usedBlocks == sizeOf.length) {
                int length = Math.max(16, usedBlocks * 2);
                entries = Arrays.copyOf(entries, Math.multiplyExact(length, LEAF));
                sizeOf = Arrays.copyOf(sizeOf, length);
                nodeOf = Arrays.copyOf(nodeOf, length);
            }
            block = usedBlocks++;
        } else {
            freeBlock = nodeOf[block];
        }
        sizeOf[block] = 0;
        nodeOf[block] = node;
        return block;
    }

    // --- boxes ---

    /** Fits the box of a leaf to its servers; true if it changed. */
    private boolean fitLeaf(int leaf) {
        long lowestCpu = Long.MAX_VALUE;
        long highestCpu = -1;
        long lowestMemory = Long.MAX_VALUE;
        long highestMemory = -1;
        int lowest = Integer.MAX_VALUE;
        int block = ~childOf[leaf];
        int from = block << LEAF_BITS;
        for (int i = from; i < from + sizeOf[block]; i++) {
            int server = entries[i];
            long cpu = freeMicroCores[server];
            long memory = freeBytes[server];
            lowestCpu = Math.min(lowestCpu, cpu);
            highestCpu = Math.max(highestCpu, cpu);
            lowestMemory = Math.min(lowestMemory, memory);
            highestMemory = Math.max(highestMemory, memory);
            lowest = Math.min(lowest, server);
        }
        return setBox(leaf, lowestCpu, highestCpu, lowestMemory, highestMemory, lowest);
    }

    /** Fits the box of a node to those of its children; true if it changed. */
    private boolean fitNode(int node) {
        long lowestCpu = Long.MAX_VALUE;
        long highestCpu = -1;
        long lowestMemory = Long.MAX_VALUE;
        long highestMemory = -1;
        int lowest = Integer.MAX_VALUE;
        int first = childOf[node];
        for (int child = first; child < first + FAN_OUT; child++) {
            int at = child * COLUMNS;
            lowestCpu = Math.min(lowestCpu, boxes[at]);
            highestCpu = Math.max(highestCpu, boxes[at + 1]);
            lowestMemory = Math.min(lowestMemory, boxes[at + 2]);
            highestMemory = Math.max(highestMemory, boxes[at + 3]);
            lowest = Math.min(lowest, lowestNumber[child]);
        }
        return setBox(node, lowestCpu, highestCpu, lowestMemory, highestMemory, lowest);
    }

    private boolean setBox(
            int node,
            long lowestCpu,
            long highestCpu,
            long lowestMemory,
            long highestMemory,
            int lowest) {
        int at = node * COLUMNS;
        long change =
                (boxes[at] ^ lowestCpu)
                        | (boxes[at + 1] ^ highestCpu)
                        | (boxes[at + 2] ^ lowestMemory)
                        | (boxes[at + 3] ^ highestMemory)
                        | (lowestNumber[node] ^ lowest);
        boxes[at] = lowestCpu;
        boxes[at + 1] = highestCpu;
        boxes[at + 2] = lowestMemory;
        boxes[at + 3] = highestMemory;
        lowestNumber[node] = lowest;
        return change != 0;
    }

    // --- searches ---

    /**
     * The server of the highest score that fits, or {@link ClusterView#NONE}.
     *
     * @param demanding the task if it asks for more than CPU and memory, else null
     */
    int best(
            long cpuMicroCores, long memoryBytes, ServerScore score, @Nullable TaskView demanding) {
        cpuWanted = cpuMicroCores;
        memoryWanted = memoryBytes;
        found = ClusterView.NONE;
        foundScore = Double.NEGATIVE_INFINITY;
        for (int group = 0; group < groups; group++) {
            int root = rootOf[group];
            if (mayHold(root) != 0) {
                int at = group * COLUMNS;
                range.lowestCapacityMicroCores = groupRange[at];
                range.highestCapacityMicroCores = groupRange[at + 1];
                range.lowestCapacityBytes = groupRange[at + 2];
                range.highestCapacityBytes = groupRange[at + 3];
                if (beats(bound(root, score), root)) {
                    search(root, 0, score, demanding);
                }
            }
        }
        return found;
    }

    /** 1 if the box of a node holds the task, else 0: no branch, as in {@link FitTree}. */
    private int mayHold(int node) {
        int at = node * COLUMNS;
        long lacking = (boxes[at + 1] - cpuWanted) | (boxes[at + 3] - memoryWanted);
        return (int) (~lacking >>> 63);
    }

    private double bound(int node, ServerScore score) {
        int at = node * COLUMNS;
        range.lowestMicroCores = Math.max(boxes[at], cpuWanted);
        range.highestMicroCores = boxes[at + 1];
        range.lowestBytes = Math.max(boxes[at + 2], memoryWanted);
        range.highestBytes = boxes[at + 3];
        return score.upperBound(range);
    }

    private boolean beats(double bound, int node) {
        return bound > foundScore || (bound == foundScore && lowestNumber[node] < found);
    }

    /** Looks below a node, deep as the trie, no deeper. */
    private void search(int node, int level, ServerScore score, @Nullable TaskView demanding) {
        int first = childOf[node];
        if (first < 0) {
            searchLeaf(~first, score, demanding);
            return;
        }
        int left = 0; // a bit for each child that may hold the task
        for (int child = 0; child < FAN_OUT; child++) {
            left |= mayHold(first + child) << child;
        }
        if ((left & (left - 1)) == 0) {
            if (left != 0) {
                search(first + Integer.numberOfTrailingZeros(left), level + 1, score, demanding);
            }
            return;
        }
        int base = level * FAN_OUT;
        for (int rest = left; rest != 0; rest &= rest - 1) {
            int child = Integer.numberOfTrailingZeros(rest);
            bounds[base + child] = bound(first + child, score);
        }
        while (left != 0) {
            int child = nearest(left, base, first);
            if (!beats(bounds[base + child], first + child)) {
                return; // nor do the others
            }
            search(first + child, level + 1, score, demanding);
            left &= ~(1 << child);
        }
    }

    /** The child left with the highest bound, ties to the lowest number in it. */
    private int nearest(int left, int base, int first) {
        int nearest = Integer.numberOfTrailingZeros(left);
        for (int rest = left & (left - 1); rest != 0; rest &= rest - 1) {
            int child = Integer.numberOfTrailingZeros(rest);
            double ahead = bounds[base + child] - bounds[base + nearest];
            if (ahead > 0
                    || (ahead == 0
                            && lowestNumber[first + child] < lowestNumber[first + nearest])) {
                nearest = child;
            }
        }
        return nearest;
    }

    private void searchLeaf(int block, ServerScore score, @Nullable TaskView demanding) {
        int from = block << LEAF_BITS;
        int end = from + sizeOf[block];
        for (int i = from; i < end; i++) {
            int server = entries[i];
            if (freeMicroCores[server] >= cpuWanted
                    && freeBytes[server] >= memoryWanted
                    && (demanding == null || cluster.accepts(server, demanding))) {
                double value =
                        score.score(
                                freeMicroCores[server],
                                freeBytes[server],
                                capacityMicroCores[server],
                                capacityBytes[server]);
                if (value > foundScore || (value == foundScore && server < found)) {
                    found = server;
                    foundScore = value;
                }
            }
        }
    }
}
