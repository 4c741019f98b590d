package dev.stowage.ingest.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.kubernetes.KubernetesFormat;
import dev.stowage.ingest.snapshot.TraceSnapshot.Counts;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSnapshotTest {
    private static final Path SNAPSHOT =
            Path.of("src/test/resources/dev/stowage/ingest/kubernetes/snapshot.json");

    @TempDir private Path folder;

    @Test
    void showsWhatRunsAndWhatWaitsOnAClusterOfKubernetes() {
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, SNAPSHOT);

        TraceSnapshot snapshot =
                TraceSnapshot.of(CanonicalTrace.open(trace.path()), Long.MAX_VALUE);

        assertThat(snapshot.machines()).hasSize(4).allMatch(m -> m.cpuMicroCores() > 0);
        Counts counts = snapshot.counts();
        assertThat(counts.tasks())
                .isEqualTo(14)
                .isEqualTo(
                        counts.running()
                                + counts.waiting()
                                + counts.notYet()
                                + counts.ended()
                                + counts.neverScheduled()
                                + counts.earlierAttempt());
        assertThat(snapshot.tasks()).hasSize((int) counts.running()).isNotEmpty();
        assertThat(snapshot.waiting()).hasSize((int) counts.waiting()).isNotEmpty();
        assertThat(snapshot.tasks())
                .allSatisfy(task -> assertThat(task.machine()).isBetween(-1, 3))
                .anySatisfy(task -> assertThat(task.machine()).isNotNegative())
                .anySatisfy(task -> assertThat(task.service()).contains("/"));
        assertThat(snapshot.waiting()).allMatch(task -> task.machine() == -1);
    }

    @Test
    void addsUpAtEveryMomentOfARealTrace() throws IOException {
        Path google = TestTraces.real("google-2011");
        Path path = Files.createDirectory(folder.resolve("g.trace"));
        Objects.requireNonNull(TraceFormats.registry().get("google-2011"))
                .ingest(TestTraces.request(path, 2, google));
        CanonicalTrace trace = CanonicalTrace.open(path);
        for (long at : List.of(0L, 600_000_000L, 3_000_000_000L)) {
            Counts counts = TraceSnapshot.of(trace, at).counts();
            assertThat(counts.tasks())
                    .isEqualTo(106_730)
                    .isEqualTo(
                            counts.running()
                                    + counts.waiting()
                                    + counts.notYet()
                                    + counts.ended()
                                    + counts.neverScheduled()
                                    + counts.earlierAttempt());
        }
        assertThat(TraceSnapshot.of(trace, 0).counts().running()).isEqualTo(72_586);
    }

    @Test
    void refusesATraceWithoutMachines() {
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, onlyPods());

        assertThatThrownBy(() -> TraceSnapshot.of(CanonicalTrace.open(trace.path()), 0))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("machines");
    }

    private Path onlyPods() {
        try {
            return Files.writeString(
                    folder.resolve("pods.json"),
                    "{\"items\":[{\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"creationTimestamp\":"
                            + "\"2026-01-03T00:00:00Z\"},\"spec\":{\"nodeName\":\"n\","
                            + "\"containers\":[]},\"status\":{\"phase\":\"Running\"}}]}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
