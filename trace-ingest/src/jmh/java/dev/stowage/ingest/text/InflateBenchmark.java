package dev.stowage.ingest.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Milliseconds to inflate a real piece beside the repository, or any gzip file ({@code -p
 * part=PATH}): {@code ours} is {@link GzipMembers}, {@code zlib} the {@link GZIPInputStream} of the
 * JDK; both check the sum.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class InflateBenchmark {
    @Param({
        "shared/traces/google-2011/task_events/part-00000-of-00500.csv.gz",
        "shared/traces/google-2011/job_events/part-00000-of-00500.csv.gz"
    })
    public String part = "";

    private final byte[] text = new byte[LineBlocks.BLOCK_BYTES];
    private byte[] gzip = {};

    @Setup
    public void read() throws IOException {
        Path file =
                Stream.of("", "..", "../..")
                        .map(folder -> Path.of(folder, part))
                        .filter(Files::exists)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no " + part));
        gzip = Files.readAllBytes(file);
    }

    @Benchmark
    public long ours() throws IOException {
        return length(new GzipMembers(new ByteArrayInputStream(gzip)));
    }

    @Benchmark
    public long zlib() throws IOException {
        return length(new GZIPInputStream(new ByteArrayInputStream(gzip), 1 << 16));
    }

    private long length(InputStream in) throws IOException {
        long length = 0;
        for (int count = in.read(text); count >= 0; count = in.read(text)) {
            length += count;
        }
        return length;
    }
}
