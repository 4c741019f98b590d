package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What looks like a value or an option and does nothing, or not what it says, is refused. */
class StrictInputTest {
    private static final String SCENARIO =
            """
            workload: {csv: tasks.csv, growth: 1}
            servers: {type: {cpu: 1000, memoryGiB: 8}}
            objective: {pendingSeconds: {p99: 60}}
            """;

    @TempDir private Path directory;
    private Path tasks;

    @BeforeEach
    void writeTasks() throws IOException {
        tasks =
                Files.writeString(
                        directory.resolve("tasks.csv"),
                        "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu: 1000|cpu: 1_000|2:23: servers.type.cpu: found the text \"1_000\"",
                "cpu: 1000|cpu: !!float 4|2:23: servers.type.cpu: found the tag tag:yaml.org,2002:float",
                "{p99: 60}|{p99: 60, p50: 90}|p50: found 90, expected at most 60, the bound on p99",
                "{p99: 60}|{max: 5, p99: 60}|p99: found 60, expected at most 5, the bound on max",
            })
    void refusesAScenario(String good, String bad, String message) throws IOException {
        assertThat(SCENARIO).contains(good);
        Path scenario = Files.writeString(directory.resolve("s.yaml"), SCENARIO.replace(good, bad));
        run("plan", scenario, "-o", directory.resolve("p"))
                .exits(3)
                .says(scenario.toString(), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--wake=5s|--wake: found no --idle-off, expected --idle-off TIME beside it",
                "--failure-shape=0.7|--failure-shape: found no --mttf, expected --mttf TIME",
                "--threads=100000|--threads: found 100000, expected a whole number from 1 to 1024",
            })
    void refusesAnOptionThatWouldDoNothing(String option, String message) {
        run("simulate", tasks, "--servers", "1x4c4g", option).exits(2).says(message);
    }

    @Test
    void refusesAControlCharacterWhereItStands() throws IOException {
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"), "name: x\n" + SCENARIO + "a: é\u0007\n");
        run("plan", scenario, "-o", directory.resolve("p"))
                .exits(3)
                .says(scenario + ":5:5: found the control character U+0007", "Delete it.");
    }

    @Test
    void refusesGrowthThatNoRunCouldHoldInTheWordsOfAScenario() throws IOException {
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"),
                        SCENARIO.replace(
                                "csv: tasks.csv, growth: 1",
                                "model: google-2011, growth: 1000000"));
        run("plan", scenario, "-o", directory.resolve("p"))
                .exits(3)
                .says(
                        "jobs to draw: found 128,664,000,000, expected at most 200,000,000",
                        "growth");
    }

    @Test
    void refusesToDrawNoJobs() {
        run("synth", "google-2011", "--jobs", "0", "-o", directory.resolve("w.trace"))
                .exits(2)
                .says("--jobs: found 0, expected a whole number of at least 1");
    }

    /** {@code compare} has no -o, so its messages do not speak of it. */
    @Test
    void namesNoOptionThatTheCommandLacks() throws IOException {
        Path report = Files.writeString(directory.resolve("r.html"), "mine");
        String said =
                run("compare", tasks, tasks, "--report", report)
                        .exits(3)
                        .says(report.toString(), "choose another name")
                        .err();
        assertThat(said).doesNotContain("-o.");
    }

    /** A task that loses its server for ever is found in the engine, which knows no file. */
    @Test
    void namesTheFileOfWhatIsWrongDeepInside() throws IOException {
        Files.writeString(tasks, "submit_s,duration_s,cpu,memory_gib\n0,100000,1,1\n");
        Path out = directory.resolve("x.run");
        run("simulate", tasks, "--servers=1x4c4g", "--mttf=1s", "--mttr=1s", "-o", out)
                .exits(3)
                .says(tasks + ": job 0, task 0: found");
    }

    /** The many jobs of one tiny task are refused by nobody, but said before the work. */
    @Test
    void saysBeforehandHowLongAnEnormousGrowthTakes() throws Exception {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 1000; i++) {
            rows.append(i).append(",1,1,1\n");
        }
        Files.writeString(tasks, rows);
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"),
                        SCENARIO.replace("growth: 1", "growth: 1000000"));
        Path err = directory.resolve("err");
        Process process =
                Stowage.process(directory, "plan", scenario)
                        .redirectOutput(directory.resolve("out").toFile())
                        .redirectError(err.toFile())
                        .start();
        for (int i = 0; i < 300 && Files.size(err) == 0; i++) {
            Thread.sleep(100);
        }
        process.destroyForcibly();
        assertThat(Files.readString(err))
                .contains("the workload has 1,000,000,000 jobs", "at least 16.67 min");
    }
}
