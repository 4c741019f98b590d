package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.quarantine.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class Google2011BadInputTest {
    @TempDir Path folder;

    private static String goodRows(int count) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < count; i++) {
            rows.append("601000000,,1,").append(i).append(",7,0,u,2,9,0.5,0.25,0.1,0\n");
        }
        return rows.toString();
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private IngestRequest request(Path... inputs) throws IOException {
        return TestTraces.request(Files.createTempDirectory(folder, "out"), 1, inputs);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(Path... inputs)
            throws IOException {
        IngestRequest request = request(inputs);
        return assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(inputs[0].toString())
                .hasMessageContaining("expected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "601000000,,1,0,7,0,u,2,9,0.5,0.25,0.1; COLUMN_COUNT",
                "601000000,,1,0,7,0,u,2,9,0.5,0.25,0.1,0,; COLUMN_COUNT",
                ",,1,0,7,0,u,2,9,0.5,0.25,0.1,0; MISSING_VALUE",
                "601000000,,1,,7,0,u,2,9,0.5,0.25,0.1,0; MISSING_VALUE",
                "6o1,,1,0,7,0,u,2,9,0.5,0.25,0.1,0; NOT_A_NUMBER",
                "601000000,,1,0,7,0,u,2,9,half,0.25,0.1,0; NOT_A_NUMBER",
                "601000000,,1,0,7,0,u,2,9,NaN,0.25,0.1,0; NOT_A_NUMBER",
                "601000000,,1.5,0,7,0,u,2,9,0.5,0.25,0.1,0; NOT_A_NUMBER",
                "-1,,1,0,7,0,u,2,9,0.5,0.25,0.1,0; NEGATIVE",
                "601000000,,-1,0,7,0,u,2,9,0.5,0.25,0.1,0; NEGATIVE",
                "601000000,,1,0,7,0,u,2,9,0.5,-0.0000000001,0.1,0; NEGATIVE",
                "9223372036854775808,,1,0,7,0,u,2,9,0.5,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,3,1,0,7,0,u,2,9,0.5,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,,1,0,7,0,u,4,9,0.5,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,,1,0,7,0,u,2,13,0.5,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,,1,0,7,0,u,2,9,1.0000001,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,,1,0,7,0,u,2,9,0.5,1e999999999,0.1,0; OUT_OF_RANGE",
                "601000000,,1,2147483648,7,0,u,2,9,0.5,0.25,0.1,0; OUT_OF_RANGE",
                "601000000,,1,0,7,9,u,2,9,0.5,0.25,0.1,0; UNKNOWN_EVENT",
            })
    void quarantinesARowThatCannotBeUsed(String row, BadRow reason) throws IOException {
        Path file = file("task_events/part-0.csv", goodRows(50) + row + "\n" + goodRows(60));
        IngestRequest request = TestTraces.with(request(file), ErrorPolicy.QUARANTINE, 0.5);
        IngestReport report = TraceFormats.named("google-2011").ingest(request);
        assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of(reason.label(), 1L));
        TraceManifest.Table tasks = report.manifest().tables().get("tasks");
        assertThat(tasks.rowsRead()).isEqualTo(111);
        assertThat(tasks.rowsUsed()).isEqualTo(110);
        assertThat(Files.readAllLines(request.outputDirectory().resolve("quarantine.csv")))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("task_events/part-0.csv,51," + reason.label());
    }

    @Test
    void acceptsScientificNotationMinusZeroAndAWholeMachine() throws IOException {
        Path file =
                file(
                        "task_events/part-0.csv",
                        "601000000,,1,0,7,0,u,2,9,1.144e-05,1,-0.0,0\r\n"
                                + "601000000,,1,1,7,0,u,2,9,1.0000,1e0,0,1");
        IngestRequest request = request(file);
        TraceFormats.named("google-2011").ingest(request);
        assertThat(
                        TestTraces.duckDb(
                                "select list(cpu_micro_cores), list(memory_bytes),"
                                        + " list(disk_bytes) from '"
                                        + request.outputDirectory().resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("[11, 1000000]", "[1073741824, 1073741824]", "[0, 0]");
    }

    @Test
    void refusesMoreBadRowsThanAllowedAndSaysWhich() throws IOException {
        Path file = file("task_events/part-0.csv", goodRows(97) + "x\ny\n1,2\n");
        refused(file)
                .hasMessageContaining("3 bad rows of 100")
                .hasMessageContaining("3 column-count")
                .hasMessageContaining(file + ":98")
                .hasMessageContaining("at most 1 %")
                .hasMessageContaining("--max-errors");
    }

    @Test
    void theFirstBadRowIsAnErrorIfAskedFor() throws IOException {
        Path file = file("task_events/part-0.csv", goodRows(999) + "1,2\n" + goodRows(9));
        IngestRequest request = TestTraces.with(request(file), ErrorPolicy.FAIL, 0.01);
        assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":1000: found 2 columns instead of 13");
    }

    @Test
    void ignoresEmptyLinesByRule() throws IOException {
        Path file = file("task_events/part-0.csv", goodRows(2) + "\n\r\n" + goodRows(1) + "\n");
        TraceManifest.Table tasks =
                TraceFormats.named("google-2011")
                        .ingest(request(file))
                        .manifest()
                        .tables()
                        .get("tasks");
        assertThat(tasks.rowsRead()).isEqualTo(6);
        assertThat(tasks.rowsIgnored()).isEqualTo(Map.of("empty-line", 3L));
    }

    @Test
    void refusesMissingEmptyBinaryAndTruncatedFiles() throws IOException {
        refused(folder.resolve("task_events/none.csv")).hasMessageContaining("no such file");
        refused(file("task_events/empty.csv", "")).hasMessageContaining("an empty file");
        Path binary = folder.resolve("task_events/binary.csv");
        Files.write(binary, new byte[] {'x', 'y', ',', 0, 1, 2, 3});
        refused(binary).hasMessageContaining("binary data");
        byte[] gzip = TestTraces.gzip(goodRows(50_000));
        Path cut = folder.resolve("task_events/cut.csv.gz");
        Files.write(cut, Arrays.copyOf(gzip, gzip.length - 100));
        refused(cut).hasMessageContaining("ends too early");
        Path nothing = folder.resolve("task_events/nothing.csv.gz");
        Files.write(nothing, TestTraces.gzip(""));
        refused(nothing).hasMessageContaining("gzip data without any text");
    }

    @Test
    void aTruncatedFileIsRefusedByEveryNumberOfThreads() throws IOException {
        byte[] gzip = TestTraces.gzip(goodRows(50_000));
        Path cut = folder.resolve("task_events/cut.csv.gz");
        Files.createDirectories(cut.getParent());
        Files.write(cut, Arrays.copyOf(gzip, gzip.length - 100));
        IngestRequest request =
                TestTraces.request(Files.createTempDirectory(folder, "out"), 3, cut);
        assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("ends too early");
    }

    @Test
    void refusesAnotherFormat() throws IOException {
        String batchTask = "10254,12380,1,3,28,Terminated,50.0,0.0160\n".repeat(10);
        refused(file("batch_task.csv", batchTask))
                .hasMessageContaining("8 columns")
                .hasMessageContaining("task_events (13 columns)")
                .hasMessageContaining("name that format");
        refused(file("job_events/batch_task.csv", batchTask)).hasMessageContaining("job_events");
        refused(file("task_events/prose.csv", "It was a dark and stormy night.\n"));
    }

    @Test
    void refusesRealAlibabaFilesGivenAsGoogle() throws IOException {
        refused(TestTraces.real("alibaba-2017/batch_task.csv.gz"));
        refused(TestTraces.real("alibaba-2017/server_event.csv.gz"));
        refused(TestTraces.real("alibaba-2017")).hasMessageContaining("no table of google-2011");
        refused(TestTraces.real("alibaba-2018/machine_meta.csv.gz"));
    }

    @Test
    void refusesADirectoryWithoutTablesAndAFileThatIsGivenTwice() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        refused(empty).hasMessageContaining("no files");
        Path file = file("task_events/part-0.csv", goodRows(3));
        refused(file, file).hasMessageContaining("given twice");
        Path copy = file("task_events/part-1.csv", goodRows(3));
        IngestRequest request = TestTraces.with(request(file, copy), ErrorPolicy.QUARANTINE, 1);
        assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the same content as task_events/part-0.csv");
    }

    @Test
    void refusesAClassRuleThatItDoesNotUnderstand() throws IOException {
        Path file = file("task_events/part-0.csv", goodRows(3));
        for (String rule : new String[] {"priority", "colour>=3", "priority>=-1", "priority>=x"}) {
            IngestRequest request = TestTraces.rule(request(file), rule);
            assertThatThrownBy(() -> TraceFormats.named("google-2011").ingest(request))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("--class-rule")
                    .hasMessageContaining("scheduling-class>=N or priority>=N");
        }
    }

    @Test
    void recognisesAFileByItsContent() throws IOException {
        Path tasks = file("some.csv", goodRows(3));
        Path constraints = file("c.csv", "0,1,0,1,name,value\n0,1,1,2,name,\n");
        Path attributes = file("machine_attributes/part-0.csv", "0,5,name,value,0\n");
        TraceManifest manifest =
                TraceFormats.named("google-2011")
                        .ingest(
                                TestTraces.with(
                                        request(tasks, constraints, attributes),
                                        ErrorPolicy.QUARANTINE,
                                        0.5))
                        .manifest();
        assertThat(manifest.files())
                .extracting(TraceManifest.SourceFile::table)
                .containsExactly("task_events", "task_constraints", "machine_attributes");
        assertThat(manifest.tables().get("task_constraints").rowsUsed()).isEqualTo(1);
        assertThat(manifest.quarantinedByReason()).isEqualTo(Map.of("malformed-constraint", 1L));
        assertThat(manifest.tables().get("machine_attributes").rowsUsed()).isEqualTo(1);
    }

    @Test
    void readsUsageOfBothVersionsAndRefusesMeasurementsThatEndBeforeTheyStart() throws IOException {
        String numbers = ",0.5,0.1,0.2,,0.01,0.3,0.5,0.001,1.5,2,2.445,0.007,0,1";
        StringBuilder rows = new StringBuilder();
        rows.append("900000000,1200000000,1,0,7").append(numbers).append(",0.25\n");
        rows.append("600000000,900000000,1,0,7").append(numbers).append('\n');
        rows.append("900000000,600000000,1,0,7").append(numbers).append('\n');
        rows.append("900000000,1000000000,1,0,7,x,,,,,,,,,,,,,\n");
        Path file = file("task_usage/part-0.csv", rows.toString());
        IngestRequest request = TestTraces.with(request(file), ErrorPolicy.QUARANTINE, 0.5);
        IngestReport report = TraceFormats.named("google-2011").ingest(request);
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("end-before-start", 1L, "not-a-number", 1L));
        assertThat(
                        TestTraces.duckDb(
                                "select list(start_micros), list(max_cpu_micro_cores),"
                                        + " list(sampled_cpu_micro_cores),"
                                        + " list(unmapped_page_cache_bytes),"
                                        + " list(cycles_per_instruction) from '"
                                        + request.outputDirectory().resolve("usage.parquet")
                                        + "'"))
                .containsExactly(
                        "[0, 300000000]",
                        "[1500000, 1500000]",
                        "[null, 250000]",
                        "[null, null]",
                        "[2.445, 2.445]");
    }

    @Test
    void partsAreReadInOrderOfTheirFirstRow() throws IOException {
        Path late = file("task_events/part-0.csv", "605000000,,1,0,7,1,u,2,9,0.5,0.25,0.1,0\n");
        Path early = file("task_events/part-1.csv", goodRows(1));
        IngestReport report = TraceFormats.named("google-2011").ingest(request(late, early));
        assertThat(report.manifest().quarantinedByReason()).isEmpty();
        assertThat(report.manifest().facts()).containsEntry("tasks.firstEventNotSubmit", 0L);
    }
}
