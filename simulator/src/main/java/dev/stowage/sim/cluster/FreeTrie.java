package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.FreeRange;
import dev.stowage.policy.placement.ServerScore;
import dev.stowage.policy.placement.TaskView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The servers that are up in a binary trie over what is free on them: the server of the highest
 * {@link ServerScore} among those that fit, exactly, ties to the lowest number.
 *
 * <p>Hot. A key has a few leading bits of the free shares, in an {@link Order}, and then the
 * server's number, so that any two differ and equal servers lie in order of number. A leaf holds up
 * to {@value #LEAF} servers; it splits by the next bit of the key, and two small ones become one
 * again, so that the trie is fine where there are many servers, however they are distributed, and
 * never needs rebalancing. Each node knows the box of what is free on its servers and their lowest
 * number. A box may be stale, too large: what leaves it is not followed, a search that finds
 * nothing in it takes it anew. The search is branch and bound, better child first; boxes only rule
 * out, so the answer never depends on the keys. An update costs O(log(servers)) at most 64 steps
 * down and mostly one or two up; a search costs what its bounds are worth: about log(servers) for a
 * score that grows with what is free, and an adversary can make it all servers.
 *
 * <p>Servers of about the same capacity share a trie, so that a box of shares is a box of amounts.
 * Guarded by {@code PlacementBenchmark}.
 */
final class FreeTrie {
    /** By what the servers lie side by side. */
    enum Order {
        /** Free CPU and free memory, bit by bit in turn. */
        BOTH,
        /** Free CPU. */
        CPU,
        /** Free memory. */
        MEMORY
    }

    private static final int LEAF_BITS = 5;
    private static final int LEAF = 1 << LEAF_BITS;
    private static final int MERGED = 12;
    private static final int SPARE_BITS = 8; // of the shares, beyond one server a value
    private static final int CAPACITY_BITS = 4; // capacities of a group differ by less than 1 / 16
    private static final int COLUMNS = 4;
    private static final int NO_NODE = -1;

    private final Order order;
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

    // nodes; two children have adjacent numbers
    private long[] boxes = new long[0]; // lowest and highest CPU, lowest and highest memory
    private int[] lowestNumber = new int[0];
    private int[] childOf = new int[0]; // the first child, or ~block of a leaf
    private int[] parentOf = new int[0];
    private byte[] bitOf = new byte[0]; // that tells the children apart
    private int usedNodes;
    private int freePair = NO_NODE; // linked by parentOf

    // blocks of the leaves
    private int[] entries = new int[0];
    private int[] sizeOf = new int[0];
    private int[] nodeOf = new int[0];
    private boolean[] isStale = new boolean[0];
    private int usedBlocks;
    private int freeBlock = NO_NODE; // linked by nodeOf

    // the search under way
    private final FreeRange range = new FreeRange();
    private long cpuWanted;
    private long memoryWanted;
    private int found;
    private double foundScore;

    /** An empty trie over the columns of a cluster, which it shares. */
    FreeTrie(Order order, Cluster cluster, ServerColumns columns) {
        this.order = order;
        this.cluster = cluster;
        freeMicroCores = columns.freeMicroCores();
        freeBytes = columns.freeBytes();
        capacityMicroCores = columns.capacityMicroCores();
        capacityBytes = columns.capacityBytes();
        int size = freeMicroCores.length;
        numberBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(size - 1));
        shareBits = numberBits + SPARE_BITS & -2;
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

    /** Takes a server out. */
    void remove(int server) {
        takeOut(server);
    }

    /** Follows a change of what is free on a server; its capacity is the same. */
    void move(int server) {
        long key = key(server);
        int leaf = nodeOf[placeOf[server] >> LEAF_BITS];
        if ((key ^ keyOf[server]) >>> (bitOf[leaf] + 1) == 0) {
            keyOf[server] = key;
            isStale[placeOf[server] >> LEAF_BITS] = true;
            raise(leaf, server);
        } else {
            takeOut(server);
            insert(server, key, rootOf[groupOf[server]]);
        }
    }

    private long key(int server) {
        double scale = 1L << (order == Order.BOTH ? shareBits / 2 : shareBits);
        long cpu = fixed(freeMicroCores[server], capacityMicroCores[server], scale);
        long memory = fixed(freeBytes[server], capacityBytes[server], scale);
        long shares =
                switch (order) {
                    case BOTH -> spread(cpu) << 1 | spread(memory);
                    case CPU -> cpu;
                    case MEMORY -> memory;
                };
        return shares << numberBits | server;
    }

    private static long fixed(long free, long capacity, double scale) {
        return capacity == 0 ? 0 : (long) Math.min(scale - 1, (double) free / capacity * scale);
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
            node = childOf[node] + (int) (key >>> bitOf[node] & 1);
        }
        int block = ~childOf[node];
        while (sizeOf[block] == LEAF) {
            split(node);
            node = childOf[node] + (int) (key >>> bitOf[node] & 1);
            block = ~childOf[node];
        }
        keyOf[server] = key;
        append(block, server);
        raise(node, server);
    }

    private void append(int block, int server) {
        int place = (block << LEAF_BITS) + sizeOf[block]++;
        entries[place] = server;
        placeOf[server] = place;
    }

    /** Widens the boxes from a leaf upwards, as far as they don't hold the server. */
    private void raise(int leaf, int server) {
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

    private void takeOut(int server) {
        int place = placeOf[server];
        int block = place >> LEAF_BITS;
        int size = --sizeOf[block];
        int last = entries[(block << LEAF_BITS) + size];
        entries[place] = last;
        placeOf[last] = place;
        placeOf[server] = NO_NODE;
        isStale[block] = true;
        int leaf = nodeOf[block];
        if (size == 0) {
            clear(leaf);
        }
        if (size <= MERGED / 2) {
            mergeAbove(leaf);
        }
    }

    private void split(int node) {
        int block = ~childOf[node];
        int first = newPair(node);
        int bit = bitOf[node];
        int ones = newBlock(first + 1);
        childOf[first] = ~block;
        nodeOf[block] = first;
        childOf[first + 1] = ~ones;
        childOf[node] = first;
        int from = block << LEAF_BITS;
        int size = sizeOf[block];
        sizeOf[block] = 0;
        for (int i = from; i < from + size; i++) {
            append((keyOf[entries[i]] >>> bit & 1) == 0 ? block : ones, entries[i]);
        }
        tightenLeaf(first, block);
        tightenLeaf(first + 1, ones);
    }

    /** Makes one leaf of a small leaf and its sibling, and so on upwards. */
    private void mergeAbove(int leaf) {
        int node = parentOf[leaf];
        while (node != NO_NODE) {
            int first = childOf[node];
            if (childOf[first] >= 0 || childOf[first + 1] >= 0) {
                return;
            }
            int kept = ~childOf[first];
            int gone = ~childOf[first + 1];
            if (sizeOf[kept] + sizeOf[gone] > MERGED) {
                return;
            }
            int from = gone << LEAF_BITS;
            for (int i = from; i < from + sizeOf[gone]; i++) {
                append(kept, entries[i]);
            }
            nodeOf[gone] = freeBlock;
            freeBlock = gone;
            parentOf[first] = freePair;
            freePair = first;
            childOf[node] = ~kept;
            nodeOf[kept] = node;
            isStale[kept] = true;
            if (sizeOf[kept] == 0) {
                clear(node);
            }
            node = parentOf[node];
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
        int root = newPair(NO_NODE); // its second node stays unused
        bitOf[root] = (byte) (shareBits + numberBits - 1);
        childOf[root] = ~newBlock(root);
        return root;
    }

    private int newPair(int parent) {
        int first = freePair;
        if (first == NO_NODE) {
            if (usedNodes + 2 > childOf.length) {
                growNodes(Math.max(64, usedNodes * 2));
            }
            first = usedNodes;
            usedNodes += 2;
        } else {
            freePair = parentOf[first];
        }
        byte bit = (byte) (parent == NO_NODE ? 0 : bitOf[parent] - 1);
        for (int node = first; node < first + 2; node++) {
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
                isStale = Arrays.copyOf(isStale, length);
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

    private void tightenLeaf(int leaf, int block) {
        long lowestCpu = Long.MAX_VALUE;
        long highestCpu = -1;
        long lowestMemory = Long.MAX_VALUE;
        long highestMemory = -1;
        int lowest = Integer.MAX_VALUE;
        int from = block << LEAF_BITS;
        for (int i = from; i < from + sizeOf[block]; i++) {
            int server = entries[i];
            lowestCpu = Math.min(lowestCpu, freeMicroCores[server]);
            highestCpu = Math.max(highestCpu, freeMicroCores[server]);
            lowestMemory = Math.min(lowestMemory, freeBytes[server]);
            highestMemory = Math.max(highestMemory, freeBytes[server]);
            lowest = Math.min(lowest, server);
        }
        int at = leaf * COLUMNS;
        boxes[at] = lowestCpu;
        boxes[at + 1] = highestCpu;
        boxes[at + 2] = lowestMemory;
        boxes[at + 3] = highestMemory;
        lowestNumber[leaf] = lowest;
        isStale[block] = false;
    }

    /** Takes the box of a node anew from its children; true if it shrank. */
    private boolean tighten(int node) {
        int at = node * COLUMNS;
        int a = childOf[node] * COLUMNS;
        int b = a + COLUMNS;
        long lowestCpu = Math.min(boxes[a], boxes[b]);
        long highestCpu = Math.max(boxes[a + 1], boxes[b + 1]);
        long lowestMemory = Math.min(boxes[a + 2], boxes[b + 2]);
        long highestMemory = Math.max(boxes[a + 3], boxes[b + 3]);
        int lowest = Math.min(lowestNumber[childOf[node]], lowestNumber[childOf[node] + 1]);
        if (boxes[at] == lowestCpu
                && boxes[at + 1] == highestCpu
                && boxes[at + 2] == lowestMemory
                && boxes[at + 3] == highestMemory
                && lowestNumber[node] == lowest) {
            return false;
        }
        boxes[at] = lowestCpu;
        boxes[at + 1] = highestCpu;
        boxes[at + 2] = lowestMemory;
        boxes[at + 3] = highestMemory;
        lowestNumber[node] = lowest;
        return true;
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
            if (mayHold(root)) {
                int at = group * COLUMNS;
                range.lowestCapacityMicroCores = groupRange[at];
                range.highestCapacityMicroCores = groupRange[at + 1];
                range.lowestCapacityBytes = groupRange[at + 2];
                range.highestCapacityBytes = groupRange[at + 3];
                if (found == ClusterView.NONE || beats(bound(root, score), root)) {
                    search(root, score, demanding);
                }
            }
        }
        return found;
    }

    /** The score of the server that {@link #best} found. */
    double foundScore() {
        return foundScore;
    }

    private boolean mayHold(int node) {
        int at = node * COLUMNS;
        return boxes[at + 1] >= cpuWanted && boxes[at + 3] >= memoryWanted;
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

    /** Looks below a node, deep as the trie, no deeper; true if the node's box shrank. */
    private boolean search(int node, ServerScore score, @Nullable TaskView demanding) {
        int near = childOf[node];
        if (near < 0) {
            return searchLeaf(node, ~near, score, demanding);
        }
        int far = near + 1;
        boolean hasShrunk;
        if (!mayHold(near) || !mayHold(far)) {
            int only = mayHold(near) ? near : far;
            hasShrunk = !mayHold(only) || search(only, score, demanding);
        } else {
            double nearBound = bound(near, score);
            double farBound = bound(far, score);
            if (farBound > nearBound
                    || (farBound == nearBound && lowestNumber[far] < lowestNumber[near])) {
                double swapped = nearBound;
                nearBound = farBound;
                farBound = swapped;
                far = near++;
            }
            hasShrunk =
                    (found == ClusterView.NONE || beats(nearBound, near))
                            && search(near, score, demanding);
            if (found == ClusterView.NONE || beats(farBound, far)) {
                hasShrunk |= search(far, score, demanding);
            }
        }
        return hasShrunk && tighten(node);
    }

    private boolean searchLeaf(
            int leaf, int block, ServerScore score, @Nullable TaskView demanding) {
        int from = block << LEAF_BITS;
        int end = from + sizeOf[block];
        int before = found;
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
        if (found != before || !isStale[block]) {
            return false;
        }
        tightenLeaf(leaf, block);
        return true;
    }
}
