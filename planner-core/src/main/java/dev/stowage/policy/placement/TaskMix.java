package dev.stowage.policy.placement;

import dev.stowage.basis.PlainState;

/**
 * The sizes of the tasks seen so far: how many there were of about each size, in at most {@value
 * #SIZES} counters. Sizes within a factor of two in CPU and in memory count as one, which stands at
 * their mean. When a new size finds all counters taken, it takes over the smallest, with its count.
 * O({@value #SIZES}). Source of the counters: Metwally, Agrawal and El Abbadi, Efficient
 * computation of frequent and top-k elements in data streams, ICDT 2005 (Space-Saving).
 */
final class TaskMix implements PlainState {
    private static final int SIZES = 32;

    private final int[] code = new int[SIZES];
    private final long[] count = new long[SIZES];
    private final double[] cpuSum = new double[SIZES];
    private final double[] memorySum = new double[SIZES];
    private final long[] cpuMicroCores = new long[SIZES]; // the means
    private final long[] memoryBytes = new long[SIZES];
    private int used;

    /** Counts a task. */
    void add(long cpu, long memory) {
        int code = Long.numberOfLeadingZeros(cpu) << 8 | Long.numberOfLeadingZeros(memory);
        int at = 0;
        while (at < used && this.code[at] != code) {
            at++;
        }
        if (at == SIZES) {
            at = smallest();
        }
        if (at == used || this.code[at] != code) {
            used = Math.max(used, at + 1);
            this.code[at] = code;
            cpuSum[at] = (double) cpu * count[at];
            memorySum[at] = (double) memory * count[at];
        }
        count[at]++;
        cpuSum[at] += cpu;
        memorySum[at] += memory;
        cpuMicroCores[at] = (long) (cpuSum[at] / count[at]);
        memoryBytes[at] = (long) (memorySum[at] / count[at]);
    }

    private int smallest() {
        int smallest = 0;
        for (int i = 1; i < SIZES; i++) {
            if (count[i] < count[smallest]) {
                smallest = i;
            }
        }
        return smallest;
    }

    /** How many of the tasks seen would not fit into that much. */
    long notFitting(long freeMicroCores, long freeBytes) {
        long tasks = 0;
        for (int i = 0; i < used; i++) {
            long lacking = (freeMicroCores - cpuMicroCores[i]) | (freeBytes - memoryBytes[i]);
            tasks += count[i] & (lacking >> 63); // no branch
        }
        return tasks;
    }
}
