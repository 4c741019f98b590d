package dev.stowage.ingest.parquet;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds a row: {@code tasks} writes rows like those of a generated workload, where most
 * columns are the same or absent; {@code dictionary}, {@code plain} and {@code deltas} a file of a
 * single column in that form, {@code blocks} like {@code plain}, but block by block.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ColumnFileBenchmark {
    private static final int ROWS = 2 * ColumnFileWriter.ROWS_PER_GROUP;
    private static final int BLOCK_ROWS = 1 << 12;
    private static final int TASKS_PER_JOB = 40;

    private final long[] random = new SplittableRandom(1).longs(ROWS).toArray();
    private Path folder = Path.of("");

    @Setup
    public void create() throws IOException {
        folder = Files.createTempDirectory("column-file");
    }

    @TearDown
    public void delete() throws IOException {
        Files.delete(folder);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void tasks() throws IOException {
        TaskRow row = new TaskRow();
        row.attempts = 1;
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(folder)) {
            for (int i = 0; i < ROWS; i++) {
                long job = random[i / TASKS_PER_JOB];
                row.jobId = i / TASKS_PER_JOB;
                row.taskIndex = i % TASKS_PER_JOB;
                row.submitMicros += random[i] >>> 45;
                row.durationMicros = random[i] >>> 32;
                row.priority = (int) (job & 3);
                row.cpuMicroCores = (job >>> 2 & 63) * 10_000;
                row.memoryBytes = (job >>> 8 & 255) << 20;
                row.writeTo(file);
            }
        }
        Files.delete(CanonicalTable.TASKS.fileIn(folder));
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void dictionary() throws IOException {
        longs(255);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void plain() throws IOException {
        longs(-1);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void deltas() throws IOException {
        longs(0xffff_ffffL);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void blocks() throws IOException {
        Path path = folder.resolve("longs.parquet");
        List<Column> columns = List.of(Column.required("value", Column.Type.INT64, "a number"));
        try (ColumnFileWriter file = ColumnFileWriter.create(path, "longs", columns)) {
            for (int from = 0; from < ROWS; from += BLOCK_ROWS) {
                RowBlock block = file.block(BLOCK_ROWS);
                block.putLongs(random, from);
                block.end();
            }
        }
        Files.delete(path);
    }

    private void longs(long mask) throws IOException {
        Path path = folder.resolve("longs.parquet");
        List<Column> columns = List.of(Column.required("value", Column.Type.INT64, "a number"));
        try (ColumnFileWriter file = ColumnFileWriter.create(path, "longs", columns)) {
            for (long value : random) {
                file.putLong(value & mask);
                file.endRow();
            }
        }
        Files.delete(path);
    }
}
