package dev.stowage.sim.serverless;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instances of all functions, in parallel arrays. The requests that an instance works on share
 * its cores equally, each at most as many cores as a request can use (processor sharing). Work is
 * counted per request in nanoseconds of a core since the instance was last idle: a request that
 * begins at work w with a demand d is answered at work w + d.
 */
final class Instances {
    static final int NONE = -1;

    int[] function = new int[64];
    int[] server = new int[64];
    int[] position = new int[64]; // in its function's list, NONE while it drains
    long[] microCores = new long[64];
    long[] bytes = new long[64];
    long[] startNanos = new long[64];
    long[] readyNanos = new long[64]; // MAX_VALUE while it is made
    long[] identity = new long[64];
    long[] givenNanos = new long[64]; // since when it has the CPU that it has
    int[] running = new int[64];
    double[] usedNanos = new double[64]; // CPU time since the start
    private double[] parallelism = new double[64];
    private double[] work = new double[64];
    private long[] settledNanos = new long[64];
    private int[][] heaps = new int[64][]; // slots of running requests, the first to end first
    private @Nullable RequestQueue[] queues = new RequestQueue[64];
    private int[] next = new int[64]; // of the free ones
    private int free = NONE;
    private long working;
    private int count;
    private long made;
    private final RequestSlots slots;

    Instances(RequestSlots slots) {
        this.slots = slots;
    }

    int make(int ofFunction, int onServer, long cpuMicroCores, double requestCores, long nanos) {
        int i = free;
        if (i == NONE) {
            i = count++;
            ensure(i);
        } else {
            free = next[i];
        }
        function[i] = ofFunction;
        server[i] = onServer;
        microCores[i] = cpuMicroCores;
        parallelism[i] = requestCores;
        startNanos[i] = nanos;
        givenNanos[i] = nanos;
        readyNanos[i] = Long.MAX_VALUE;
        identity[i] = made++;
        running[i] = 0;
        usedNanos[i] = 0;
        work[i] = 0;
        settledNanos[i] = nanos;
        if (heaps[i] == null) {
            heaps[i] = new int[4];
        }
        return i;
    }

    void remove(int i) {
        next[i] = free;
        free = i;
    }

    /** The queue of requests that an instance holds beyond those that it works on. */
    RequestQueue queue(int i) {
        RequestQueue queue = queues[i];
        if (queue == null) {
            queue = new RequestQueue(slots);
            queues[i] = queue;
        }
        return queue;
    }

    int held(int i) {
        RequestQueue queue = queues[i];
        return queue == null ? 0 : queue.size();
    }

    /** Requests that instances work on. */
    long working() {
        return working;
    }

    private double rate(int i) {
        return Math.min(parallelism[i], microCores[i] / 1e6 / running[i]);
    }

    /** Counts the work done until now; returns the CPU time that it took. */
    double settle(int i, long nanos) {
        double spent = 0;
        if (running[i] > 0) {
            double done = (nanos - settledNanos[i]) * rate(i);
            work[i] += done;
            spent = done * running[i];
            usedNanos[i] += spent;
        }
        settledNanos[i] = nanos;
        return spent;
    }

    /** CPU time used until now, without counting it. */
    double usedNanos(int i, long nanos) {
        return running[i] == 0
                ? usedNanos[i]
                : usedNanos[i] + (nanos - settledNanos[i]) * rate(i) * running[i];
    }

    /** Begins a request; the instance must be settled. */
    void begin(int i, int slot) {
        if (running[i] == 0) {
            work[i] = 0;
        }
        slots.work[slot] += work[i];
        int[] heap = heaps[i];
        if (running[i] == heap.length) {
            heap = Arrays.copyOf(heap, heap.length * 2);
            heaps[i] = heap;
        }
        working++;
        int at = running[i]++;
        double end = slots.work[slot];
        while (at > 0 && end < slots.work[heap[(at - 1) >> 1]]) {
            heap[at] = heap[(at - 1) >> 1];
            at = (at - 1) >> 1;
        }
        heap[at] = slot;
    }

    /** When the next request is answered if nothing changes, or {@link TimeHeap#NEVER}. */
    long nextEndNanos(int i, long nanos) {
        if (running[i] == 0) {
            return TimeHeap.NEVER;
        }
        double left = slots.work[heaps[i][0]] - work[i];
        return nanos + Math.max(0, (long) Math.ceil(left / rate(i)));
    }

    /** Ends the request that is due; the instance must be settled. */
    int end(int i) {
        int[] heap = heaps[i];
        int ended = heap[0];
        work[i] = Math.max(work[i], slots.work[ended]); // the last bit of a nanosecond
        working--;
        int last = heap[--running[i]];
        int size = running[i];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && slots.work[heap[child + 1]] < slots.work[heap[child]]) {
                child++;
            }
            if (slots.work[last] <= slots.work[heap[child]]) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return ended;
    }

    private void ensure(int i) {
        if (i < function.length) {
            return;
        }
        int length = 2 * function.length;
        function = Arrays.copyOf(function, length);
        server = Arrays.copyOf(server, length);
        position = Arrays.copyOf(position, length);
        microCores = Arrays.copyOf(microCores, length);
        bytes = Arrays.copyOf(bytes, length);
        startNanos = Arrays.copyOf(startNanos, length);
        readyNanos = Arrays.copyOf(readyNanos, length);
        identity = Arrays.copyOf(identity, length);
        givenNanos = Arrays.copyOf(givenNanos, length);
        running = Arrays.copyOf(running, length);
        usedNanos = Arrays.copyOf(usedNanos, length);
        parallelism = Arrays.copyOf(parallelism, length);
        work = Arrays.copyOf(work, length);
        settledNanos = Arrays.copyOf(settledNanos, length);
        heaps = Arrays.copyOf(heaps, length);
        queues = Arrays.copyOf(queues, length);
        next = Arrays.copyOf(next, length);
    }
}
