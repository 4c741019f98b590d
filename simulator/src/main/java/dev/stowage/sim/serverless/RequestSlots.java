package dev.stowage.sim.serverless;

import java.util.Arrays;

/**
 * The requests that wait or run, in parallel arrays; a slot is used again when its request is
 * answered, so that memory follows the requests in flight and not those of the run.
 */
final class RequestSlots {
    static final int NONE = -1;

    long[] arrivalNanos = new long[256];
    double[] work = new double[256]; // demand while it waits; where its instance's work ends it
    double[] demandNanos = new double[256];
    int[] next = new int[256]; // in a queue, or of the free ones
    private int free = NONE;
    private int used;

    int take(long nanos, double demand) {
        int slot = free;
        if (slot == NONE) {
            slot = used++;
            if (slot == next.length) {
                arrivalNanos = Arrays.copyOf(arrivalNanos, slot * 2);
                work = Arrays.copyOf(work, slot * 2);
                demandNanos = Arrays.copyOf(demandNanos, slot * 2);
                next = Arrays.copyOf(next, slot * 2);
            }
        } else {
            free = next[slot];
        }
        arrivalNanos[slot] = nanos;
        work[slot] = demand;
        demandNanos[slot] = demand;
        next[slot] = NONE;
        return slot;
    }

    void release(int slot) {
        next[slot] = free;
        free = slot;
    }
}
