package dev.stowage.plan.loss;

import dev.stowage.run.ServerLog;
import java.util.Arrays;

/**
 * Which task was where and when in a run, in primitive columns, because there may be millions of
 * stays.
 */
final class StayColumns implements ServerLog {
    private static final int FIRST_CAPACITY = 1024;

    int size;
    int[] server = new int[FIRST_CAPACITY];
    long[] startMicros = new long[FIRST_CAPACITY];
    long[] endMicros = new long[FIRST_CAPACITY]; // Long.MAX_VALUE: still there at the end
    long[] cpuMicroCores = new long[FIRST_CAPACITY];
    long[] memoryBytes = new long[FIRST_CAPACITY];

    @Override
    public void stay(Stay stay) {
        if (stay.jobId() == NONE && stay.taskIndex() == (int) NONE) {
            return; // a change of a capacity
        }
        if (size == server.length) {
            int capacity = size << 1;
            server = Arrays.copyOf(server, capacity);
            startMicros = Arrays.copyOf(startMicros, capacity);
            endMicros = Arrays.copyOf(endMicros, capacity);
            cpuMicroCores = Arrays.copyOf(cpuMicroCores, capacity);
            memoryBytes = Arrays.copyOf(memoryBytes, capacity);
        }
        server[size] = stay.server();
        startMicros[size] = stay.startMicros();
        endMicros[size] = stay.endMicros() == NONE ? Long.MAX_VALUE : stay.endMicros();
        cpuMicroCores[size] = stay.cpuMicroCores();
        memoryBytes[size] = stay.memoryBytes();
        size++;
    }

    /** True if a task is there in the instant before {@code micros} is over. */
    boolean isThere(int stay, long micros) {
        return startMicros[stay] <= micros && endMicros[stay] > micros;
    }
}
