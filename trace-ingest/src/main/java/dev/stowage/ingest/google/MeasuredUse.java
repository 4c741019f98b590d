package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import java.util.Arrays;

/**
 * What each task was measured to use: mean CPU, weighted by the length of the measurements in
 * milliseconds, and maximum memory; 24 bytes a task.
 */
final class MeasuredUse {
    private static final long MICROS_PER_MILLI = 1_000;

    private final long[] weightedCpu; // micro cores times milliseconds
    private final long[] millis;
    private final long[] memory;

    MeasuredUse(int tasks) {
        weightedCpu = new long[tasks];
        millis = new long[tasks];
        memory = new long[tasks];
        Arrays.fill(memory, ABSENT);
    }

    /** Adds one measurement; a value that is absent doesn't count. */
    void add(int task, long lengthMicros, long cpuMicroCores, long memoryBytes) {
        if (cpuMicroCores != ABSENT) {
            long length = lengthMicros / MICROS_PER_MILLI;
            millis[task] += length;
            long product = Math.multiplyExact(cpuMicroCores, length);
            weightedCpu[task] = Math.addExact(weightedCpu[task], product);
        }
        memory[task] = Math.max(memory[task], memoryBytes); // absent is the smallest number
    }

    /** Mean CPU use, truncated; absent if no measurement of any length has it. */
    long cpuMicroCores(int task) {
        return millis[task] == 0 ? ABSENT : weightedCpu[task] / millis[task];
    }

    /** Largest memory use; absent if no measurement has it. */
    long memoryBytes(int task) {
        return memory[task];
    }
}
