package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.BadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class Google2019BadInputTest {
    private static final String GOOD =
            "{\"time\":\"700000000\",\"type\":\"0\",\"collection_id\":\"1\",\"instance_index\":\"I\"}\n";

    @TempDir Path folder;

    private static String goodRows(int count) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < count; i++) {
            rows.append(GOOD.replace("\"I\"", "\"" + i + "\""));
        }
        return rows.toString();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private IngestRequest request(Path... inputs) throws IOException {
        Path output = Files.createTempDirectory(folder, "out");
        return TestTraces.with(TestTraces.request(output, 1, inputs), ErrorPolicy.QUARANTINE, 0.5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "time,type; NOT_JSON",
                "{\"time\":\"700000000\"; NOT_JSON",
                "{\"time\":\"7\"}{\"time\":\"7\"}; NOT_JSON",
                "{\"time\":\"7\\q\"}; NOT_JSON",
                "{\"time\":nul}; NOT_JSON",
                "[1]; NOT_JSON",
                "{\"a\":[1,{\"b\":2]}; NOT_JSON",
                "{\"type\":\"0\",\"collection_id\":\"1\",\"instance_index\":\"0\"}; MISSING_VALUE",
                "{\"time\":null,\"type\":0,\"collection_id\":1,\"instance_index\":0}; MISSING_VALUE",
                "{\"time\":true,\"type\":0,\"collection_id\":1,\"instance_index\":0}; WRONG_TYPE",
                "{\"time\":[7],\"type\":0,\"collection_id\":1,\"instance_index\":0}; WRONG_TYPE",
                "{\"time\":7,\"type\":0,\"collection_id\":1,\"instance_index\":0,\"resource_request\":5}; WRONG_TYPE",
                "{\"time\":7,\"type\":0,\"collection_id\":1,\"instance_index\":0,\"constraint\":\"x\"}; WRONG_TYPE",
                "{\"time\":\"7x\",\"type\":0,\"collection_id\":1,\"instance_index\":0}; NOT_A_NUMBER",
                "{\"time\":7,\"type\":0,\"collection_id\":1.68846E+11,\"instance_index\":0}; PRECISION_LOST",
                "{\"time\":7,\"type\":0,\"collection_id\":\"#VALUE!\",\"instance_index\":0}; NOT_A_NUMBER",
                "{\"time\":7,\"type\":0,\"collection_id\":-1,\"instance_index\":0}; NEGATIVE",
                "{\"time\":7,\"type\":0,\"collection_id\":9223372036854775808,\"instance_index\":0}; OUT_OF_RANGE",
                "{\"time\":7,\"type\":0,\"collection_id\":1,\"instance_index\":0,\"priority\":2147483648}; OUT_OF_RANGE",
                "{\"time\":7,\"type\":11,\"collection_id\":1,\"instance_index\":0}; UNKNOWN_EVENT",
                "{\"time\":7,\"type\":0,\"collection_id\":1,\"instance_index\":0,\"constraint\":[1]}; MALFORMED_CONSTRAINT",
                "{\"time\":7,\"type\":0,\"collection_id\":1,\"instance_index\":0,\"constraint\":[{\"name\":\"a\",\"relation\":8}]}; MALFORMED_CONSTRAINT",
            })
    void quarantinesARowThatCannotBeUsed(String row, BadRow reason) throws IOException {
        Path file = file("instance_events.json", goodRows(50) + row + "\n" + goodRows(3));
        IngestRequest request = request(file);
        IngestReport report = TraceFormats.named("google-2019").ingest(request);
        assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of(reason.label(), 1L));
        assertThat(report.manifest().tables().get("tasks").rowsUsed()).isEqualTo(53);
        assertThat(Files.readAllLines(request.outputDirectory().resolve("quarantine.csv")))
                .hasSize(2)
                .last()
                .asString()
                .startsWith("instance_events.json,51," + reason.label());
    }

    @Test
    void quarantinesRowsOfTheOtherExports() throws IOException {
        String header = "time,type,collection_id,instance_index,constraint\n";
        Path csv =
                file(
                        "instance_events.csv",
                        header
                                + "7,0,1,0,\n7,0,1,1,\"[{\"\"name\"\":\"\"a\"\"}]\"\n7,0,1\n"
                                + "7,0,x,0,\n7,0,1,3,\"[\n\n7,0,1,4,[]\n");
        IngestReport report = TraceFormats.named("google-2019").ingest(request(csv));
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("column-count", 1L, "not-a-number", 1L, "not-csv", 1L));
        assertThat(report.manifest().tables().get("tasks").rowsIgnored())
                .isEqualTo(Map.of("empty-line", 1L, "header", 1L));
        assertThat(report.manifest().facts()).containsEntry("tasks.withConstraints", 2L);
        Path parquet = folder.resolve("instance_events.parquet");
        TestTraces.duckDbRun(
                "copy (select 7::bigint as time, type, 1 as collection_id, instance_index, {'cpus':"
                        + " cpus, 'memory': 0.5::float} as resource_request from (values (0, 0,"
                        + " 0.5::double), (0, 1, 'nan'::double), (12, 2, 1)) as rows(type,"
                        + " instance_index, cpus)) to '"
                        + parquet
                        + "' (format parquet, compression gzip)");
        IngestRequest request = request(parquet);
        report =
                TraceFormats.named("google-2019")
                        .ingest(TestTraces.with(request, ErrorPolicy.QUARANTINE, 1));
        assertThat(report.manifest().quarantinedByReason())
                .isEqualTo(Map.of("not-a-number", 1L, "unknown-event", 1L));
        assertThat(Files.readAllLines(request.outputDirectory().resolve("quarantine.csv")))
                .anyMatch(line -> line.startsWith("instance_events.parquet,3,unknown-event,"));
    }

    @Test
    void refusesFilesThatAreNoTable() throws IOException {
        refused(file("instance_events.json", "{\"a\":1}\n"), "instance_events (time, type");
        refused(file("x.json", "{\"kind\":\"List\"}\n"), "and no row near it that fits");
        refused(file("x.csv", "a,b\n1,2\n"), "and no row near it that fits");
        refused(file("instance_events.csv", "time,type,time\n1,2,3\n"), "time twice");
        refused(file("machine_events.csv", "time,type\n1,2\n"), ":1: found no column machine_id");
        Path parquet = folder.resolve("machine_events.parquet");
        TestTraces.duckDbRun("copy (select range as a from range(9)) to '" + parquet + "'");
        refused(parquet, "\"a\", and no row near it that fits");
        byte[] bytes = Files.readAllBytes(parquet);
        Path cut = folder.resolve("machine_events-1.parquet");
        Files.write(cut, Arrays.copyOf(bytes, bytes.length - 20));
        refused(cut, "can't be read");
    }

    private void refused(Path input, String message) throws IOException {
        IngestRequest request = request(input);
        assertThatThrownBy(() -> TraceFormats.named("google-2019").ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(input.toString())
                .hasMessageContaining(message)
                .hasMessageContaining("expected");
    }

    @Test
    void aRowOfAnUnknownMachineEventIsBad() throws IOException {
        String rows =
                """
                {"time":0,"machine_id":1,"type":1,"capacity":{"cpus":1,"memory":1}}
                {"time":0,"machine_id":1,"type":0}
                """;
        Path file = file("machine_events.json", rows);
        assertThat(
                        TraceFormats.named("google-2019")
                                .ingest(request(file))
                                .manifest()
                                .quarantinedByReason())
                .isEqualTo(Map.of("unknown-event", 1L));
    }
}
