package dev.stowage.sim.serverless;

import java.util.Arrays;

/**
 * The next time of each of many sources, least first, ties by the lower source: a 4-ary heap with
 * an index, so that a source's time can be changed in place. Changing costs O(log n).
 *
 * <p>Hot: one array of times by source, one of sources in heap order, one of positions; no
 * allocation once they have grown. An instance whose load changes gets another completion time at
 * each request, which a queue without an index would pay for with stale events.
 */
final class TimeHeap {
    static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;

    private long[] times = new long[64];
    private int[] heap = new int[64];
    private int[] positions = new int[64];
    private int size;

    TimeHeap() {
        Arrays.fill(positions, NONE);
    }

    /** The source with the least time; only if there is one. */
    int first() {
        return heap[0];
    }

    /** The least time, or {@link #NEVER}. */
    long firstTime() {
        return size == 0 ? NEVER : times[heap[0]];
    }

    /** The time of a source, or {@link #NEVER}. */
    long time(int source) {
        return source < positions.length && positions[source] != NONE ? times[source] : NEVER;
    }

    /** Sets the time of a source; {@link #NEVER} takes it out. */
    void set(int source, long time) {
        ensure(source);
        int position = positions[source];
        if (time == NEVER) {
            if (position != NONE) {
                remove(position);
            }
            return;
        }
        if (position == NONE) {
            times[source] = time;
            up(size++, source);
        } else if (time < times[source]) {
            times[source] = time;
            up(position, source);
        } else {
            times[source] = time;
            down(position, source);
        }
    }

    private void remove(int position) {
        positions[heap[position]] = NONE;
        int last = heap[--size];
        if (position < size) {
            down(position, last);
            if (heap[position] == last) {
                up(position, last);
            }
        }
    }

    private void up(int from, int source) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) >> 2;
            if (!isBefore(source, heap[parent])) {
                break;
            }
            put(position, heap[parent]);
            position = parent;
        }
        put(position, source);
    }

    private void down(int from, int source) {
        int position = from;
        while (true) {
            int child = (position << 2) + 1;
            if (child >= size) {
                break;
            }
            int end = Math.min(child + 4, size);
            int least = child;
            for (int other = child + 1; other < end; other++) {
                least = isBefore(heap[other], heap[least]) ? other : least;
            }
            if (!isBefore(heap[least], source)) {
                break;
            }
            put(position, heap[least]);
            position = least;
        }
        put(position, source);
    }

    private void put(int position, int source) {
        heap[position] = source;
        positions[source] = position;
    }

    private boolean isBefore(int a, int b) {
        return times[a] < times[b] || (times[a] == times[b] && a < b);
    }

    private void ensure(int source) {
        if (source >= times.length) {
            int length = Math.max(source + 1, times.length * 2);
            int before = positions.length;
            times = Arrays.copyOf(times, length);
            heap = Arrays.copyOf(heap, length);
            positions = Arrays.copyOf(positions, length);
            Arrays.fill(positions, before, length, NONE);
        }
    }
}
