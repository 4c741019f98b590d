package dev.stowage.rightsizing.replay;

import dev.stowage.rightsizing.evidence.UseRow;
import java.util.Arrays;

/**
 * Measurements that have begun, by the time at which they end: a binary heap over slots of parallel
 * columns; none is boxed. Equal ends come in no defined order, which does not matter to sums.
 */
final class RunningUse {
    private long[] ends = new long[256]; // the heap
    private int[] slots = new int[256];
    private int size;

    private int[] replicas = new int[256]; // by slot
    private long[] cpu = new long[256];
    private long[] memory = new long[256];
    private int[] free = new int[256];
    private int freeSize;
    private int used;

    /** Earliest end; {@link Long#MAX_VALUE} if there is none. */
    long firstEnd() {
        return size == 0 ? Long.MAX_VALUE : ends[0];
    }

    int firstReplica() {
        return replicas[slots[0]];
    }

    /** May be {@link UseRow#UNKNOWN}. */
    long firstCpu() {
        return cpu[slots[0]];
    }

    /** May be {@link UseRow#UNKNOWN}. */
    long firstMemory() {
        return memory[slots[0]];
    }

    void add(UseRow row) {
        int slot = freeSize > 0 ? free[--freeSize] : used++;
        if (slot == replicas.length) {
            grow();
        }
        replicas[slot] = row.replica;
        cpu[slot] = row.cpuMicroCores;
        memory[slot] = row.memoryBytes;
        long end = row.endMicros;
        int at = size++;
        while (at > 0 && ends[(at - 1) >>> 1] > end) {
            ends[at] = ends[(at - 1) >>> 1];
            slots[at] = slots[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        ends[at] = end;
        slots[at] = slot;
    }

    void removeFirst() {
        free[freeSize++] = slots[0];
        size--;
        long end = ends[size];
        int at = 0;
        int child = 1;
        while (child < size) {
            child += child + 1 < size && ends[child + 1] < ends[child] ? 1 : 0;
            if (ends[child] >= end) {
                break;
            }
            ends[at] = ends[child];
            slots[at] = slots[child];
            at = child;
            child = 2 * at + 1;
        }
        ends[at] = end;
        slots[at] = slots[size];
    }

    private void grow() {
        int length = 2 * replicas.length;
        ends = Arrays.copyOf(ends, length);
        slots = Arrays.copyOf(slots, length);
        replicas = Arrays.copyOf(replicas, length);
        cpu = Arrays.copyOf(cpu, length);
        memory = Arrays.copyOf(memory, length);
        free = Arrays.copyOf(free, length);
    }
}
