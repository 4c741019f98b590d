package dev.stowage.ingest.google;

import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.FoundFile;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
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
 * Rows a second of a {@code task_events} part on one thread: {@code inflate} is the limit that gzip
 * sets, {@code parse} adds lines, fields and numbers, {@code ingest} is all of it, with pairing and
 * Parquet. The part is generated: 3 events a task, shaped like the real ones.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class IngestBenchmark {
    private static final int ROWS = 300_000;

    private Path folder;
    private Path part;

    @Setup
    public void generate() throws IOException {
        folder = Files.createTempDirectory("stowage-bench");
        part = Files.createDirectories(folder.resolve("task_events")).resolve("part-0.csv.gz");
        SplittableRandom random = new SplittableRandom(20110501);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(part))) {
            for (int task = 0; task < ROWS / 3; task++) {
                for (int event : new int[] {0, 1, 4}) {
                    out.write(row(random, task, event).getBytes(StandardCharsets.US_ASCII));
                }
            }
        }
    }

    private static String row(SplittableRandom random, int task, int event) {
        long time = 600_000_000L + task * 50_000L + event * 10_000L;
        return String.format(
                Locale.ROOT,
                "%d,,%d,%d,%d,%d,70s3v5qRyCO/1PCdI6fVXnrW8FU/w+5CKRSa72xgcIo=,%d,%d,0.%04d,%.4e,%.4e,0%n",
                time,
                3_418_309L + task / 50 * 5L,
                task % 50,
                random.nextLong(5_000_000_000L),
                event,
                task % 4,
                task % 12,
                random.nextInt(1, 5000),
                random.nextDouble() / 10,
                random.nextDouble() / 1000);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long inflate() throws IOException {
        return inflate(part);
    }

    static long inflate(Path part) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long sum = 0;
        try (InputStream in =
                new GZIPInputStream(
                        new BufferedInputStream(Files.newInputStream(part), 1 << 16), 1 << 16)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sum += count;
            }
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long parse() {
        return parse(part);
    }

    static long parse(Path part) {
        FoundFile source =
                new FoundFile(
                        part,
                        "part-0",
                        FamilyDescription.of("google-2011").table("task_events"),
                        Encoding.POSITIONAL,
                        0);
        FieldReader fields = new FieldReader(source.table(), IngestRequest.DEFAULT_MACHINE);
        long rows = 0;
        try (TextSource text = TextSource.open(part, bytes -> {})) {
            LineBlocks blocks = new LineBlocks(text);
            for (LineBlocks.Block b = blocks.next(); b != null; b = blocks.next()) {
                rows += RowChunk.parse(source, b, fields).size();
            }
        }
        return rows;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long ingest() throws IOException {
        Path output = Files.createTempDirectory(folder, "out");
        long rows =
                TraceFormats.named("google-2011")
                        .ingest(IngestRequest.of(List.of(part), output))
                        .manifest()
                        .tables()
                        .get("tasks")
                        .rowsUsed();
        if (rows != ROWS) {
            throw new IllegalStateException(rows + " rows instead of " + ROWS);
        }
        return rows;
    }

    @TearDown
    public void clean() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
