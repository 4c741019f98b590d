package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What each task was measured to use: mean CPU, weighted by the length of the measurements in
 * milliseconds, and maximum memory; 24 bytes a task.
 */
final class MeasuredUse {
    private static final long MICROS_PER_MILLI = 1_000;

    private final long[] weightedCpu; // micro cores times milliseconds
    private final Map<Integer, Long> weightedHigh = new HashMap<>(); // above 2^64; as good as never
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
            boolean isTooLong = millis[task] + length < 0; // 292 million years
            millis[task] += isTooLong ? 0 : length;
            addWeighted(task, cpuMicroCores, isTooLong ? 0 : length);
        }
        memory[task] = Math.max(memory[task], memoryBytes); // absent is the smallest number
    }

    /** Adds a product of two numbers from 0 on, in 128 bits: files may claim anything. */
    private void addWeighted(int task, long cpuMicroCores, long length) {
        long low = cpuMicroCores * length;
        weightedCpu[task] += low;
        long carry = Long.compareUnsigned(weightedCpu[task], low) < 0 ? 1 : 0;
        long high = Math.multiplyHigh(cpuMicroCores, length) + carry;
        if (high != 0) {
            weightedHigh.merge(task, high, Math::addExact);
        }
    }

    /** Mean CPU use, truncated; absent if no measurement of any length has it. */
    long cpuMicroCores(int task) {
        if (millis[task] == 0) {
            return ABSENT;
        }
        if (weightedCpu[task] >= 0 && !weightedHigh.containsKey(task)) {
            return weightedCpu[task] / millis[task];
        }
        BigInteger low = new BigInteger(Long.toUnsignedString(weightedCpu[task]));
        BigInteger high = BigInteger.valueOf(weightedHigh.getOrDefault(task, 0L));
        return high.shiftLeft(Long.SIZE)
                .add(low)
                .divide(BigInteger.valueOf(millis[task]))
                .longValue();
    }

    /** Largest memory use; absent if no measurement has it. */
    long memoryBytes(int task) {
        return memory[task];
    }
}
