package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * Tasks by the time at which each is expected to free its server: adds and removes any of them in
 * O(log size), and walks them in order of time without taking them out, O(log k) a step for the
 * k-th. An indexed binary heap; the walk keeps a second heap of the places where it may go on.
 */
final class EndOrder implements PlainState {
    private static final int NONE = TaskSlots.NONE;

    private int[] heap = new int[1024]; // slots
    private int[] placeOf = none(1024); // by slot
    private long[] endOf = new long[1024]; // by slot
    private int size;

    private int[] frontier = new int[64]; // places in the heap
    private int frontierSize;

    private static int[] none(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    void add(int slot, long endMicros) {
        if (slot >= placeOf.length) {
            int old = placeOf.length;
            int length = Math.max(slot + 1, Math.multiplyExact(old, 2));
            placeOf = Arrays.copyOf(placeOf, length);
            Arrays.fill(placeOf, old, length, NONE);
            endOf = Arrays.copyOf(endOf, length);
        }
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, Math.multiplyExact(size, 2));
        }
        endOf[slot] = endMicros;
        up(size++, slot);
    }

    boolean contains(int slot) {
        return slot < placeOf.length && placeOf[slot] != NONE;
    }

    /** Expected end of a task that is in. */
    long endMicros(int slot) {
        return endOf[slot];
    }

    void remove(int slot) {
        int place = placeOf[slot];
        placeOf[slot] = NONE;
        int last = heap[--size];
        if (last != slot) {
            down(place, last);
            if (heap[place] == last) {
                up(place, last);
            }
        }
    }

    private void up(int from, int slot) {
        int i = from;
        while (i > 0 && endOf[slot] < endOf[heap[(i - 1) >>> 1]]) {
            put(i, heap[(i - 1) >>> 1]);
            i = (i - 1) >>> 1;
        }
        put(i, slot);
    }

    private void down(int from, int slot) {
        int i = from;
        int child = 2 * i + 1;
        while (child < size) {
            if (child + 1 < size && endOf[heap[child + 1]] < endOf[heap[child]]) {
                child++;
            }
            if (endOf[heap[child]] >= endOf[slot]) {
                break;
            }
            put(i, heap[child]);
            i = child;
            child = 2 * i + 1;
        }
        put(i, slot);
    }

    private void put(int place, int slot) {
        heap[place] = slot;
        placeOf[slot] = place;
    }

    // --- the walk ---

    /** Begins a walk; nothing may be added or removed until it is over. */
    void startWalk() {
        frontierSize = 0;
        if (size > 0) {
            reach(0);
        }
    }

    /** The next task in order of time, or {@link TaskSlots#NONE}. */
    int walk() {
        if (frontierSize == 0) {
            return NONE;
        }
        int place = frontier[0];
        int moved = frontier[--frontierSize];
        int i = 0;
        int child = 1;
        while (child < frontierSize) {
            if (child + 1 < frontierSize && end(frontier[child + 1]) < end(frontier[child])) {
                child++;
            }
            if (end(frontier[child]) >= end(moved)) {
                break;
            }
            frontier[i] = frontier[child];
            i = child;
            child = 2 * i + 1;
        }
        frontier[i] = moved;
        if (2 * place + 1 < size) {
            reach(2 * place + 1);
        }
        if (2 * place + 2 < size) {
            reach(2 * place + 2);
        }
        return heap[place];
    }

    private long end(int place) {
        return endOf[heap[place]];
    }

    private void reach(int place) {
        if (frontierSize == frontier.length) {
            frontier = Arrays.copyOf(frontier, 2 * frontierSize);
        }
        int i = frontierSize++;
        while (i > 0 && end(place) < end(frontier[(i - 1) >>> 1])) {
            frontier[i] = frontier[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        frontier[i] = place;
    }
}
