package dev.stowage.sim.serverless;

import java.util.Arrays;

/**
 * The next time of each of many sources, least first, ties by the lower source: a 4-ary heap with
 * an index, so that a source's time can be changed in place. Changing costs O(log n).
 *
 * <p>Hot: an array of times and one of sources in heap order, so that the four children of a node
 * lie beside each other, and one of positions by source; no allocation once they have grown. An
 * instance whose load changes gets another completion time at each request, which a queue without
 * an index would pay for with stale events.
 */
final class TimeHeap {
    static final long NEVER = Long.MAX_VALUE;

    private static final int NONE = -1;

    private long[] times = new long[64]; // by position, as sources
    private int[] sources = new int[64];
    private int[] positions = new int[64]; // by source
    private int size;

    TimeHeap() {
        Arrays.fill(positions, NONE);
    }

    /** The source with the least time; only if there is one. */
    int first() {
        return sources[0];
    }

    /** The least time, or {@link #NEVER}. */
    long firstTime() {
        return size == 0 ? NEVER : times[0];
    }

    /** The time of a source, or {@link #NEVER}. */
    long time(int source) {
        return source < positions.length && positions[source] != NONE
                ? times[positions[source]]
                : NEVER;
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
            up(size++, source, time);
        } else if (time < times[position]) {
            up(position, source, time);
        } else {
            down(position, source, time);
        }
    }

    private void remove(int position) {
        positions[sources[position]] = NONE;
        int last = sources[--size];
        long time = times[size];
        if (position < size) {
            down(position, last, time);
            if (sources[position] == last) {
                up(position, last, time);
            }
        }
    }

    private void up(int from, int source, long time) {
        int position = from;
        while (position > 0) {
            int parent = (position - 1) >> 2;
            if (times[parent] < time || (times[parent] == time && sources[parent] < source)) {
                break;
            }
            put(position, sources[parent], times[parent]);
            position = parent;
        }
        put(position, source, time);
    }

    private void down(int from, int source, long time) {
        int position = from;
        while (true) {
            int child = (position << 2) + 1;
            if (child >= size) {
                break;
            }
            int end = Math.min(child + 4, size);
            int least = child;
            for (int other = child + 1; other < end; other++) {
                least = isBefore(other, least) ? other : least;
            }
            if (times[least] > time || (times[least] == time && sources[least] > source)) {
                break;
            }
            put(position, sources[least], times[least]);
            position = least;
        }
        put(position, source, time);
    }

    private void put(int position, int source, long time) {
        times[position] = time;
        sources[position] = source;
        positions[source] = position;
    }

    private boolean isBefore(int a, int b) {
        return times[a] < times[b] || (times[a] == times[b] && sources[a] < sources[b]);
    }

    private void ensure(int source) {
        if (source >= positions.length) {
            int length = Math.max(source + 1, positions.length * 2);
            int before = positions.length;
            times = Arrays.copyOf(times, length);
            sources = Arrays.copyOf(sources, length);
            positions = Arrays.copyOf(positions, length);
            Arrays.fill(positions, before, length, NONE);
        }
    }
}
