package dev.stowage.ingest.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.kubernetes.KubernetesFormat;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.rightsizing.evidence.UseRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceUseTest {
    @TempDir private Path folder;

    /** Counted once more from the table by plain maps. */
    @Test
    void showsEachMeasurementOfTheJobsThatArePacked() throws IOException {
        CanonicalTrace trace = ingest("bitbrains");
        TraceSnapshot snapshot = TraceSnapshot.of(trace, 864_000_000_000L, false);
        int[] services = new int[snapshot.tasks().size()];
        Set<Long> jobs = new HashSet<>();
        for (int i = 0; i < services.length; i++) {
            services[i] = i;
            jobs.add(snapshot.tasks().get(i).jobId());
        }
        TraceUse use = new TraceUse(trace, snapshot.tasks(), services, Progress.NONE);
        Map<Long, Long> memoryByJob = new HashMap<>();
        long[] seen = {0, Long.MIN_VALUE};

        UseRows rows =
                use.visit(
                        row -> {
                            seen[0]++;
                            assertThat(row.startMicros).isGreaterThanOrEqualTo(seen[1]);
                            seen[1] = row.startMicros;
                            assertThat(row.replica).isEqualTo(row.service); // one task each
                            long job = snapshot.tasks().get(row.replica).jobId();
                            memoryByJob.merge(job, row.memoryBytes, Long::sum);
                        });

        Map<Long, Long> expected = new HashMap<>();
        long all = 0;
        try (TableRows table = TableRows.openAll(trace.path(), CanonicalTable.USAGE)) {
            int job = table.column("job_id");
            int memory = table.column("memory_bytes");
            int most = table.column("max_memory_bytes");
            for (; table.next(); all++) {
                if (jobs.contains(table.value(job))) {
                    long amount = Math.max(table.value(memory), table.value(most));
                    expected.merge(table.value(job), amount, Long::sum);
                }
            }
        }
        assertThat(rows.read()).isEqualTo(all).isPositive();
        assertThat(rows.used()).isEqualTo(seen[0]);
        assertThat(rows.leftOut()).containsOnlyKeys("of other jobs");
        assertThat(memoryByJob).isEqualTo(expected).hasSize(services.length);
        assertThat(use.visit(row -> {})).isEqualTo(rows);
    }

    @Test
    void refusesATraceWithoutUsage() {
        Path snapshot = Path.of("src/test/resources/dev/stowage/ingest/kubernetes/snapshot.json");
        IngestedTrace trace = IngestedTrace.of(new KubernetesFormat(), folder, snapshot);
        CanonicalTrace opened = CanonicalTrace.open(trace.path());

        assertThatThrownBy(
                        () ->
                                new TraceUse(
                                        opened,
                                        TraceSnapshot.of(opened, Long.MAX_VALUE).tasks(),
                                        new int[0],
                                        Progress.NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--usage");
    }

    private CanonicalTrace ingest(String format) throws IOException {
        Path source = TestTraces.real(format);
        Path path = Files.createDirectory(folder.resolve("x.trace"));
        Objects.requireNonNull(TraceFormats.registry().get(format))
                .ingest(TestTraces.request(path, 2, source));
        return CanonicalTrace.open(path);
    }
}
