package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * The slots of the tasks that wait, in order of submit. New ones come in at the tail of a ring;
 * evicted ones, which were submitted before any that never started, wait in a heap in front of it.
 */
final class PendingQueue implements PlainState {
    private final TaskSlots slots;
    private int[] ring = new int[1024];
    private int head;
    private int size;
    private int[] evicted = new int[16];
    private int evictedSize;

    PendingQueue(TaskSlots slots) {
        this.slots = slots;
    }

    boolean isEmpty() {
        return size == 0 && evictedSize == 0;
    }

    int size() {
        return size + evictedSize;
    }

    /** The slot at the head; the queue must not be empty. */
    int head() {
        return evictedSize > 0 ? evicted[0] : ring[head];
    }

    /** Adds a task that was just submitted. */
    void add(int slot) {
        if (size == ring.length) {
            int[] larger = new int[Math.multiplyExact(size, 2)];
            int front = size - head;
            System.arraycopy(ring, head, larger, 0, front);
            System.arraycopy(ring, 0, larger, front, head);
            ring = larger;
            head = 0;
        }
        ring[(head + size) & (ring.length - 1)] = slot;
        size++;
    }

    /** Adds a task that was evicted. */
    void addEvicted(int slot) {
        if (evictedSize == evicted.length) {
            evicted = Arrays.copyOf(evicted, Math.multiplyExact(evictedSize, 2));
        }
        int i = evictedSize++;
        while (i > 0 && isBefore(slot, evicted[(i - 1) >>> 1])) {
            evicted[i] = evicted[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        evicted[i] = slot;
    }

    /** Takes the head off and returns it; the queue must not be empty. */
    int remove() {
        if (evictedSize > 0) {
            return removeEvicted();
        }
        int slot = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return slot;
    }

    /** Takes the task that was submitted last off and returns it; it must wait. */
    int removeLast() {
        size--;
        return ring[(head + size) & (ring.length - 1)];
    }

    private int removeEvicted() {
        int first = evicted[0];
        int slot = evicted[--evictedSize];
        int i = 0;
        int child = 1;
        while (child < evictedSize) {
            if (child + 1 < evictedSize && isBefore(evicted[child + 1], evicted[child])) {
                child++;
            }
            if (!isBefore(evicted[child], slot)) {
                break;
            }
            evicted[i] = evicted[child];
            i = child;
            child = 2 * i + 1;
        }
        evicted[i] = slot;
        return first;
    }

    private boolean isBefore(int slot, int other) {
        return slots.submitSequence(slot) < slots.submitSequence(other);
    }

    /** How many slots come before one that waits. O(n). */
    int ahead(int slot) {
        long sequence = slots.submitSequence(slot);
        int before = 0;
        for (int i = 0; i < evictedSize; i++) {
            before += slots.submitSequence(evicted[i]) < sequence ? 1 : 0;
        }
        for (int i = 0; i < size; i++) {
            int other = ring[(head + i) & (ring.length - 1)];
            before += slots.submitSequence(other) < sequence ? 1 : 0;
        }
        return before;
    }
}
