package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces written back in public formats. */
class ExportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TASKS =
            """
            submit_s,duration_s,cpu,memory_gib,job,task,class,priority,user
            0,10,1.5,2.25,7,0,batch,3,ada
            0.000001,0,0.1,0.000000001,7,1,user-facing,0,"b, c"
            5,1.5,2,1,8,0,batch,-4,
            """;

    @TempDir private Path directory;

    private Path trace() throws IOException {
        Path tasks = Files.writeString(directory.resolve("tasks.csv"), TASKS);
        Path trace = directory.resolve("tasks.trace");
        run("ingest", "csv", tasks, "-o", trace).exits(0);
        return trace;
    }

    @Test
    void givesBackTheRealPiecesOfTheGoogleTraceByteByByte() throws IOException {
        Path google = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        Path exported = directory.resolve("exported");
        Path again = directory.resolve("again.trace");
        run("ingest", "google-2011", google, "--machine", "48c256g", "-o", trace).exits(0);
        Stowage.Result result =
                run("export", trace, "--as", "google-2011", "-o", exported, "--part-rows", "50000")
                        .exits(0)
                        .says("--machine 48c256g");
        assertThat(result.out()).contains("Everything is kept");
        try (Stream<Path> parts = Files.list(exported.resolve("task_events"))) {
            assertThat(parts.map(part -> part.getFileName().toString()).sorted())
                    .startsWith("part-00000-of-00005.csv.gz")
                    .hasSize(5);
        }
        run("ingest", "google-2011", exported, "--machine", "48c256g", "-o", again).exits(0);
        for (String table : List.of("tasks", "jobs", "machines", "usage")) {
            assertThat(again.resolve(table + ".parquet"))
                    .hasSameBinaryContentAs(trace.resolve(table + ".parquet"));
        }
    }

    @Test
    void theSampleIsWhatItsScriptMakes() throws IOException {
        Path workload = directory.resolve("sample.trace");
        Path made = directory.resolve("google-2011");
        run(
                        "synth",
                        "google-2011",
                        "--generator",
                        "paper",
                        "--jobs",
                        "500",
                        "--seed",
                        "2011",
                        "-o",
                        workload)
                .exits(0);
        run("export", workload, "--as", "google-2011", "-o", made).exits(0);
        assertThat(Files.readString(Path.of("examples/sample/make")))
                .contains(
                        "synth google-2011 --generator paper --jobs 500 --seed 2011",
                        "--as google-2011");
        Path sample = Path.of("examples/sample/google-2011");
        try (Stream<Path> files = Files.walk(sample)) {
            List<Path> parts = files.filter(file -> file.toString().endsWith(".gz")).toList();
            assertThat(parts).hasSize(2);
            for (Path part : parts) {
                assertThat(part).hasSameBinaryContentAs(made.resolve(sample.relativize(part)));
            }
        }
        Path trace = directory.resolve("read.trace");
        run("ingest", "auto", sample, "-o", trace).exits(0);
        JsonNode tables = JSON.readTree(trace.resolve("manifest.json").toFile()).get("tables");
        assertThat(tables.at("/tasks/rowsWritten").asLong()).isEqualTo(1224);
        assertThat(tables.at("/jobs/rowsWritten").asLong()).isEqualTo(500);
    }

    @Test
    void givesBackACsvByteByByte() throws IOException {
        Path trace = trace();
        Path csv = directory.resolve("again.csv");
        Path again = directory.resolve("again.trace");
        run("export", trace, "--as", "csv", "-o", csv, "--exact").exits(0);
        assertThat(Files.readString(csv))
                .startsWith("submit_s,duration_s,cpu,memory_gib,class,priority,job,task,user\n")
                .contains("0.000001,0,0.1,0.000000001,user-facing,0,7,1,\"b, c\"\n");
        run("ingest", "csv", csv, "-o", again).exits(0);
        for (String table : List.of("tasks", "jobs")) {
            assertThat(again.resolve(table + ".parquet"))
                    .hasSameBinaryContentAs(trace.resolve(table + ".parquet"));
        }
    }

    @Test
    void saysWhatALogCanNotKeep() throws IOException {
        Path log = directory.resolve("tasks.swf");
        JsonNode report =
                JSON.readTree(
                        run("export", trace(), "--as", "swf", "-o", log, "--json").exits(0).out());
        assertThat(report.get("readBack").asText())
                .isEqualTo("stowage ingest swf " + log + " --class-rule queue=0");
        assertThat(rowsOf(report, "tasks.cpu_micro_cores")).isEqualTo(2);
        assertThat(rowsOf(report, "tasks.priority")).isEqualTo(2);
        assertThat(rowsOf(report, "tasks.user")).isEqualTo(2);
        assertThat(rowsOf(report, "tasks.submit_micros")).isZero();
        assertThat(Files.readAllLines(log))
                .contains("2 0.000001 -1 0 1 -1 -1 1 -1 0.001 1 1000000001 -1 -1 0 -1 -1 -1");
    }

    /** A log knows the moment of its time 0, to the second. */
    @Test
    void keepsTheMomentOfTimeZeroInALog() throws IOException {
        for (String fraction : List.of("", ".25")) {
            Path tasks = directory.resolve("dated.csv");
            String row = "2024-06-01T10:00:00%sZ,2024-06-01T10:01:00Z";
            Files.write(tasks, List.of("created,ended", row.formatted(fraction)));
            Path mapping = directory.resolve("mapping.yaml");
            Files.writeString(
                    mapping,
                    """
                    columns:
                      submit_s: {column: created, unit: iso-8601}
                      duration_s: {column: ended, minus: created, unit: iso-8601}
                      cpu: {constant: 1}
                      memory_gib: {constant: 1}
                    """);
            Path trace = directory.resolve("dated.trace");
            Path log = directory.resolve("dated.swf");
            Path again = directory.resolve("again.trace");
            String option = "mapping=" + mapping;
            run("ingest", "csv", tasks, "--option", option, "--force", "-o", trace).exits(0);
            JsonNode report =
                    JSON.readTree(
                            run("export", trace, "--as=swf", "--json", "--force", "-o", log)
                                    .exits(0)
                                    .out());
            assertThat(rowsOf(report, "timeOrigin")).isEqualTo(fraction.isEmpty() ? 0 : 1);
            assertThat(Files.readAllLines(log)).contains("; UnixStartTime: 1717236000");
            run("ingest", "swf", log, "--force", "-o", again).exits(0);
            JsonNode manifest = JSON.readTree(again.resolve("manifest.json").toFile());
            assertThat(manifest.get("timeOrigin").asText())
                    .isEqualTo("0 of the log, UnixStartTime 1717236000");
            Path csv = directory.resolve("plain.csv");
            run("export", trace, "--as=csv", "--exact", "-o", csv).exits(3).says("timeOrigin");
        }
    }

    private static long rowsOf(JsonNode report, String column) {
        for (JsonNode departure : report.get("departures")) {
            if (departure.get("column").asText().equals(column)) {
                return departure.get("rows").asLong();
            }
        }
        return 0;
    }

    @Test
    void refusesWhatItCanNotKeepIfToldTo() throws IOException {
        Path log = directory.resolve("tasks.swf");
        run("export", trace(), "--as", "swf", "-o", log, "--exact")
                .exits(3)
                .says("tasks.priority", "2 rows that swf can't keep", "expected what it can");
        assertThat(log).doesNotExist();
    }

    @Test
    void replacesOnlyItsOwnOutput() throws IOException {
        Path trace = trace();
        Path out = directory.resolve("out");
        run("export", trace, "--as", "google-2011", "-o", out).exits(0);
        run("export", trace, "--as", "google-2011", "-o", out).exits(3).says("--force");
        run("export", trace, "--as", "google-2011", "-o", out, "--force").exits(0);
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("thesis.txt"), "years of work");
        run("export", trace, "--as", "google-2011", "-o", other, "--force")
                .exits(3)
                .says("other content");
        assertThat(other.resolve("thesis.txt")).exists();
    }

    @Test
    void namesTheFormats() throws IOException {
        run("export", trace(), "--as", "google-2012")
                .exits(2)
                .says("--as", "google-2011, csv, swf, dated-trace", "google-2011");
        run("export", directory.resolve("tasks.trace"), "--as", "csv", "--part-rows", "0").exits(2);
    }

    @Test
    void refusesAMachineThatIsTooSmall() throws IOException {
        Path out = directory.resolve("out");
        run("export", trace(), "--as", "google-2011", "--machine", "1c1g", "-o", out)
                .exits(3)
                .says("--machine", "1c1g", "2c2.25g");
        assertThat(out).doesNotExist();
    }
}
