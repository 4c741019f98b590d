package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * The tasks that wait, in order of submit, with an index that finds the next one that may start on
 * a server: one whose requests fit into some room and that is either short enough or small enough.
 *
 * <p>Hot: a segment tree over the positions of the queue with the least CPU, memory and run time
 * below each node. What is added or removed costs O(log positions); a search costs that too when
 * what a node lets through is usually there, O(positions) at worst. Positions are compacted when
 * half of them are empty.
 */
final class WaitingTasks implements PlainState {
    static final int NONE = -1;

    private static final long ABSENT = Long.MAX_VALUE;

    private final TaskSlots slots;
    private final RunEstimate estimate;
    private int leaves = 1024; // a power of two
    private int[] slotAt = new int[leaves];
    private int[] positionOf = new int[1024]; // by slot
    private long[] leastMicroCores = absent(2 * leaves);
    private long[] leastBytes = absent(2 * leaves);
    private long[] leastMicros = absent(2 * leaves);
    private int end; // positions from here on were never used
    private int size;

    // what a search looks for
    private long freeMicroCores;
    private long freeBytes;
    private long shortMicros;
    private long smallMicroCores;
    private long smallBytes;

    WaitingTasks(TaskSlots slots, RunEstimate estimate) {
        this.slots = slots;
        this.estimate = estimate;
        Arrays.fill(slotAt, TaskSlots.NONE);
    }

    private static long[] absent(int length) {
        long[] values = new long[length];
        Arrays.fill(values, ABSENT);
        return values;
    }

    int size() {
        return size;
    }

    int slotAt(int position) {
        return slotAt[position];
    }

    int positionOf(int slot) {
        return positionOf[slot];
    }

    /** Position of the first task, or {@link #NONE}. */
    int first() {
        return anyFrom(0);
    }

    /** Takes the first task out and returns it; there must be one. */
    int removeFirst() {
        int first = first();
        int slot = slotAt(first);
        remove(first);
        return slot;
    }

    /** Position of the first task from {@code position} on, or {@link #NONE}. */
    int anyFrom(int position) {
        return find(position, ABSENT - 1, ABSENT - 1);
    }

    /** Adds a task that was submitted after all others. */
    void addLast(int slot) {
        if (end == leaves) {
            rebuild(new int[0], 0);
        }
        set(end++, slot);
        size++;
    }

    /** Adds tasks anywhere, at their places; reorders {@code added}. O(positions). */
    void addAll(int[] added, int count) {
        rebuild(added, count);
        size += count;
    }

    void remove(int position) {
        slotAt[position] = TaskSlots.NONE;
        size--;
        int node = leaves + position;
        leastMicroCores[node] = ABSENT;
        leastBytes[node] = ABSENT;
        leastMicros[node] = ABSENT;
        joinAbove(node);
        if (position == end - 1) {
            end--;
        }
    }

    private void set(int position, int slot) {
        place(position, slot);
        joinAbove(leaves + position);
    }

    private void place(int position, int slot) {
        slotAt[position] = slot;
        if (slot >= positionOf.length) {
            positionOf = Arrays.copyOf(positionOf, Math.max(slot + 1, 2 * positionOf.length));
        }
        positionOf[slot] = position;
        int node = leaves + position;
        leastMicroCores[node] = slots.cpuMicroCores(slot);
        leastBytes[node] = slots.memoryBytes(slot);
        leastMicros[node] = estimate.micros(slot);
    }

    private void joinAbove(int from) {
        for (int node = from >> 1; node > 0; node >>= 1) {
            join(node);
        }
    }

    private void join(int node) {
        int left = 2 * node;
        leastMicroCores[node] = Math.min(leastMicroCores[left], leastMicroCores[left + 1]);
        leastBytes[node] = Math.min(leastBytes[left], leastBytes[left + 1]);
        leastMicros[node] = Math.min(leastMicros[left], leastMicros[left + 1]);
    }

    private void rebuild(int[] added, int count) {
        int[] all = new int[size + count];
        int n = 0;
        sortBySubmit(added, count);
        int next = 0;
        for (int position = 0; position < end; position++) {
            int slot = slotAt[position];
            if (slot != TaskSlots.NONE) {
                while (next < count && isBefore(added[next], slot)) {
                    all[n++] = added[next++];
                }
                all[n++] = slot;
            }
        }
        while (next < count) {
            all[n++] = added[next++];
        }
        while (leaves < 2 * n) {
            leaves = Math.multiplyExact(leaves, 2);
        }
        slotAt = new int[leaves];
        Arrays.fill(slotAt, TaskSlots.NONE);
        leastMicroCores = absent(2 * leaves);
        leastBytes = absent(2 * leaves);
        leastMicros = absent(2 * leaves);
        for (int i = 0; i < n; i++) {
            place(i, all[i]);
        }
        for (int node = leaves - 1; node > 0; node--) {
            join(node);
        }
        end = n;
    }

    private void sortBySubmit(int[] values, int count) {
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            keys[i] = slots.submitSequence(values[i]);
        }
        Integer[] order = new Integer[count]; // cold: evictions only
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(keys[a], keys[b]));
        int[] sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = values[order[i]];
        }
        System.arraycopy(sorted, 0, values, 0, count);
    }

    private boolean isBefore(int slot, int other) {
        return slots.submitSequence(slot) < slots.submitSequence(other);
    }

    /**
     * Position of the first task from {@code from} on that fits into the room, or {@link #NONE}.
     */
    int find(int from, long cpuMicroCores, long memoryBytes) {
        return find(from, cpuMicroCores, memoryBytes, ABSENT, 0, 0);
    }

    /**
     * Position of the first task from {@code from} on that fits into the room and is short, or else
     * fits into the small room; {@link #NONE} if there is none.
     */
    int find(
            int from,
            long cpuMicroCores,
            long memoryBytes,
            long atMostMicros,
            long smallCpuMicroCores,
            long smallMemoryBytes) {
        freeMicroCores = cpuMicroCores;
        freeBytes = memoryBytes;
        shortMicros = atMostMicros;
        smallMicroCores = smallCpuMicroCores;
        smallBytes = smallMemoryBytes;
        return search(1, 0, leaves, from);
    }

    private int search(int node, int low, int high, int from) {
        if (high <= from || !mayMatch(node)) {
            return NONE;
        }
        if (node >= leaves) {
            return low;
        }
        int middle = (low + high) >>> 1;
        int found = search(2 * node, low, middle, from);
        return found != NONE ? found : search(2 * node + 1, middle, high, from);
    }

    private boolean mayMatch(int node) {
        long cpu = leastMicroCores[node];
        long memory = leastBytes[node];
        return cpu != ABSENT
                && cpu <= freeMicroCores
                && memory <= freeBytes
                && (leastMicros[node] <= shortMicros
                        || (cpu <= smallMicroCores && memory <= smallBytes));
    }
}
