package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code simulate} writes beside its summary, from the outside. */
class RecordingTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;
    private Path tasks = Path.of("");

    @BeforeEach
    void writeTasks() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,priority\n");
        Random random = new Random(5);
        double submit = 0;
        for (int i = 0; i < 3000; i++) {
            submit += random.nextDouble();
            csv.append(
                    "%.6f,%.6f,%d,%d,%d,%d\n"
                            .formatted(
                                    submit,
                                    random.nextDouble() * 60,
                                    1 + random.nextInt(4),
                                    1 + random.nextInt(4),
                                    i / 10,
                                    random.nextInt(3)));
        }
        tasks = Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private Path simulate(String name, Object... more) {
        Path run = directory.resolve(name);
        Object[] all = new Object[more.length + 6];
        System.arraycopy(
                new Object[] {"simulate", tasks, "--servers", "20x8c16g", "-o", run}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        Stowage.run(all).exits(0);
        return run;
    }

    private static List<?> problems(Path document, String schema) throws IOException {
        return Schemas.problems(schema, JSON.readTree(document.toFile()));
    }

    @Test
    void theSummaryAndTheTraceOfATaskKeepToTheirSchemas() throws IOException {
        Path run = simulate("run", "--trace-task", "17");
        assertThat(problems(run.resolve("summary.json"), "summary.schema.json")).isEmpty();
        assertThat(problems(run.resolve("trace-task.json"), "trace-task.schema.json")).isEmpty();
        Path waiting = simulate("waiting", "--trace-task", "199", "--until", "1000s");
        assertThat(problems(waiting.resolve("summary.json"), "summary.schema.json")).isEmpty();
        assertThat(problems(waiting.resolve("trace-task.json"), "trace-task.schema.json"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-fit", "power-of-d[d=3]", "kubernetes"})
    void writesTheSameBytesWithAnyNumberOfThreads(String placement) throws IOException {
        Object[] flags = {
            "--placement",
            placement,
            "--per-task",
            "--resolution",
            "7s",
            "--server-timeline",
            "0,19",
            "--trace-task",
            "42/420",
            "--threads",
            "1"
        };
        Path one = simulate("one", flags);
        flags[flags.length - 1] = "4";
        Path four = simulate("four", flags);
        for (String file :
                List.of(
                        "summary.json",
                        "series.parquet",
                        "tasks.parquet",
                        "trace-task.json",
                        "servers/0.csv",
                        "servers/19.csv")) {
            assertThat(four.resolve(file)).as(file).hasSameBinaryContentAs(one.resolve(file));
        }
        assertThat(Files.readAllLines(one.resolve("servers/0.csv"))).hasSizeGreaterThan(100);
    }

    @Test
    void aTraceOfTheCsvGivesTheSameBytesAsTheCsv() throws IOException {
        Path trace = directory.resolve("tasks.trace");
        Stowage.run("ingest", "csv", tasks, "-o", trace).exits(0);
        Object[] flags = {"--per-task", "--resolution", "7s", "--placement", "best-fit"};
        Path direct = simulate("direct", flags);
        tasks = trace;
        Path ingested = simulate("ingested", flags);
        String summary = Files.readString(ingested.resolve("summary.json"));
        assertThat(summary).contains("tasks.trace");
        assertThat(summary.replace("tasks.trace", "tasks.csv"))
                .isEqualTo(Files.readString(direct.resolve("summary.json")));
        for (String file : List.of("series.parquet", "tasks.parquet")) {
            assertThat(ingested.resolve(file))
                    .as(file)
                    .hasSameBinaryContentAs(direct.resolve(file))
                    .isNotEmptyFile();
        }
    }

    @Test
    void explainsATaskOnTheTerminal() {
        Stowage.Result result =
                Stowage.run(
                                "simulate",
                                tasks,
                                "--servers",
                                "20x8c16g",
                                "-o",
                                directory.resolve("run"),
                                "--trace-task",
                                "17/170")
                        .exits(0);
        assertThat(result.out())
                .contains("Task 170 of job 17", "submitted; asks for", "by first-fit (the lowest-")
                .contains("servers fit", "started on server", "finished on server");
    }

    @Test
    void namesTheDemandThatEachServerDoesNotMeet() throws IOException {
        Path servers =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        """
                        servers:
                          - {name: arm, count: 5, cpu: 8, memoryGiB: 16, attributes: {arch: arm}}
                          - {name: gpu, count: 2, cpu: 8, memoryGiB: 16, gpu: 1, diskGiB: 50,
                             networkGbps: 1, attributes: {arch: x86}}
                          - {name: plain, count: 4, cpu: 8, memoryGiB: 16, diskGiB: 50,
                             networkGbps: 1, attributes: {arch: x86}}
                        """);
        Path demanding =
                Files.writeString(
                        directory.resolve("demanding.csv"),
                        """
                        submit_s,duration_s,cpu,memory_gib,job,gpu,disk_gib,network_gbps,constraints
                        0,50,1,1,1,1,10,0.5,arch=x86
                        0,70,1,1,1,1,10,0.5,arch=x86
                        1,9,1,1,2,1,10,0.5,arch=x86
                        1,9,1,1,3,,,,
                        2,9,1,1,4,1,,,arch=arm
                        """);
        Stowage.Result waiting = trace(demanding, servers, "2");
        assertThat(waiting.out())
                .contains(
                        "asks for 1 core, 1 GiB, 1 GPU, 10 GiB of disk and 0.5 Gbit/s of network,"
                                + " with arch=x86",
                        "tried: none of 11 servers fits",
                        "not 5 servers (0, 1, 2, …): does not meet arch=x86",
                        "not 4 servers (7, 8, 9, …): too little GPU even when empty",
                        "not 2 servers (5, 6): too little GPU\n",
                        "closest server 5: load 0.125, 7 cores, 15 GiB, 0 GPUs, 40 GiB of disk and"
                                + " 0.5 Gbit/s of network free: too little GPU",
                        "50.000000 s  tried: server 5")
                .doesNotContain("closest server 0", "closest server 7");
        assertThat(problems(directory.resolve("run/trace-task.json"), "trace-task.schema.json"))
                .isEmpty();
        Stowage.Result rejected = trace(demanding, servers, "4");
        assertThat(rejected.out())
                .contains(
                        "not let in: no server of the run could ever hold it",
                        "not 5 servers (0, 1, 2, …): too little GPU even when empty",
                        "not 6 servers (5, 6, 7, …): does not meet arch=arm");
        assertThat(problems(directory.resolve("run/trace-task.json"), "trace-task.schema.json"))
                .isEmpty();
    }

    @Test
    void countsTriesThatFailForTheSameReasons() throws IOException {
        Path small =
                Files.writeString(
                        directory.resolve("small.csv"),
                        """
                        submit_s,duration_s,cpu,memory_gib,job,constraints
                        0,90,4,1,1,
                        0,20,1,1,2,
                        0,30,1,1,3,
                        0,40,1,1,4,
                        0,50,1,1,5,
                        1,9,8,1,6,different-domains
                        """);
        assertThat(trace(small, Path.of("1x8c16g"), "6").out())
                .containsOnlyOnce("not server 0: too little CPU")
                .contains(
                        "50.000000 s  tried 4 more times until here, in vain for the same reasons");
    }

    private Stowage.Result trace(Path workload, Path servers, String job) {
        return Stowage.run(
                        "simulate",
                        workload,
                        "--servers",
                        servers,
                        "-o",
                        directory.resolve("run"),
                        "--force",
                        "--trace-task",
                        job)
                .exits(0);
    }

    @Test
    void saysThatATaskIsNotInTheWorkload() {
        Path run = directory.resolve("run");
        Stowage.run(
                        "simulate",
                        tasks,
                        "--servers",
                        "20x8c16g",
                        "-o",
                        run,
                        "--trace-task",
                        "17/171000")
                .exits(3)
                .says("--trace-task 17/171000", "no such task", "3000");
        assertThat(run).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--resolution 0s",
                "--resolution fast",
                "--server-timeline 20",
                "--server-timeline -1",
                "--server-timeline 1,,2",
                "--trace-task /3"
            })
    void refusesWrongFlags(String flag) {
        int space = flag.indexOf(' ');
        String name = flag.substring(0, space);
        Stowage.run(
                        "simulate",
                        tasks,
                        "--servers",
                        "20x8c16g",
                        "-o",
                        directory.resolve("run"),
                        name + "=" + flag.substring(space + 1))
                .exits(2)
                .says(name);
    }
}
