package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times as a clock on the wall shows them, in files of the user's own columns. */
final class TimeZoneTest {
    private static final String MAPPING =
            """
            columns:
              submit_s: {column: created, unit: iso-8601}
              duration_s: {column: ended, minus: created, unit: iso-8601}
              cpu: {constant: 1}
              memory_gib: {constant: 1}
            """;

    @TempDir Path folder;

    private IngestRequest request(Path input, String yaml, String zone) throws IOException {
        Path mapping = Files.writeString(folder.resolve("mapping.yaml"), yaml);
        Path output = Files.createTempDirectory(folder, "out");
        Selection selection =
                zone.isEmpty() ? Selection.EVERYTHING : Selection.EVERYTHING.in(ZoneId.of(zone));
        return TestTraces.option(
                        TestTraces.request(output, 1, input), "mapping", mapping.toString())
                .with(draft -> draft.selection = selection);
    }

    private Path csv(String... rows) throws IOException {
        return Files.writeString(
                folder.resolve("tasks.csv"), "created,ended\n" + String.join("\n", rows) + "\n");
    }

    private static List<String> seconds(IngestRequest request) {
        return TestTraces.duckDb(
                "select list(submit_micros // 1000000), list(duration_micros // 1000000) from '"
                        + request.outputDirectory().resolve("tasks.parquet")
                        + "'");
    }

    @Test
    void durationsAcrossAChangeOfTheClockAreTrue() throws IOException {
        Path csv =
                csv(
                        "2024-03-31 01:00:00,2024-03-31 04:00:00", // two hours: one was skipped
                        "2024-10-27 01:00:00,2024-10-27 04:00:00", // four hours: one came twice
                        "2024-10-27 02:40:00,2024-10-27 02:20:00", // 40 minutes
                        "2024-10-27 02:10:00,2024-10-27 02:20:00"); // the second time that it is
        // 2:10
        IngestRequest request = request(csv, MAPPING, "Europe/Berlin");
        IngestReport report = new CsvFormat().ingest(request);
        // Python 3 zoneinfo: datetime.fromisoformat(s).replace(tzinfo=berlin, fold=f).timestamp()
        assertThat(seconds(request))
                .containsExactly("[0, 18140400, 18146400, 18148200]", "[7200, 14400, 2400, 600]");
        assertThat(report.manifest().timeOrigin())
                .isEqualTo("2024-03-31T01:00:00+01:00[Europe/Berlin]");
        assertThat(report.manifest().provenance().parameters())
                .containsEntry("timeZone", "Europe/Berlin");
        assertThat(report.warnings()).singleElement().asString().contains("showed twice");
    }

    @Test
    void rowsWithAndWithoutOffsetMix() throws IOException {
        Path csv =
                csv(
                        "2024-03-01 12:00:00,2024-03-01T11:30:00Z",
                        "2024-03-01T11:00:01Z,2024-03-01 12:00:31",
                        "2024-03-01 18:00:02+07:00,2024-03-01 12:01:02");
        IngestRequest request = request(csv, MAPPING, "Europe/Berlin");
        IngestReport report = new CsvFormat().ingest(request);
        assertThat(seconds(request)).containsExactly("[0, 1, 2]", "[1800, 30, 60]");
        assertThat(report.warnings()).isEmpty();
        // created is read twice in a row: for its submit and for its duration
        assertThat(report.manifest().facts()).containsEntry("times.withoutOffset", 4L);
    }

    @Test
    void withoutAZoneTheyAreUtcAndThatIsSaid() throws IOException {
        Path csv = csv("2024-03-31 01:30:00,2024-03-31 02:30:00");
        IngestRequest request = request(csv, MAPPING, "");
        IngestReport report = new CsvFormat().ingest(request);
        assertThat(seconds(request)).containsExactly("[0]", "[3600]");
        assertThat(report.manifest().timeOrigin()).isEqualTo("2024-03-31T01:30:00Z");
        assertThat(report.warnings()).singleElement().asString().contains("read as UTC");
        IngestRequest offsets =
                request(csv("2024-03-31T01:30:00Z,2024-03-31T02:30:00Z"), MAPPING, "");
        assertThat(new CsvFormat().ingest(offsets).warnings()).isEmpty();
    }

    @Test
    void timesThatTheClockSkippedAreCounted() throws IOException {
        Path csv = csv("2024-03-31 01:30:00,2024-03-31 02:30:00");
        IngestRequest request = request(csv, MAPPING, "Europe/Berlin");
        IngestReport report = new CsvFormat().ingest(request);
        assertThat(seconds(request)).containsExactly("[0]", "[3600]");
        assertThat(report.warnings()).singleElement().asString().contains("skipped: 1");
    }

    @Test
    void anEpochMayBeOfTheZone() throws IOException {
        String epoch = MAPPING.replaceFirst("iso-8601}", "iso-8601, epoch: 2024-03-01T00:00:00}");
        Path csv = csv("2024-03-01 01:00:00,2024-03-01 02:00:00");
        IngestRequest request = request(csv, epoch, "Asia/Tokyo");
        IngestReport report = new CsvFormat().ingest(request);
        assertThat(seconds(request)).containsExactly("[3600]", "[3600]");
        assertThat(report.manifest().timeOrigin())
                .isEqualTo("2024-03-01T00:00:00+09:00[Asia/Tokyo]");
        IngestRequest unnamed = request(csv, epoch, "");
        assertThatThrownBy(() -> new CsvFormat().ingest(unnamed))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("columns.submit_s.epoch")
                .hasMessageContaining("--time-zone");
    }

    @Test
    void timestampsOfParquetKnowWhetherTheyAreUtc() throws IOException {
        Path file = folder.resolve("tasks.data");
        TestTraces.duckDbRun(
                "copy (select timestamp '2024-07-01 12:00:00.25' as created, {'at':"
                        + " timestamp_ms '2024-07-01 12:01:00'} as e, make_timestamptz(epoch_us(timestamp"
                        + " '2024-07-01 10:02:00')) as u) to '"
                        + file
                        + "' (format parquet)");
        IngestRequest nested = request(file, MAPPING.replace("ended", "e.at"), "Europe/Berlin");
        new ParquetFormat().ingest(nested);
        assertThat(seconds(nested)).containsExactly("[0]", "[59]");
        IngestRequest utc = request(file, MAPPING.replace("ended", "u"), "Europe/Berlin");
        new ParquetFormat().ingest(utc);
        assertThat(seconds(utc)).containsExactly("[0]", "[119]");
    }

    @Test
    void refusesAZoneThatNothingUses() throws IOException {
        String plain =
                "columns: {submit_s: created, duration_s: ended, cpu: {constant: 1}, memory_gib:"
                        + " {constant: 1}}";
        IngestRequest request = request(csv("1,2"), plain, "Europe/Berlin");
        assertThatThrownBy(() -> new CsvFormat().ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--time-zone: found no column of moments");
        IngestRequest unmapped =
                TestTraces.request(Files.createTempDirectory(folder, "out"), 1, csv("1,2"))
                        .with(draft -> draft.selection = Selection.EVERYTHING.in(ZoneId.of("UTC")));
        assertThatThrownBy(() -> new CsvFormat().ingest(unmapped))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no mapping of columns");
    }

    @Test
    void aDurationNeedsTheStart() throws IOException {
        String yaml = MAPPING.replace("minus: created, ", "");
        IngestRequest request = request(csv("1,2"), yaml, "");
        assertThatThrownBy(() -> new CsvFormat().ingest(request))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("columns.duration_s");
    }
}
