package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that was killed goes on to the bytes of one that was not. */
class ResumeTest {
    private static final List<String> FILES =
            List.of(
                    "summary.json",
                    "series.parquet",
                    "tasks.parquet",
                    "servers/0.csv",
                    "servers/5.csv");

    @TempDir private Path directory;

    private Path tasks(int count) throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        Random random = new Random(5);
        double submit = 0;
        for (int i = 0; i < count; i++) {
            submit += random.nextDouble() * 0.15;
            csv.append(
                    "%.6f,%.6f,%d,%d\n"
                            .formatted(
                                    submit,
                                    random.nextDouble() * 60,
                                    1 + random.nextInt(4),
                                    1 + random.nextInt(4)));
        }
        return Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private static Object[] simulate(Path tasks, Path run, Object... more) {
        List<Object> all = new ArrayList<>(List.of("simulate", tasks, "--servers", "120x8c16g"));
        all.addAll(List.of("--placement", "power-of-d[d=3]", "--per-task", "--resolution", "7s"));
        all.addAll(List.of("--server-timeline", "0,5", "-o", run));
        all.addAll(List.of(more));
        return all.toArray();
    }

    @Test
    void goesOnToTheSameBytesAfterTheProcessWasKilled() throws IOException, InterruptedException {
        Path tasks = tasks(200_000);
        Path whole = directory.resolve("whole.run");
        Path run = directory.resolve("killed.run");
        Path checkpoint = directory.resolve("killed.run.checkpoint/checkpoint");
        Stowage.run(simulate(tasks, whole)).exits(0);
        Process process =
                Stowage.process(directory, simulate(tasks, run, "--checkpoint-every", "0.05s"))
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("out.txt").toFile())
                        .start();
        while (process.isAlive() && !Files.exists(checkpoint)) {
            Thread.sleep(5);
        }
        process.destroyForcibly().waitFor();
        assertThat(run).doesNotExist();
        assertThat(checkpoint).exists();

        Stowage.run(simulate(tasks, run, "--checkpoint-every", "1m"))
                .exits(3)
                .says("interrupted run", "--resume", "--force");
        Stowage.run(simulate(tasks, run, "--resume", "--until", "50s"))
                .exits(3)
                .says("untilMicros", "same inputs");
        Stowage.run(simulate(tasks, run, "--resume")).exits(0);
        for (String file : FILES) {
            assertThat(run.resolve(file)).as(file).hasSameBinaryContentAs(whole.resolve(file));
        }
        assertThat(checkpoint.getParent()).doesNotExist();
    }

    @Test
    void refusesToResumeWhatIsNotThereOrHasChanged() throws IOException {
        Path tasks = tasks(100);
        Path run = directory.resolve("x.run");
        Stowage.run(simulate(tasks, run, "--resume")).exits(3).says("no such file", "--resume");
        assertThat(run).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "often", "-1s"})
    void refusesTimesThatAreNone(String every) throws IOException {
        Stowage.run(simulate(tasks(10), directory.resolve("x.run"), "--checkpoint-every=" + every))
                .exits(2)
                .says("--checkpoint-every");
    }

    @Test
    void refusesCheckpointsWhereATaskIsTracedOrTasksContend() throws IOException {
        Path tasks = tasks(10);
        Path run = directory.resolve("x.run");
        Stowage.run(simulate(tasks, run, "--checkpoint-every", "1m", "--trace-task", "3"))
                .exits(2)
                .says("--trace-task");
        Stowage.run(simulate(tasks, run, "--checkpoint-every", "1m", "--fidelity", "contended"))
                .exits(3)
                .says("can't be resumed", "without checkpoints");
    }
}
