package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
                .contains("cpuAllocatedCores is in core\n", "busiest hour: 1970-01-01 02:00:00\n")
                .containsPattern(" 1\\.0 +1460 +112\\.4\n")
                .contains("finished: 2400\n");
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
