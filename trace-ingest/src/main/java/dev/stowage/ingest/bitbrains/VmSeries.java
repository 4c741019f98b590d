package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.StableOrder;
import java.util.Arrays;

/** The measurements of one virtual machine while it was provisioned; 32 bytes each. */
final class VmSeries {
    private static final int FIRST_CAPACITY = 1 << 10;

    private final String name;
    private long[] time = new long[FIRST_CAPACITY];
    private long[] cores = new long[FIRST_CAPACITY]; // micro-cores
    private long[] percent = new long[FIRST_CAPACITY]; // micro-cores of each core
    private long[] memoryUsed = new long[FIRST_CAPACITY];
    private int size;
    private long firstSeen = Long.MAX_VALUE;
    private long mostCores = ABSENT;
    private long mostMemory = ABSENT;
    private long lastMemory = ABSENT;
    private long changes;

    VmSeries(String name) {
        this.name = name;
    }

    /** It was measured, provisioned or not. */
    void see(long timeMicros) {
        firstSeen = Math.min(firstSeen, timeMicros);
    }

    /**
     * Adds a measurement.
     *
     * @param microCores number of its cores, above 0
     * @param memoryBytes capacity; 0 if it is not known
     */
    void add(
            long timeMicros,
            long microCores,
            long microCoresOfEach,
            long memoryBytes,
            long usedBytes) {
        if (size == time.length) {
            int capacity = Math.addExact(size, size >> 1);
            time = Arrays.copyOf(time, capacity);
            cores = Arrays.copyOf(cores, capacity);
            percent = Arrays.copyOf(percent, capacity);
            memoryUsed = Arrays.copyOf(memoryUsed, capacity);
        }
        boolean isChange = size > 0 && (cores[size - 1] != microCores || lastMemory != memoryBytes);
        changes += isChange ? 1 : 0;
        time[size] = timeMicros;
        cores[size] = microCores;
        percent[size] = microCoresOfEach;
        memoryUsed[size] = usedBytes;
        size++;
        lastMemory = memoryBytes;
        mostCores = Math.max(mostCores, microCores);
        mostMemory = Math.max(mostMemory, memoryBytes == 0 ? ABSENT : memoryBytes);
    }

    String name() {
        return name;
    }

    /** Measurements while it was provisioned. */
    int size() {
        return size;
    }

    /** Its first timestamp, provisioned or not. */
    long firstSeenMicros() {
        return firstSeen;
    }

    /** The largest number of cores that it ever had, in micro-cores, or absent. */
    long mostMicroCores() {
        return mostCores;
    }

    /** The largest memory that it ever had, or absent. */
    long mostMemoryBytes() {
        return mostMemory;
    }

    /** How often its capacity differs from that of the row above. */
    long changes() {
        return changes;
    }

    /** Numbers of the measurements in order of their times. */
    int[] inOrder() {
        return StableOrder.of(time, size);
    }

    long timeMicros(int row) {
        return time[row];
    }

    /** CPU use, truncated to micro-cores, or absent. */
    long usedMicroCores(int row) {
        return percent[row] == ABSENT
                ? ABSENT
                : Math.multiplyExact(cores[row] / 1000, percent[row]) / 1000;
    }

    /** Memory use, or absent. */
    long usedBytes(int row) {
        return memoryUsed[row];
    }
}
