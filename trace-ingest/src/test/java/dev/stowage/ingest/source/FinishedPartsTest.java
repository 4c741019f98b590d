package dev.stowage.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinishedPartsTest {
    private static final int FILES = 3;

    @TempDir Path folder = Path.of("");
    private Path input = Path.of("");
    private Path parts = Path.of("");
    private int runs;

    @BeforeEach
    void writeFiles() throws IOException {
        input = Files.createDirectories(folder.resolve("in/task_events")).getParent();
        parts = folder.resolve("parts");
        for (int part = 0; part < FILES; part++) {
            Files.writeString(file(part), rows(part));
        }
    }

    private Path file(int part) {
        return input.resolve("task_events/part-0000" + part + "-of-00003.csv");
    }

    /** With bad rows, an empty line, and events of tasks that go on in the next file. */
    private static String rows(int part) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            rows.append(700_000_000L + part * 1_000_000L + i).append(",,").append(i % 50);
            rows.append(",0,7,").append(part == 0 ? 0 : part == 1 ? 1 : 4).append(",u,2,9,0.5");
            rows.append(",0.25,0.1,0\n");
        }
        return rows + "\nnot,a,row\n700000000,,x,0,7,0,u,2,9,0.5,0.25,0.1,0\n";
    }

    private Path ingest(Optional<Path> partsFolder, int expectedReused) throws IOException {
        Path output = Files.createDirectory(folder.resolve("run-" + ++runs));
        for (int threads : List.of(1, 2)) {
            IngestReport report = run(output.resolve("t" + threads), partsFolder, threads);
            int reused = threads == 1 || partsFolder.isEmpty() ? expectedReused : FILES;
            assertThat(report.partsReused()).isEqualTo(reused);
        }
        TestTraces.assertSameBytes(output.resolve("t1"), output.resolve("t2"));
        return output.resolve("t1");
    }

    private IngestReport run(Path output, Optional<Path> partsFolder, int threads)
            throws IOException {
        Files.createDirectories(output);
        return Objects.requireNonNull(TraceFormats.registry().get("google-2011"))
                .ingest(
                        TestTraces.request(output, threads, input)
                                .with(
                                        draft -> {
                                            draft.partsFolder = partsFolder;
                                            draft.maxErrorShare = 1;
                                        }));
    }

    @Test
    void givesTheSameTraceFromPartsAsFromFiles() throws IOException {
        Path plain = ingest(Optional.empty(), 0);
        Path writing = ingest(Optional.of(parts), 0);
        Path reading = ingest(Optional.of(parts), FILES);
        TestTraces.assertSameBytes(writing, plain);
        TestTraces.assertSameBytes(reading, plain);
        assertThat(FinishedParts.count(parts)).isEqualTo(FILES);
        FinishedParts.remove(parts);
        assertThat(parts).doesNotExist();
    }

    @Test
    void goesOnFromTheFilesBeforeAFailure() throws IOException {
        Path plain = ingest(Optional.empty(), 0);
        Files.write(file(2), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3}); // gzip, cut off
        assertThatThrownBy(() -> run(folder.resolve("failed"), Optional.of(parts), 1))
                .isInstanceOf(InputException.class);
        Files.writeString(file(2), rows(2));
        long before = FinishedParts.count(parts);
        TestTraces.assertSameBytes(ingest(Optional.of(parts), (int) before), plain);
    }

    @Test
    void readsAgainWhatHasChangedOrWasNotFinished() throws IOException {
        ingest(Optional.of(parts), 0);
        Files.writeString(file(1), rows(1).replace(",0.5,", ",0.75,"));
        FileTime later = FileTime.fromMillis(Files.getLastModifiedTime(file(1)).toMillis() + 5_000);
        Files.setLastModifiedTime(file(1), later);
        Files.writeString(parts.resolve("something.tmp"), "left by a process that was killed");
        Path changed = ingest(Optional.of(parts), FILES - 1);
        TestTraces.assertSameBytes(changed, ingest(Optional.empty(), 0));
    }

    @Test
    void refusesADamagedPart() throws IOException {
        ingest(Optional.of(parts), 0);
        try (Stream<Path> files = Files.list(parts)) {
            files.forEach(FinishedPartsTest::damage);
        }
        assertThatThrownBy(() -> run(folder.resolve("failed"), Optional.of(parts), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a damaged part of an earlier ingest")
                .hasMessageContaining("without --resume");
    }

    private static void damage(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 0x55;
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
