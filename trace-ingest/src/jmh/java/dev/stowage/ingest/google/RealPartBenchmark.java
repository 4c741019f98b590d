package dev.stowage.ingest.google;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Milliseconds for the real {@code task_events} piece beside the repository (237,584 rows), on one
 * thread: {@code gzip} is {@code gzip -dc} as a process, {@code inflate} the same in Java, {@code
 * parse} adds lines, fields and numbers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class RealPartBenchmark {
    private static final String PART =
            "shared/traces/google-2011/task_events/part-00000-of-00500.csv.gz";

    private final Path part = part();

    private static Path part() {
        return Stream.of("..", "../..")
                .map(folder -> Path.of(folder, PART))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no ../" + PART));
    }

    @Benchmark
    public int gzip() throws IOException, InterruptedException {
        return new ProcessBuilder("gzip", "-dc", part.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Benchmark
    public long inflate() throws IOException {
        return IngestBenchmark.inflate(part);
    }

    @Benchmark
    public long parse() {
        return IngestBenchmark.parse(part);
    }
}
