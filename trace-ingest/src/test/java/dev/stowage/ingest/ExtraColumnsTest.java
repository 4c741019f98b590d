package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.csv.CsvFormat;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.ingest.trace.StageList;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users, other resources, constraints, stages and measured use, from CSV to trace to replay. */
final class ExtraColumnsTest {
    private static final String HEADER =
            "submit_s,duration_s,cpu,memory_gib,job,user,gpu,disk_gib,network_gbps,constraints,"
                    + "stage,after,cpu_used,memory_used_gib\n";

    @TempDir Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "tasks", ".csv"), text);
    }

    private CanonicalTrace ingest(Path csv) throws IOException {
        Path output = Files.createTempDirectory(folder, "out");
        new CsvFormat().ingest(TestTraces.request(output, 1, csv));
        return CanonicalTrace.open(output);
    }

    /** A thousand rows in which every column is sometimes empty. */
    private static String randomRows() {
        Random random = new Random(7);
        StringJoiner rows = new StringJoiner("\n", HEADER, "\n");
        for (int i = 0; i < 1000; i++) {
            int stage = random.nextInt(3);
            rows.add(
                    String.join(
                            ",",
                            Integer.toString(i / 50),
                            Integer.toString(random.nextInt(9)),
                            "0.5",
                            "1",
                            "j" + i / 100,
                            pick(random, "", "ann", "bob", "cÿ"),
                            pick(random, "", "0", "0.5", "4"),
                            pick(random, "", "10", "0.25"),
                            pick(random, "", "2.5"),
                            pick(random, "", "a=1", "b>3;different-machines", "c!=%3B"),
                            stage == 0 ? "" : Integer.toString(stage),
                            i % 100 < 60 || stage == 0 ? "" : stage == 1 ? "0" : "0;1",
                            pick(random, "", "0", "0.125"),
                            pick(random, "", "0.75")));
        }
        return rows.toString();
    }

    private static String pick(Random random, String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private static void assertSame(Workload expected, Workload found) {
        assertThat(found.columns()).isEqualTo(expected.columns());
        try (TaskSource source = expected.open();
                TaskSource other = found.open()) {
            TaskBatch a = new TaskBatch(64);
            TaskBatch b = new TaskBatch(64);
            while (source.read(a)) {
                assertThat(other.read(b)).isTrue();
                assertThat(b.size).isEqualTo(a.size);
                assertThat(b.isPlain).isEqualTo(a.isPlain);
                for (int i = 0; i < a.size; i++) {
                    assertThat(row(b, other.users(), i)).isEqualTo(row(a, source.users(), i));
                }
            }
            assertThat(other.read(b)).isFalse();
            assertThat(other.users()).isEqualTo(source.users());
        }
    }

    private static List<Object> row(TaskBatch batch, List<String> users, int i) {
        return List.of(
                batch.submitMicros[i],
                batch.jobId[i],
                batch.userId[i],
                batch.userId[i] < 0 ? "" : users.get(batch.userId[i]),
                batch.gpuMicros[i],
                batch.diskBytes[i],
                batch.networkBitsPerSecond[i],
                String.valueOf(batch.constraints[i]),
                batch.stage[i],
                StageList.text(batch.afterStages[i]),
                batch.cpuUsedMicroCores[i],
                batch.memoryUsedBytes[i]);
    }

    @Test
    void aTraceReplaysTheSameAsTheCsvThatItWasMadeOf() throws IOException {
        Path csv = file(randomRows());
        CanonicalTrace trace = ingest(csv);

        assertThat(trace.manifest().replayColumns())
                .containsExactlyElementsOf(
                        TaskColumn.labels().stream()
                                .filter(each -> !each.equals(TaskColumn.RESOURCES.label()))
                                .toList());
        assertSame(CsvWorkload.open(csv), trace.workload());

        Path again = Files.createTempDirectory(folder, "again");
        TraceWriter.write(
                trace.workload(), Provenance.synthetic("x", 1, Map.of()), again, Progress.NONE);
        assertSame(trace.workload(), CanonicalTrace.open(again).workload());
        assertThat(trace.workload(Set.of()).columns()).isEmpty();
    }

    @Test
    void otherToolsReadWhatIsWritten() throws IOException {
        String rows = "0,1,1,1,7,ann,2,1,2.5,b=1;a=2,0,,,\n1,1,1,1,7,,,,,,3,0,0.5,0.25\n";
        CanonicalTrace trace = ingest(file(HEADER + rows));
        String tasks = trace.path().resolve("tasks.parquet").toString();
        assertThat(
                        TestTraces.duckDb(
                                "select first(user), first(gpu_micros), first(disk_bytes),"
                                        + " first(network_bits_per_second), first(constraints),"
                                        + " last(stage), last(after_stages),"
                                        + " last(cpu_used_micro_cores), last(memory_used_bytes),"
                                        + " count(user), count(gpu_micros), count(stage) from '"
                                        + tasks
                                        + "'"))
                .containsExactly(
                        "ann",
                        "2000000",
                        "1073741824",
                        "2500000000",
                        "a=2;b=1",
                        "3",
                        "0",
                        "500000",
                        "268435456",
                        "1",
                        "1",
                        "1");
        assertThat(
                        TestTraces.duckDb(
                                "select user from '" + trace.path().resolve("jobs.parquet") + "'"))
                .containsExactly("ann");
    }

    @Test
    void inspectionSaysWhatTasksUse() throws IOException {
        String rows =
                """
                0,1,1,1,7,ann,2,1,2.5,b=1,0,,,
                1,1,1,1,7,bob,,,,b=1,3,0,0.5,0.25
                1,1,1,1,8,ann,1,,,,,,,
                """;
        TraceInspection inspection = TraceInspection.of(ingest(file(HEADER + rows)));
        assertThat(inspection.extras())
                .containsExactly(
                        Map.entry("tasks of a known user", 3L),
                        Map.entry("users", 2L),
                        Map.entry("tasks with constraints", 2L),
                        Map.entry("different constraints", 1L),
                        Map.entry("tasks of a later stage", 1L),
                        Map.entry("tasks that wait for stages", 1L),
                        Map.entry("different dependencies", 1L));
        assertThat(inspection.quantiles().get("task GPU request, GPUs").mean()).isEqualTo(1.5);
        assertThat(inspection.quantiles().get("task GPU request, GPUs").absent()).isEqualTo(1);
        assertThat(inspection.quantiles().get("task CPU use, cores").max()).isEqualTo(0.5);
    }

    @Test
    void aPlainTraceHasNoneOfTheColumns() throws IOException {
        CanonicalTrace trace = ingest(file("submit_s,duration_s,cpu,memory_gib\n0,1,1,1\n"));
        assertThat(ColumnFileReader.columnNames(trace.path().resolve("tasks.parquet")))
                .endsWith("different_machines");
        assertThat(trace.manifest().replayColumns()).isNull();
        assertThat(Files.readString(trace.path().resolve("manifest.json")))
                .doesNotContain("replayColumns");
        assertThat(TraceInspection.of(trace).extras()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'oops' as constraints,           constraints \"oops\"",
        "'1;x' as after_stages,           after_stages \"1;x\"",
        "-1::bigint as gpu_micros,        gpu_micros -1",
        "-5::bigint as memory_used_bytes, memory_used_bytes -5",
        "0 as stage,                      in a circle: 0 after 0",
        "'8' as after_stages,             a task after stage 8"
    })
    void refusesColumnsThatAnotherToolWroteWrongly(String column, String message)
            throws IOException {
        CanonicalTrace trace = ingest(file(HEADER + "0,1,1,1,7,,,,,,0,,,\n1,1,1,1,7,,,,,,3,0,,\n"));
        Path tasks = trace.path().resolve("tasks.parquet");
        Path other = folder.resolve("other.parquet");
        TestTraces.duckDbRun(
                "copy (select * replace ("
                        + column
                        + ") from '"
                        + tasks
                        + "') to '"
                        + other
                        + "' (format parquet)");
        Files.delete(tasks);
        Files.move(other, tasks);
        assertThatThrownBy(
                        () -> {
                            try (TaskSource source = trace.workload().open()) {
                                TaskBatch batch = new TaskBatch(10);
                                while (source.read(batch)) {
                                    assertThat(batch.size).isPositive();
                                }
                            }
                        })
                .isInstanceOf(InputException.class)
                .hasMessageContaining("tasks.parquet")
                .hasMessageContaining(message);
    }

    @Test
    void refusesAManifestWithAnUnknownColumn() throws IOException {
        CanonicalTrace trace = ingest(file(HEADER + "0,1,1,1,7,,,,,,0,,,\n"));
        Path manifest = trace.path().resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"gpu\"", "\"colour\""));
        assertThatThrownBy(() -> CanonicalTrace.open(trace.path()).workload())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("\"colour\" in replayColumns");
    }
}
