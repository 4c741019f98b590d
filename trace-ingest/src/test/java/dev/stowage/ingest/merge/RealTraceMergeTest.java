package dev.stowage.ingest.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RealTraceMergeTest {
    private static final Resources MACHINE = Resources.ofCoresAndGib(48, 256);

    private static final JobSample FIFTH = new JobSample(0.2); // the test takes seconds so

    @TempDir Path folder;

    private TraceMerge.Input ingested(String format, int threads, String... files)
            throws IOException {
        Path output = Files.createTempDirectory(folder, format);
        List<Path> inputs = Stream.of(files).map(TestTraces::real).toList();
        TraceFormats.registry()
                .get(format)
                .ingest(
                        TestTraces.request(output, threads, inputs.toArray(Path[]::new))
                                .with(
                                        draft -> {
                                            draft.machine = MACHINE;
                                            draft.selection = Selection.EVERYTHING.with(FIFTH);
                                        }));
        return new TraceMerge.Input(format, CanonicalTrace.open(output));
    }

    private List<TraceMerge.Input> both(int threads) throws IOException {
        return List.of(
                ingested(
                        "google-2011",
                        threads,
                        "google-2011/machine_events",
                        "google-2011/job_events",
                        "google-2011/task_events",
                        "google-2011/task_usage"),
                ingested("alibaba-2018", threads, "alibaba-2018"));
    }

    @Test
    void googleAndAlibabaSideBySideKeepEveryRow() throws IOException {
        List<TraceMerge.Input> parts = both(1);
        Path output = Files.createTempDirectory(folder, "merged");
        IngestReport report = TraceMerge.merge(parts, output, Progress.NONE);
        MergedTables.assertHoldsTheRowsOf(parts, output);
        TraceManifest merged = report.manifest();
        for (String table : merged.tables().keySet()) {
            long read =
                    parts.stream()
                            .map(part -> part.trace().manifest().tables().get(table))
                            .filter(Objects::nonNull)
                            .mapToLong(TraceManifest.Table::rowsRead)
                            .sum();
            assertThat(merged.tables().get(table).rowsRead()).as(table).isEqualTo(read);
        }
        assertThat(merged.machine()).isEqualTo(MACHINE);
        assertThat(merged.facts().get("machines.renumbered")).isPositive();
        assertThat(merged.classRule()).contains("google-2011: scheduling-class>=2; alibaba-2018:");
        Path again = Files.createTempDirectory(folder, "again");
        TraceMerge.merge(both(2), again, Progress.NONE);
        TestTraces.assertSameBytes(output, again);
    }
}
