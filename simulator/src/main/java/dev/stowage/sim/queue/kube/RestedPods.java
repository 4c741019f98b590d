package dev.stowage.sim.queue.kube;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * Waiting tasks that have failed so often that their backoff grows no more. They are all tried, in
 * thought, whenever room is freed, in order of priority, then rank; an index finds the next one
 * that may start, so that those that can't cost nothing.
 *
 * <p>Hot: for each priority a segment tree over ranks with the least CPU and memory below each
 * node. What is added or removed costs O(log ranks); a search costs that too when what a node lets
 * through is usually there, O(ranks) at worst.
 */
final class RestedPods implements PlainState {
    static final int NONE = -1;

    private static final long ABSENT = Long.MAX_VALUE;
    private static final int LEAST_LEAVES = 64; // a power of two

    private final TaskSlots slots;

    // by band; bands in order of priority, the highest first
    private int bands;
    private int[] priorities = new int[4];
    private long[] firstRank = new long[4]; // of position 0
    private int[] sizes = new int[4];
    private int[][] slotAt = new int[4][];
    private long[][] leastMicroCores = new long[4][];
    private long[][] leastBytes = new long[4][];

    private int size;

    // what a search looks for
    private transient long freeMicroCores;
    private transient long freeBytes;

    RestedPods(TaskSlots slots) {
        this.slots = slots;
        for (int band = 0; band < slotAt.length; band++) {
            clear(band, LEAST_LEAVES);
        }
    }

    private void clear(int band, int leaves) {
        if (slotAt[band] == null || slotAt[band].length < leaves) {
            slotAt[band] = new int[leaves];
            leastMicroCores[band] = new long[2 * leaves];
            leastBytes[band] = new long[2 * leaves];
        }
        Arrays.fill(slotAt[band], TaskSlots.NONE);
        Arrays.fill(leastMicroCores[band], ABSENT);
        Arrays.fill(leastBytes[band], ABSENT);
    }

    int size() {
        return size;
    }

    int size(int band) {
        return band == NONE ? 0 : sizes[band];
    }

    /** Number of priorities that were ever seen here. */
    int bands() {
        return bands;
    }

    int priority(int band) {
        return priorities[band];
    }

    int slotAt(int band, int position) {
        return slotAt[band][position];
    }

    /** The band of a priority, or {@link #NONE}. */
    int band(int priority) {
        for (int band = 0; band < bands; band++) {
            if (priorities[band] == priority) {
                return band;
            }
        }
        return NONE;
    }

    /** False if the rank lies too far from those that are here: they have to be made anew. */
    boolean hasPlace(int priority, long rank) {
        int band = band(priority);
        return band == NONE
                || sizes[band] == 0
                || (rank >= firstRank[band] && rank < firstRank[band] + slotAt[band].length);
    }

    /** Adds a task; there must be a place for its rank. */
    void add(int slot, long rank) {
        int priority = slots.priority(slot);
        int band = band(priority);
        if (band == NONE) {
            band = insert(priority);
        }
        if (sizes[band] == 0) {
            firstRank[band] = rank - slotAt[band].length / 2;
        }
        int position = (int) (rank - firstRank[band]);
        slotAt[band][position] = slot;
        set(band, position, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        sizes[band]++;
        size++;
    }

    private int insert(int priority) {
        if (bands == priorities.length) {
            int length = 2 * bands;
            priorities = Arrays.copyOf(priorities, length);
            firstRank = Arrays.copyOf(firstRank, length);
            sizes = Arrays.copyOf(sizes, length);
            slotAt = Arrays.copyOf(slotAt, length);
            leastMicroCores = Arrays.copyOf(leastMicroCores, length);
            leastBytes = Arrays.copyOf(leastBytes, length);
            for (int band = bands; band < length; band++) {
                clear(band, LEAST_LEAVES);
            }
        }
        int at = bands++;
        int[] spareSlots = slotAt[at];
        long[] spareMicroCores = leastMicroCores[at];
        long[] spareBytes = leastBytes[at];
        while (at > 0 && priorities[at - 1] < priority) {
            priorities[at] = priorities[at - 1];
            firstRank[at] = firstRank[at - 1];
            sizes[at] = sizes[at - 1];
            slotAt[at] = slotAt[at - 1];
            leastMicroCores[at] = leastMicroCores[at - 1];
            leastBytes[at] = leastBytes[at - 1];
            at--;
        }
        priorities[at] = priority;
        sizes[at] = 0;
        slotAt[at] = spareSlots;
        leastMicroCores[at] = spareMicroCores;
        leastBytes[at] = spareBytes;
        return at;
    }

    void remove(int band, int position) {
        slotAt[band][position] = TaskSlots.NONE;
        set(band, position, ABSENT, ABSENT);
        sizes[band]--;
        size--;
    }

    /** Empties a band and makes place for so many ranks beside each other. */
    void reset(int band, int ranks) {
        size -= sizes[band];
        sizes[band] = 0;
        int leaves = LEAST_LEAVES;
        while (leaves < 4 * ranks) {
            leaves = Math.multiplyExact(leaves, 2);
        }
        clear(band, leaves);
    }

    private void set(int band, int position, long microCores, long bytes) {
        long[] cpu = leastMicroCores[band];
        long[] memory = leastBytes[band];
        int node = cpu.length / 2 + position;
        cpu[node] = microCores;
        memory[node] = bytes;
        for (node >>= 1; node > 0; node >>= 1) {
            cpu[node] = Math.min(cpu[2 * node], cpu[2 * node + 1]);
            memory[node] = Math.min(memory[2 * node], memory[2 * node + 1]);
        }
    }

    /** Position of the first task from {@code from} on, or none. */
    int first(int band, int from) {
        return find(band, from, ABSENT - 1, ABSENT - 1);
    }

    /** Position of the first task from {@code from} on that fits into the room, or none. */
    int find(int band, int from, long cpuMicroCores, long memoryBytes) {
        freeMicroCores = cpuMicroCores;
        freeBytes = memoryBytes;
        return search(leastMicroCores[band], leastBytes[band], 1, 0, slotAt[band].length, from);
    }

    private int search(long[] cpu, long[] memory, int node, int low, int high, int from) {
        if (high <= from || cpu[node] > freeMicroCores || memory[node] > freeBytes) {
            return NONE;
        }
        if (node >= cpu.length / 2) {
            return low;
        }
        int middle = (low + high) >>> 1;
        int found = search(cpu, memory, 2 * node, low, middle, from);
        return found != NONE ? found : search(cpu, memory, 2 * node + 1, middle, high, from);
    }
}
