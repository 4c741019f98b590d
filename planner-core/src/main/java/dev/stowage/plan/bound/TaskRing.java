package dev.stowage.plan.bound;

/** The latest tasks in order of submit, as columns; the oldest leaves when the next one arrives. */
final class TaskRing {
    private final long[] submit;
    private final long[] duration;
    private final long[] cpu;
    private final long[] memory;
    private int oldest;
    private int size;

    TaskRing(int capacity) {
        submit = new long[capacity];
        duration = new long[capacity];
        cpu = new long[capacity];
        memory = new long[capacity];
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == submit.length;
    }

    void add(long submitMicros, long durationMicros, long cpuMicroCores, long memoryBytes) {
        int slot = (oldest + size++) % submit.length;
        submit[slot] = submitMicros;
        duration[slot] = durationMicros;
        cpu[slot] = cpuMicroCores;
        memory[slot] = memoryBytes;
    }

    long submitMicros() {
        return submit[oldest];
    }

    long durationMicros() {
        return duration[oldest];
    }

    long cpuMicroCores() {
        return cpu[oldest];
    }

    long memoryBytes() {
        return memory[oldest];
    }

    void removeOldest() {
        oldest = (oldest + 1) % submit.length;
        size--;
    }
}
