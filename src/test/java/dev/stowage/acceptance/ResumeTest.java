package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
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

    /** Kills a run at its first checkpoint, resumes it, and compares all files with a whole run. */
    private void requireSameBytes(List<Object> command) throws IOException, InterruptedException {
        Path whole = directory.resolve("whole.run");
        Path run = directory.resolve("killed.run");
        Stowage.Result expected = Stowage.run(with(command, "-o", whole)).exits(0);
        kill(with(command, "-o", run, "--checkpoint-every", "0.02s"));
        Stowage.Result resumed =
                Stowage.run(with(command, "-o", run, "--resume", "--threads", "2")).exits(0);
        assertThat(resumed.out()).isEqualTo(expected.out());
        try (Stream<Path> files = Files.walk(whole)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("engine.json")) { // wall time and memory
                    assertThat(run.resolve(whole.relativize(file)))
                            .as(file.toString())
                            .hasSameBinaryContentAs(file);
                }
            }
        }
    }

    private void kill(Object... command) throws IOException, InterruptedException {
        Path checkpoint = directory.resolve("killed.run.checkpoint/checkpoint");
        Process process =
                Stowage.process(directory, command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("out.txt").toFile())
                        .start();
        while (process.isAlive() && !Files.exists(checkpoint)) {
            Thread.sleep(5);
        }
        process.destroyForcibly().waitFor();
        assertThat(checkpoint).exists();
    }

    private static Object[] with(List<Object> command, Object... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toArray();
    }

    @Test
    void goesOnWhileTasksContendAndOneIsTraced() throws IOException, InterruptedException {
        requireSameBytes(
                List.of(
                        "simulate",
                        tasks(100_000),
                        "--servers",
                        "60x8c16g",
                        "--fidelity=contended",
                        "--cpu-overcommit=1.5",
                        "--usage-model=ratio[cpu=120,memory=80]",
                        "--per-task",
                        "--resolution=7s",
                        "--server-timeline=0,5",
                        "--trace-task=60000"));
    }

    @Test
    void goesOnWithTasksDrawnFromAModel() throws IOException, InterruptedException {
        requireSameBytes(
                List.of(
                        "simulate",
                        "google-2011",
                        "--jobs=4000",
                        "--servers=150x2c8g",
                        "--placement=random",
                        "--per-task"));
    }

    /** Options that decide a result, each with what is said of it. */
    private static final Map<String, String> DIFFERENCES =
            Map.ofEntries(
                    Map.entry("--servers=60x8c32g", "capacity.memoryBytes"),
                    Map.entry("--servers=gpus.yaml", "extras.gpuMicros 2000000"),
                    Map.entry("--servers=racks.yaml", "servers.groups[0].serversPerDomain 30"),
                    Map.entry("--servers=names.yaml", "extras.attributes.os linux"),
                    Map.entry("--servers=power.yaml", "power.idleWatts 10.0"),
                    Map.entry("--queue=priority", "queue priority[keep=0,preempt=1]"),
                    Map.entry("--max-queue=7", "queueing.maxWaiting 7"),
                    Map.entry("--fidelity=contended", "fidelity.mode CONTENDED"),
                    Map.entry("--mttf=7h", "dynamics.failures.timeToFailure.meanSeconds 25200.0"),
                    Map.entry("--columns=none", "columns of the workload"),
                    Map.entry("--seed=7", "seed 7"),
                    Map.entry("--resolution=8s", "resolution of the series 8000000"),
                    Map.entry("--server-timeline=3", "servers followed"),
                    Map.entry("--trace-task=3", "job traced 3"),
                    Map.entry("--per-task", "log of tasks true"));

    @Test
    void saysWhatDiffersFromTheRunThatWasInterrupted() throws IOException, InterruptedException {
        writeServers("gpus", "gpu: 2");
        writeServers("racks", "serversPerDomain: 30");
        writeServers("names", "attributes: {os: linux}");
        writeServers("power", "idleWatts: 10, peakWatts: 20");
        Path csv = tasks(60_000);
        List<String> lines = new ArrayList<>(Files.readAllLines(csv));
        lines.replaceAll(line -> line + (line.startsWith("submit") ? ",user" : ",me"));
        Files.write(csv, lines);
        Path trace = directory.resolve("w.trace");
        Stowage.run("ingest", "csv", csv, "-o", trace).exits(0);
        Path run = directory.resolve("killed.run");
        List<String> usual = List.of("--servers=60x8c16g", "--mttf=6h", "--mttr=1h");
        List<Object> command = new ArrayList<>(List.of("simulate", trace, "-o", run));
        command.addAll(usual);
        kill(with(command, "--checkpoint-every=0.02s"));
        for (Map.Entry<String, String> difference : DIFFERENCES.entrySet()) {
            String option = difference.getKey();
            command.removeIf(word -> word.toString().startsWith(option.split("=", -1)[0] + "="));
            Stowage.run(
                            with(
                                    command,
                                    option.replaceAll("=(.*yaml)", "=" + directory + "/$1"),
                                    "--resume"))
                    .exits(3)
                    .says("a run with", difference.getValue(), "same inputs");
            command.removeAll(usual);
            command.addAll(usual);
        }
        Stowage.run(with(command, "--resume")).exits(0);
    }

    private void writeServers(String name, String more) throws IOException {
        Files.writeString(
                directory.resolve(name + ".yaml"),
                "servers:\n- {name: 8c16g, count: 60, cpu: 8, memoryGiB: 16, " + more + "}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--replications=3", "--compare=best-fit,least-load"})
    void refusesCheckpointsOfStudies(String study) throws IOException {
        Path run = directory.resolve("x.run");
        Stowage.run(simulate(tasks(10), run, "--checkpoint-every=1m", study))
                .exits(2)
                .says("expected a single run");
    }
}
