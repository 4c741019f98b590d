package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real piece of the trace of 2019: machine events. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Google2019RealTraceTest {
    private static final String COLUMNS =
            "columns={time: 'BIGINT', machine_id: 'BIGINT', type: 'INT', switch_id: 'VARCHAR',"
                    + " capacity: 'STRUCT(cpus DOUBLE, memory DOUBLE)', platform_id: 'VARCHAR',"
                    + " missing_data_reason: 'INT'}";

    private Path folder;
    private Path source;
    private Path output;
    private IngestReport report;

    @BeforeAll
    void ingestThePiece(@TempDir Path temporary) throws IOException {
        folder = temporary;
        source = TestTraces.real("google-2019/machine_events");
        output = ingest(source);
    }

    private Path ingest(Path input) throws IOException {
        Path directory = Files.createTempDirectory(folder, "out");
        report = TraceFormats.named("google-2019").ingest(TestTraces.request(directory, 2, input));
        return directory;
    }

    private String raw() {
        return "read_ndjson('" + source + "/*.json.gz', " + COLUMNS + ")";
    }

    private static List<String> canonical(Path directory, String select) {
        return TestTraces.duckDb(
                "select " + select + " from '" + directory.resolve("machines.parquet") + "'");
    }

    @Test
    void everyRowIsUsedQuarantinedOrIgnored() throws IOException {
        ingest(source);
        TraceManifest.Table machines = report.manifest().tables().get("machines");
        assertThat(machines.rowsRead()).isEqualTo(22448);
        assertThat(machines.rowsUsed()).isEqualTo(22219);
        assertThat(report.manifest().quarantinedByReason()).isEmpty();
        // zcat *.json.gz | python3 -c 'import sys,json; r=[json.loads(l) for l in sys.stdin];
        // print(sum(x["type"]=="1" and "capacity" not in x for x in r),
        // sum(x["time"]=="0" for x in r), sum(int(b["time"])<int(a["time"]) for a,b in
        // zip(r,r[1:])), len({x["machine_id"] for x in r}), len({x["switch_id"] for x in r}))'
        assertThat(machines.rowsIgnored()).isEqualTo(Map.of("machine-without-capacity", 229L));
        assertThat(report.manifest().facts())
                .containsEntry("machines.rowsBeforeStart", 4712L)
                .containsEntry("machines.backwardSteps", 9073L)
                .containsEntry("machines.distinct", 4949L)
                .containsEntry("machines.switches", 261L);
    }

    @Test
    void capacitiesEventsAndTimesAgreeWithTheRawRows() {
        assertThat(
                        canonical(
                                output,
                                "count(*) filter (event = 'ADD'), count(*) filter (event ="
                                        + " 'REMOVE'), count(*) filter (event = 'UPDATE'),"
                                        + " sum(time_micros), sum(cpu_micro_cores),"
                                        + " sum(memory_bytes), count(distinct platform)"))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select count(*) filter (type = 1), count(*) filter (type = 2),"
                                        + " count(*) filter (type = 3), sum(greatest(time -"
                                        + " 600000000, 0)), sum(floor(capacity.cpus *"
                                        + " 1000000)::bigint), sum(floor(capacity.memory *"
                                        + " 1073741824)::bigint), count(distinct platform_id) from "
                                        + raw()
                                        + " where capacity.cpus is not null"));
        assertThat(CanonicalTrace.open(output).machineEvents().orElseThrow().machines())
                .isEqualTo(4949);
    }

    @Test
    void isRecognisedByItsContentAndReadFromEveryExport() throws IOException {
        FormatRecognition found = TraceFormats.recognise(List.of(source));
        assertThat(found.format().name()).isEqualTo("google-2019");
        // a bare Parquet file that is called otherwise, and a flattened CSV, both by DuckDB
        Path parquet = folder.resolve("part.parquet.gz");
        TestTraces.duckDbRun("copy (from " + raw() + ") to '" + parquet + "' (format parquet)");
        Path csv = folder.resolve("part.csv");
        TestTraces.duckDbRun(
                "copy (select * exclude capacity, capacity.cpus as capacity_cpus, capacity.memory"
                        + " as \"capacity.memory\" from "
                        + raw()
                        + ") to '"
                        + csv
                        + "' (header)");
        for (Path export : List.of(parquet, csv)) {
            assertThat(TraceFormats.recognise(List.of(export)).format().name())
                    .isEqualTo("google-2019");
            Path other = ingest(export);
            assertThat(
                            Files.mismatch(
                                    output.resolve("machines.parquet"),
                                    other.resolve("machines.parquet")))
                    .isEqualTo(-1);
        }
    }
}
