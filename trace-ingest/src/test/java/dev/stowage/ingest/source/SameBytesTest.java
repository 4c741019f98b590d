package dev.stowage.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The result of an ingest depends neither on its threads nor on its memory. */
class SameBytesTest {
    private static final long LEAST_MEMORY = 1; // everything goes to disk as soon as it can
    private static final long SOME_MEMORY = 4 << 20;

    @TempDir Path folder = Path.of("");
    private int runs;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "google-2011",
                "google-2019",
                "alibaba-2017",
                "alibaba-2018",
                "alibaba-gpu-2023",
                "azure-2017",
                "bitbrains",
                "swf"
            })
    void ofARealTrace(String name) throws IOException {
        Path input = TestTraces.real(name);
        requireSameBytes(name, input);
    }

    @Test
    void ofTasksWhoseEventsAreInDisorder() throws IOException {
        Path input = Files.createDirectories(folder.resolve("in/task_events"));
        SplittableRandom random = new SplittableRandom(11);
        for (int part = 0; part < 5; part++) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                long time = 600_000_000L + (part * 2_000L + i) * 1_000;
                long late = random.nextInt(100) == 0 ? random.nextInt(3_000_000) : 0;
                rows.append(Math.max(0, time - late)).append(",,");
                rows.append(random.nextInt(200)).append(',').append(random.nextInt(5));
                rows.append(',').append(random.nextInt(9)).append(',');
                rows.append(random.nextInt(9)).append(",u,").append(random.nextInt(4));
                rows.append(',').append(random.nextInt(12)).append(",0.").append(random.nextInt(9));
                rows.append(",0.25,0.1,0\n");
            }
            Files.writeString(input.resolve("part-0000" + part + "-of-00005.csv"), rows);
        }
        requireSameBytes("google-2011", input.getParent());
    }

    /** Too little memory in a thread that parses: the ingest once waited for it for ever. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @Timeout(60)
    void anErrorInAnyThreadEndsTheIngest(int threads) throws IOException {
        Path input = Files.createDirectories(folder.resolve("in/task_events"));
        for (int part = 0; part < 3; part++) {
            Files.writeString(
                    input.resolve("part-0000" + part + "-of-00003.csv"),
                    (600_000_000L + part) + ",,7,0,,0,u,2,9,0.5,0.25,0.1,0\n");
        }
        Progress failing =
                new Progress() {
                    @Override
                    public void start(String what, long total) {}

                    @Override
                    public void advanceTo(long done) {
                        throw new OutOfMemoryError("of this test");
                    }

                    @Override
                    public void done() {}
                };
        IngestRequest request =
                IngestRequest.of(
                                List.of(input.getParent()),
                                Files.createDirectories(folder.resolve("out")))
                        .with(
                                draft -> {
                                    draft.threads = threads;
                                    draft.progress = failing;
                                });
        assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                .isInstanceOf(OutOfMemoryError.class);
    }

    private void requireSameBytes(String format, Path input) throws IOException {
        long plenty = IngestRequest.defaultMemoryBytes();
        Map<String, byte[]> expected = ingest(format, input, 1, plenty);
        assertThat(expected).containsKey("manifest.json");
        for (int threads : List.of(2, 7)) {
            requireSame(ingest(format, input, threads, plenty), expected);
        }
        requireSame(ingest(format, input, 2, SOME_MEMORY), expected);
        requireSame(ingest(format, input, 1, LEAST_MEMORY), expected);
    }

    private Map<String, byte[]> ingest(String format, Path input, int threads, long memory)
            throws IOException {
        Path output = Files.createDirectory(folder.resolve("run-" + ++runs));
        Objects.requireNonNull(TraceFormats.registry().get(format))
                .ingest(
                        TestTraces.request(output, threads, input)
                                .with(
                                        draft -> {
                                            draft.memoryBytes = memory;
                                            draft.maxErrorShare = 1;
                                        }));
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> written = Files.list(output)) {
            for (Path file : written.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static void requireSame(Map<String, byte[]> files, Map<String, byte[]> expected) {
        assertThat(files.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, bytes) -> assertThat(files.get(name)).as(name).isEqualTo(bytes));
    }
}
