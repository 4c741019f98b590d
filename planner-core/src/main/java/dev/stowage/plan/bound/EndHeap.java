package dev.stowage.plan.bound;

import java.util.Arrays;

/**
 * Tasks that are known to run, by the time at which they end: a binary heap in parallel columns,
 * because a workload has millions of them. No entry is boxed; order of equal ends is not defined
 * and doesn't matter to sums.
 */
final class EndHeap {
    private long[] ends = new long[1024];
    private long[] cpu = new long[1024];
    private long[] memory = new long[1024];
    private int size;

    /** Earliest end; {@link Long#MAX_VALUE} if there is none. */
    long firstEnd() {
        return size == 0 ? Long.MAX_VALUE : ends[0];
    }

    long firstCpu() {
        return cpu[0];
    }

    long firstMemory() {
        return memory[0];
    }

    /** A copy of one column, in no particular order. */
    long[] column(Dimension dimension) {
        return Arrays.copyOf(dimension == Dimension.CPU ? cpu : memory, size);
    }

    void add(long end, long cpuMicroCores, long memoryBytes) {
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            cpu = Arrays.copyOf(cpu, 2 * size);
            memory = Arrays.copyOf(memory, 2 * size);
        }
        int slot = size++;
        while (slot > 0 && ends[(slot - 1) >>> 1] > end) {
            copy((slot - 1) >>> 1, slot);
            slot = (slot - 1) >>> 1;
        }
        put(slot, end, cpuMicroCores, memoryBytes);
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
        put(slot, end, cpu[size], memory[size]);
    }

    private void copy(int from, int to) {
        put(to, ends[from], cpu[from], memory[from]);
    }

    private void put(int slot, long end, long cpuMicroCores, long memoryBytes) {
        ends[slot] = end;
        cpu[slot] = cpuMicroCores;
        memory[slot] = memoryBytes;
    }
}
