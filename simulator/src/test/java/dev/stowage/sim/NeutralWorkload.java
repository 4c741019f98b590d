package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The neutral workload that other simulators were measured on, from the CSV that its generator
 * writes, in columns in memory. Decimal text is read as integers: microseconds, thousandths of a
 * core and of a GiB.
 */
final class NeutralWorkload implements Workload {
    private static final long BYTES_PER_GIB = 1L << 30;

    private final int size;
    private final long[] submitMicros;
    private final long[] durationMicros;
    private final long[] cpuMicroCores;
    private final long[] memoryBytes;

    private NeutralWorkload(int size) {
        this.size = size;
        submitMicros = new long[size];
        durationMicros = new long[size];
        cpuMicroCores = new long[size];
        memoryBytes = new long[size];
    }

    static NeutralWorkload read(Path csv, int size) throws IOException {
        NeutralWorkload workload = new NeutralWorkload(size);
        try (var lines = Files.newBufferedReader(csv)) {
            lines.readLine();
            for (int i = 0; i < size; i++) {
                String line = lines.readLine();
                int first = line.indexOf(',');
                int second = line.indexOf(',', first + 1);
                int third = line.indexOf(',', second + 1);
                workload.submitMicros[i] = decimal(line, 0, first, 6);
                workload.durationMicros[i] = decimal(line, first + 1, second, 6);
                workload.cpuMicroCores[i] = decimal(line, second + 1, third, 6);
                workload.memoryBytes[i] =
                        decimal(line, third + 1, line.length(), 3) * BYTES_PER_GIB / 1000;
            }
        }
        return workload;
    }

    private static long decimal(String text, int from, int to, int digits) {
        long value = 0;
        int fraction = -1;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '.') {
                fraction = 0;
            } else {
                value = value * 10 + (c - '0');
                fraction += fraction >= 0 ? 1 : 0;
            }
        }
        for (int i = Math.max(0, fraction); i < digits; i++) {
            value *= 10;
        }
        return value;
    }

    int size() {
        return size;
    }

    @Override
    public String name() {
        return "neutral";
    }

    @Override
    public TaskSource open() {
        return new RowSource(size, Integer.MAX_VALUE) {
            @Override
            protected void fill(TaskBatch batch, int i, int task) {
                batch.submitMicros[i] = submitMicros[task];
                batch.durationMicros[i] = durationMicros[task];
                batch.cpuMicroCores[i] = cpuMicroCores[task];
                batch.memoryBytes[i] = memoryBytes[task];
                batch.jobId[i] = task;
            }
        };
    }
}
