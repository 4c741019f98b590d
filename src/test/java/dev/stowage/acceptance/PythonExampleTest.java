package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/python}: what is written, read by pandas and DuckDB. */
class PythonExampleTest {
    @TempDir private Path directory;

    @Test
    void theExampleReadsATraceAndARun() throws Exception {
        assumeTrue(
                python("-c", "import duckdb, pandas, pyarrow").exit() == 0,
                "skipped: no python3 with pandas, pyarrow and duckdb");
        Path trace = directory.resolve("night.trace");
        Path run = directory.resolve("night.run");
        Stowage.run("ingest", "auto", "examples/night-batch.csv", "-o", trace).exits(0);
        Stowage.run("simulate", trace, "--servers=13x16c64g", "--per-task", "-o", run).exits(0);

        Said said = python("examples/python/night.py", trace.toString(), run.toString());

        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text())
                .contains("cpuAllocatedCores is in core\n", "busiest hour: 0 days 02:00:00\n")
                .containsPattern(" 1\\.0 +1460 +112\\.4\n")
                .contains("finished: 2400\n");
    }

    private static final String DUCKDB =
            """
            import duckdb, sys
            duckdb.sql("set timezone = 'UTC'")
            for file, columns in zip(sys.argv[1::2], sys.argv[2::2]):
                print(duckdb.sql(f"select {columns} from '{file}' order by all").fetchall())
            """;

    @Test
    void showsTimesOfACalendarAsTimestamps() throws Exception {
        assumeTrue(
                python("-c", "import duckdb, pandas, pyarrow").exit() == 0,
                "skipped: no python3 with pandas, pyarrow and duckdb");
        Path csv = directory.resolve("dated.csv");
        Path mapping = directory.resolve("dated.yaml");
        Path trace = directory.resolve("dated.trace");
        Path dated = directory.resolve("again.trace");
        Path run = directory.resolve("dated.run");
        Path again = directory.resolve("again.run");
        Files.writeString(
                csv,
                """
                created,ended
                2024-03-30 23:30:00,2024-03-31 01:30:00
                2024-03-31 01:45:00,2024-03-31 03:15:00
                """);
        Files.writeString(
                mapping,
                """
                columns:
                  submit_s: {column: created, unit: iso-8601}
                  duration_s: {column: ended, minus: created, unit: iso-8601}
                  cpu: {constant: 1}
                  memory_gib: {constant: 1}
                """);
        Stowage.run(
                        "ingest",
                        "csv",
                        csv,
                        "-o",
                        trace,
                        "--time-zone=Europe/Berlin",
                        "--option",
                        "mapping=" + mapping)
                .exits(0);
        Stowage.run("export", trace, "--as", "dated-trace", "-o", dated, "--exact")
                .exits(0)
                .says("stowage inspect");
        for (Path each : List.of(trace, dated)) {
            Stowage.run(
                            "simulate",
                            each,
                            "--servers=1x1c4g",
                            "--per-task",
                            "--resolution=30m",
                            "-o",
                            each == trace ? run : again)
                    .exits(0);
        }

        Said said =
                python(
                        "-c",
                        DUCKDB,
                        run + "/tasks.parquet",
                        "submit_time::text, first_start_time::text, end_time::text, typeof(end_time)",
                        run + "/series.parquet",
                        "min(time)::text, max(time - to_microseconds(time_micros))::text",
                        dated + "/jobs.parquet",
                        "submit_time::text, submit_micros");

        // clocks in Berlin went from +1 to +2 at 01:00 UTC; half an hour of the second task
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text())
                .isEqualTo(
                        "[('2024-03-30 22:30:00+00', '2024-03-30 22:30:00+00', '2024-03-31"
                                + " 00:30:00+00', 'TIMESTAMP WITH TIME ZONE'), ('2024-03-31"
                                + " 00:45:00+00', '2024-03-31 00:45:00+00', '2024-03-31 01:15:00+00',"
                                + " 'TIMESTAMP WITH TIME ZONE')]\n"
                                + "[('2024-03-30 22:30:00+00', '2024-03-30 22:30:00+00')]\n"
                                + "[('2024-03-30 22:30:00+00', 0), ('2024-03-31 00:45:00+00',"
                                + " 8100000000)]\n");
        for (String table : List.of("tasks", "series")) {
            assertThat(again.resolve(table + ".parquet"))
                    .hasSameBinaryContentAs(run.resolve(table + ".parquet"));
        }
        Path theExample = Path.of("examples/python/night.py");
        assertThat(python(theExample.toString(), dated.toString(), run.toString()).text())
                .contains("busiest hour: 2024-03-30 22:00:00+00:00\n");
    }

    @Test
    void datesNoTraceWithoutACalendar() {
        Path trace = directory.resolve("night.trace");
        Stowage.run("ingest", "auto", "examples/night-batch.csv", "-o", trace).exits(0);
        Stowage.run("export", trace, "--as", "dated-trace", "-o", directory.resolve("x"))
                .exits(3)
                .says("time 0 is \"0 of the column submit_s\"", "a moment of a calendar");
        assertThat(directory.resolve("x")).doesNotExist();
    }

    private record Said(int exit, String text) {}

    private static Said python(String... args) throws IOException, InterruptedException {
        String[] command = new String[args.length + 1];
        command[0] = "python3";
        System.arraycopy(args, 0, command, 1, args.length);
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Said(-1, "no python3");
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }
}
