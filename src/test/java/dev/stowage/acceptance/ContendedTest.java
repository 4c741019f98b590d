package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --fidelity contended}, overcommit and reserves from the outside. */
class ContendedTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib";
    private static final String USED = HEADER + ",cpu_used,memory_used_gib";

    @TempDir private Path directory;

    private Path tasks(String... lines) throws IOException {
        return Files.writeString(directory.resolve("t.csv"), String.join("\n", lines) + "\n");
    }

    private Stowage.Result run(Path tasks, String... more) {
        List<String> line =
                new ArrayList<>(
                        List.of(
                                "simulate",
                                tasks.toString(),
                                "--servers",
                                "1x2c4g",
                                "-o",
                                directory.resolve("r.run").toString(),
                                "--force",
                                "--json"));
        line.addAll(List.of(more));
        return Stowage.run(line.toArray());
    }

    private static JsonNode json(Stowage.Result result) throws IOException {
        return JSON.readTree(result.out());
    }

    @Test
    void tasksThatDemandMoreThanThereIsTakeLonger() throws IOException {
        Path tasks = tasks(HEADER, "0,10,2,1", "0,10,2,1");
        JsonNode summary =
                json(run(tasks, "--fidelity", "contended", "--cpu-overcommit", "2").exits(0));
        assertThat(summary.at("/makespanSeconds").asDouble()).isEqualTo(20);
        assertThat(summary.at("/slowdown/p99").asDouble()).isEqualTo(2);
        assertThat(summary.at("/outOfMemoryKills").asLong()).isZero();
        assertThat(summary.at("/utilisation/cpuUsed/mean").asDouble()).isEqualTo(1);
        assertThat(summary.at("/utilisation/memoryUsed/peak").asDouble()).isEqualTo(0.5);
        assertThat(summary.at("/policies/cpuOvercommit").asText()).isEqualTo("2.0");
    }

    @Test
    void showsSlowdownAndUseOnTheTerminal() throws IOException {
        Path tasks = tasks(HEADER, "0,10,2,1", "0,10,2,1");
        Stowage.Result result =
                Stowage.run(
                        "simulate",
                        tasks.toString(),
                        "--servers",
                        "1x2c4g",
                        "--fidelity",
                        "contended",
                        "--cpu-overcommit",
                        "2",
                        "-o",
                        directory.resolve("t.run").toString());
        assertThat(result.exits(0).out())
                .contains("slowdown", "2 x", "CPU used", "memory used", "out of memory");
    }

    @Test
    void aReplayHasNeitherSlowdownNorUse() throws IOException {
        JsonNode summary = json(run(tasks(HEADER, "0,10,2,1")).exits(0));
        assertThat(summary.has("slowdown")).isFalse();
        assertThat(summary.at("/utilisation").has("cpuUsed")).isFalse();
    }

    @Test
    void reservesByMeasuredUse() throws IOException {
        Path tasks = tasks(USED, "0,10,2,1,1,1", "0,10,2,1,1,1");
        assertThat(json(run(tasks).exits(0)).at("/makespanSeconds").asDouble()).isEqualTo(20);
        for (String reserve : new String[] {"usage", "usage-p95"}) {
            assertThat(
                            json(run(tasks, "--reserve", reserve).exits(0))
                                    .at("/makespanSeconds")
                                    .asDouble())
                    .as(reserve)
                    .isEqualTo(10);
        }
    }

    @Test
    void killsWhereMemoryRunsOut() throws IOException {
        Path tasks = tasks(USED, "0,10,1,1,1,3", "0,10,1,1,1,3");
        JsonNode killed = json(run(tasks, "--fidelity", "contended").exits(0));
        assertThat(killed.at("/outOfMemoryKills").asLong()).isEqualTo(1);
        assertThat(killed.at("/tasks/killed").asLong()).isEqualTo(1);
        assertThat(killed.at("/oomKilled").asLong()).isEqualTo(1);
        JsonNode requeued =
                json(run(tasks, "--fidelity", "contended", "--oom", "requeue[times=2]").exits(0));
        assertThat(requeued.at("/outOfMemoryKills").asLong()).isEqualTo(3);
        assertThat(requeued.at("/tasks/evicted").asLong()).isEqualTo(2);
        assertThat(requeued.at("/oomKilled").asLong()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cpu-overcommit|0|a number above 0",
                "--cpu-overcommit|-1|a number above 0",
                "--cpu-overcommit|NaN|a number above 0",
                "--memory-overcommit|Infinity|a number above 0",
                "--memory-overcommit|much|a number above 0",
                "--reserve|usage-p0|usage-p95",
                "--reserve|usage-p101|usage-p95",
                "--reserve|p95|usage-p95",
                "--fidelity|contendet|contended",
                "--usage-model|ratio|--fidelity contended",
                "--oom|kill|--fidelity contended"
            })
    void refusesWhatMakesNoSense(String option, String value, String says) throws IOException {
        run(tasks(HEADER, "0,10,1,1"), option, value).exits(2).says(option, value, says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--usage-model|ratio[cpu=-1]|0 to 1000",
                "--usage-model|gamma|beta",
                "--oom|requeue[times=0]|1 to 1000000",
                "--oom|ignore|requeue"
            })
    void refusesUnknownModelsAndRules(String option, String value, String says) throws IOException {
        run(tasks(HEADER, "0,10,1,1"), "--fidelity", "contended", option, value)
                .exits(2)
                .says(option, says);
    }

    @ParameterizedTest
    @CsvSource({"--reserve,usage", "--reserve,usage-p95", "--usage-model,beta"})
    void saysThatNothingWasMeasured(String option, String value) throws IOException {
        run(tasks(HEADER, "0,10,1,1"), "--fidelity", "contended", option, value)
                .exits(3)
                .says("no measured use", "1 tasks", value);
    }

    @Test
    void warnsWhereSomeTasksWereNotMeasured() throws IOException {
        Path tasks = tasks(USED, "0,10,1,1,1,1", "0,10,1,1,,");
        run(tasks, "--fidelity", "contended").exits(0).says("1 of 2 tasks have no measured use");
        run(tasks, "--reserve", "usage").exits(0).says("1 of 2 tasks have no measured use");
    }
}
