package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ColumnMappingTest {
    private static final String MAPPING =
            """
            columns:
              submit_s: {column: created, unit: iso-8601, epoch: 2024-06-01T00:00:00Z}
              duration_s: {column: ended, minus: started, unit: ms}
              cpu: {column: request.cpu, unit: millicores}
              memory_gib: {column: request.memory, unit: B}
              class: {column: tier, values: {prod: user-facing}, otherwise: batch}
              priority: {constant: 3}
              user: team
            """;

    /** Two good rows, one whose CPU is no number, one that ends before it starts. */
    private static final String ROWS =
            "select * from (values ('2024-06-01T00:00:01.5Z', 1000, 3500, {'cpu': '250', 'memory':"
                    + " 1073741825}, 'prod', 'a'), ('2024-06-01T02:00:02+02:00', 0, 1, {'cpu':"
                    + " '1500', 'memory': 7}, 'dev', 'b'), ('2024-06-01T00:00:03Z', 0, 1, {'cpu':"
                    + " 'x', 'memory': 7}, 'dev', 'b'), ('2024-06-01T00:00:04Z', 2, 1, {'cpu': '1',"
                    + " 'memory': 7}, 'dev', null)) as rows(created, started, ended, request, tier,"
                    + " team)";

    @TempDir Path folder;

    private Path parquet(String sql) {
        Path file = folder.resolve("tasks.data");
        TestTraces.duckDbRun("copy (" + sql + ") to '" + file + "' (format parquet)");
        return file;
    }

    private Path mapping(String yaml) throws IOException {
        return Files.writeString(folder.resolve("mapping.yaml"), yaml);
    }

    private IngestRequest request(Path input, Path mapping) throws IOException {
        Path output = Files.createTempDirectory(folder, "out");
        IngestRequest plain =
                TestTraces.with(TestTraces.request(output, 1, input), ErrorPolicy.QUARANTINE, 0.6);
        return TestTraces.option(plain, "mapping", mapping.toString());
    }

    private static List<String> tasks(IngestRequest request) {
        return TestTraces.duckDb(
                "select list(submit_micros), list(duration_micros), list(cpu_micro_cores),"
                        + " list(memory_bytes), list(class), list(priority), list(\"user\") from '"
                        + request.outputDirectory().resolve("tasks.parquet")
                        + "'");
    }

    @Test
    void readsParquetOfAnyColumnsExactly() throws IOException {
        IngestRequest request = request(parquet(ROWS), mapping(MAPPING));
        IngestReport report = new ParquetFormat().ingest(request);
        assertThat(tasks(request))
                .containsExactly(
                        "[1500000, 2000000]",
                        "[2500000, 1000]",
                        "[250000, 1500000]",
                        "[1073741825, 7]",
                        "[USER_FACING, BATCH]",
                        "[3, 3]",
                        "[a, b]");
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("not-a-number", 1L, "negative", 1L));
        assertThat(Files.readAllLines(request.outputDirectory().resolve("quarantine.csv")))
                .anyMatch(line -> line.startsWith("tasks.data,3,not-a-number,"));
        assertThat(report.manifest().provenance().parameters())
                .containsEntry("mapping.user", "\"team\"");
    }

    @Test
    void readsCsvOfOtherColumns() throws IOException {
        Path csv = folder.resolve("tasks.csv");
        TestTraces.duckDbRun(
                "copy (select * replace (request.cpu as request), request.memory as m from ("
                        + ROWS
                        + ")) to '"
                        + csv
                        + "' (header)");
        Path mapping =
                mapping(MAPPING.replace("request.cpu", "request").replace("request.memory", "m"));
        IngestRequest request = request(csv, mapping);
        new CsvFormat().ingest(request);
        assertThat(tasks(request)).contains("[250000, 1500000]", "[1073741825, 7]");
    }

    @Test
    void aFileWithOurColumnsNeedsNoMapping() throws IOException {
        Path file =
                parquet(
                        "select 1.5 as submit_s, 2::bigint as duration_s, 0.25 as cpu, 1 as memory_gib");
        assertThat(TraceFormats.recognise(List.of(file)).format().name()).isEqualTo("parquet");
        Path output = Files.createTempDirectory(folder, "out");
        new ParquetFormat().ingest(TestTraces.request(output, 1, file));
        assertThat(
                        TestTraces.duckDb(
                                "select submit_micros, cpu_micro_cores from '"
                                        + output.resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("1500000", "250000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu: {column: request.cpu, unit: millicores} | cpu: {column: nothing} | no column nothing",
                "cpu: {column: request.cpu, unit: millicores} | cpu: {column: x, unit: GiB} | columns.cpu.unit: found \"GiB\"",
                "cpu: {column: request.cpu, unit: millicores} | cpu: {unit: cores} | either column or constant",
                "cpu: {column: request.cpu, unit: millicores} | cpu: {column: x, colour: red} | columns.cpu.colour",
                "cpu: {column: request.cpu, unit: millicores} | cpu: {column: x, factor: many} | columns.cpu.factor",
                "cpu: {column: request.cpu, unit: millicores} | cores: x | columns.cores: found no column of tasks",
                "cpu: {column: request.cpu, unit: millicores} | user: team2 | mapping.yaml",
                "epoch: 2024-06-01T00:00:00Z | epoch: yesterday | columns.submit_s.epoch",
                "priority: {constant: 3} | priority: {constant: [ | mapping.yaml:"
            })
    void refusesAMappingThatItDoesNotUnderstand(String old, String wrong, String message)
            throws IOException {
        Path mapping = mapping(MAPPING.replace(old, wrong));
        IngestRequest request = request(parquet(ROWS), mapping);
        assertThatThrownBy(() -> new ParquetFormat().ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("expected");
    }

    @Test
    void refusesMissingMappingsAndFilesThatAreNotParquet() throws IOException {
        IngestRequest missing = request(parquet(ROWS), folder.resolve("none.yaml"));
        assertThatThrownBy(() -> new ParquetFormat().ingest(missing))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("none.yaml: found no such file");
        Path text = Files.writeString(folder.resolve("x.parquet"), "submit_s\n");
        IngestRequest notParquet = request(text, mapping(MAPPING));
        assertThatThrownBy(() -> new ParquetFormat().ingest(notParquet))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("not Parquet");
    }
}
