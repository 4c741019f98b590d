package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/** The slots of tasks that wait, by priority (the highest first), then in order of submit. */
final class PriorityHeap implements PlainState {
    private final TaskSlots slots;
    private int[] heap = new int[1024];
    private int size;

    PriorityHeap(TaskSlots slots) {
        this.slots = slots;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The slot at the head; the heap must not be empty. */
    int head() {
        return heap[0];
    }

    void add(int slot) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, Math.multiplyExact(size, 2));
        }
        up(size++, slot);
    }

    /** Takes the head off and returns it; the heap must not be empty. */
    int remove() {
        int first = heap[0];
        int last = heap[--size];
        if (size > 0) {
            down(0, last);
        }
        return first;
    }

    /** Takes a slot out wherever it is. O(size). */
    void remove(int slot) {
        int i = 0;
        while (heap[i] != slot) {
            i++;
        }
        int last = heap[--size];
        if (i < size) {
            down(i, last);
            if (heap[i] == last) {
                up(i, last);
            }
        }
    }

    private void up(int from, int slot) {
        int i = from;
        while (i > 0 && isBefore(slot, heap[(i - 1) >>> 1])) {
            heap[i] = heap[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        heap[i] = slot;
    }

    private void down(int from, int slot) {
        int i = from;
        int child = 2 * i + 1;
        while (child < size) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], slot)) {
                break;
            }
            heap[i] = heap[child];
            i = child;
            child = 2 * i + 1;
        }
        heap[i] = slot;
    }

    private boolean isBefore(int slot, int other) {
        int priority = slots.priority(slot);
        int otherPriority = slots.priority(other);
        return priority > otherPriority
                || (priority == otherPriority
                        && slots.submitSequence(slot) < slots.submitSequence(other));
    }
}
