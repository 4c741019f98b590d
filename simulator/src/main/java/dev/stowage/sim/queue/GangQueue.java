package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * The gangs that wait, each by the slot of its first task: by priority (the highest first; left out
 * in order of submit), then evicted tasks first, then in order of submit. A gang is a list through
 * its tasks.
 */
final class GangQueue implements PlainState {
    static final int NONE = TaskSlots.NONE;

    private final TaskSlots slots;
    private final boolean isByPriority;
    private int[] next = new int[1024]; // by slot: the next task of its gang
    private int[] last = new int[1024]; // by first slot: the last task of its gang
    private int[] priority = new int[1024]; // by first slot: the highest of its tasks, or 0
    private boolean[] isEvicted = new boolean[1024]; // by first slot
    private int[] heap = new int[1024];
    private int size;

    GangQueue(TaskSlots slots, boolean isByPriority) {
        this.slots = slots;
        this.isByPriority = isByPriority;
    }

    /** Makes a gang of one task; it does not wait yet. */
    void make(int slot, boolean wasEvicted) {
        grow(slot);
        next[slot] = NONE;
        last[slot] = slot;
        priority[slot] = isByPriority ? slots.priority(slot) : 0;
        isEvicted[slot] = wasEvicted;
    }

    /** Adds a task to a gang that does not wait yet. */
    void join(int gang, int slot) {
        grow(slot);
        next[slot] = NONE;
        next[last[gang]] = slot;
        last[gang] = slot;
        if (isByPriority) {
            priority[gang] = Math.max(priority[gang], slots.priority(slot));
        }
    }

    private void grow(int slot) {
        if (slot >= next.length) {
            int length = Math.max(slot + 1, Math.multiplyExact(next.length, 2));
            next = Arrays.copyOf(next, length);
            last = Arrays.copyOf(last, length);
            priority = Arrays.copyOf(priority, length);
            isEvicted = Arrays.copyOf(isEvicted, length);
        }
    }

    /** The task of its gang after this one, or {@link #NONE}. */
    int next(int slot) {
        return next[slot];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The gang at the head; the queue must not be empty. */
    int head() {
        return heap[0];
    }

    /** Lets a gang wait. */
    void add(int gang) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, Math.multiplyExact(size, 2));
        }
        int i = size++;
        while (i > 0 && isBefore(gang, heap[(i - 1) >>> 1])) {
            heap[i] = heap[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        heap[i] = gang;
    }

    /** Takes the head off and returns it; the queue must not be empty. */
    int remove() {
        int first = heap[0];
        int gang = heap[--size];
        int i = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], gang)) {
                break;
            }
            heap[i] = heap[child];
            i = child;
            child = 2 * i + 1;
        }
        heap[i] = gang;
        return first;
    }

    private boolean isBefore(int gang, int other) {
        if (priority[gang] != priority[other]) {
            return priority[gang] > priority[other];
        }
        if (isEvicted[gang] != isEvicted[other]) {
            return isEvicted[gang];
        }
        return slots.submitSequence(gang) < slots.submitSequence(other);
    }
}
