package dev.stowage.plan.bound;

import java.util.Arrays;

/**
 * Tasks that are known to run, by the time at which they end: a binary heap in parallel columns,
 * because a workload has millions of them. No entry is boxed; order of equal ends is not defined
 * and doesn't matter to sums.
 */
final class EndHeap {
    private long[] ends = new long[1024];
    private final Columns asked;
    private int size;

    /** Empty, of tasks that ask for some of so many resources. */
    EndHeap(int resources) {
        asked = new Columns(resources, ends.length);
    }

    /** Earliest end; {@link Long#MAX_VALUE} if there is none. */
    long firstEnd() {
        return size == 0 ? Long.MAX_VALUE : ends[0];
    }

    /** Fills {@code amounts} with what the task asks for that ends first. */
    void first(long[] amounts) {
        asked.get(0, amounts);
    }

    /** A copy of what all ask for of one resource, in no particular order. */
    long[] column(int resource) {
        return asked.first(resource, size);
    }

    void add(long end, long[] amounts) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            asked.grow(2 * size);
        }
        int slot = size++;
        while (slot > 0 && ends[(slot - 1) >>> 1] > end) {
            copy((slot - 1) >>> 1, slot);
            slot = (slot - 1) >>> 1;
        }
        ends[slot] = end;
        asked.set(slot, amounts);
    }

    void removeFirst() {
        size--;
        long end = ends[size];
        int slot = 0;
        while (true) {
            int child = 2 * slot + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && ends[child + 1] < ends[child]) {
                child++;
            }
            if (ends[child] >= end) {
                break;
            }
            copy(child, slot);
            slot = child;
        }
        copy(size, slot);
    }

    private void copy(int from, int to) {
        ends[to] = ends[from];
        asked.copy(from, to);
    }
}
