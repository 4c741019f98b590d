package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Users, GPUs, constraints, stages and the rest of what a task may have, from the outside. */
class TaskExtrasTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib,job,";

    @TempDir private Path directory;

    private Path tasks(String text) throws IOException {
        return Files.writeString(directory.resolve("tasks.csv"), text);
    }

    private Stowage.Result simulate(Path input, String... more) {
        Object[] arguments = new Object[5 + more.length];
        arguments[0] = "simulate";
        arguments[1] = input;
        arguments[2] = "--servers=9x4c8g";
        arguments[3] = "-o";
        arguments[4] = directory.resolve("a.run");
        System.arraycopy(more, 0, arguments, 5, more.length);
        return run(arguments);
    }

    private Stowage.Result ingest(Path input) {
        return run("ingest", "csv", input, "-o", directory.resolve("a.trace"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu | 0,1,1,1,a,-1 | 2 | gpu \"-1\" (negative)",
                "gpu | 0,1,1,1,a,one | 2 | gpu \"one\" (not-a-number)",
                "constraints | 0,1,1,1,a,x86 | 2 | constraints \"x86\" (malformed-constraint)",
                "constraints | 0,1,1,1,a,cores>many | 2 | malformed-constraint",
                "stage,after | 0,1,1,1,a,1,7 | 2 | a task after stage 7, of which its job has no",
                "stage,after | 0,1,1,1,a,1,2;0,1,1,1,a,2,3;0,1,1,1,a,3,1 | 2"
                        + " | wait for each other in a circle: 1 after 2 after 3 after 1",
                "after | 0,1,1,1,a,1 | 1 | the column after without job and stage",
                "stage,after | 0,1,1,1,a,1,x | 2 | after \"x\" (not-a-number)",
            })
    void saysInWhichLineATaskIsWrong(String columns, String rows, int line, String message)
            throws IOException {
        Path file = tasks(HEADER + columns + "\n" + rows.replace(";", "\n") + "\n");
        simulate(file).exits(3).says(file + ":" + line, message, "expected");
        assertThat(directory.resolve("a.run")).doesNotExist();
    }

    @Test
    void refusesACircleEvenIfBadRowsAreSetAside() throws IOException {
        Path file = tasks(HEADER + "stage,after\n0,1,1,1,a,1,1\n");
        run("ingest", "csv", file, "--on-error=quarantine", "-o", directory.resolve("a.trace"))
                .exits(3)
                .says(file + ":2", "in a circle: 1 after 1");
        assertThat(directory.resolve("a.trace")).doesNotExist();
    }

    @Test
    void aTraceOfACsvReplaysAsTheCsvDoes() throws IOException {
        Path file = tasks(HEADER + "user,cpu_used\n0,5,1,1,a,ann,0.5\n1,5,1,1,b,bob,\n");
        ingest(file).exits(0);
        simulate(file).exits(0);
        String direct = Files.readString(directory.resolve("a.run/summary.json"));
        simulate(directory.resolve("a.trace"), "--force").exits(0);
        assertThat(Files.readString(directory.resolve("a.run/summary.json")))
                .isEqualTo(direct.replace("tasks.csv", "a.trace"));
        simulate(directory.resolve("a.trace"), "--columns=user,usage", "--force").exits(0);
        simulate(directory.resolve("a.trace"), "--columns=none", "--force").exits(0);
    }

    @Test
    void refusesColumnsThatThereAreNone() throws IOException {
        Path file = tasks(HEADER + "user\n0,5,1,1,a,ann\n");
        ingest(file).exits(0);
        simulate(directory.resolve("a.trace"), "--columns=gpu")
                .exits(3)
                .says("a.trace", "a trace without gpu", "columns that it has: user, disk");
        simulate(file, "--columns=user").exits(3).says("a trace, as --columns asks for");
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "", "user,", "USER", "all"})
    void refusesAColumnThatItDoesNotKnow(String columns) throws IOException {
        simulate(tasks(HEADER + "user\n"), "--columns=" + columns)
                .exits(2)
                .says(
                        "--columns",
                        "user, gpu, disk, network, constraints, resources, stages, usage");
    }

    /** Closed form: 3 of 4 GPUs for 10 s, then 1 of 4 for 10 s. */
    @Test
    void saysHowManyGpusAreAllocatedBeforeCpuAndMemory() throws IOException {
        Path servers =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        "servers:\n  - {name: a, cpu: 64, memoryGiB: 64, gpu: 2, count: 2}\n");
        Path file = tasks(HEADER + "gpu\n0,10,1,1,a,2\n0,20,1,1,b,1\n");
        Path out = directory.resolve("gpu.run");
        String text = run("simulate", file, "--servers", servers, "-o", out).exits(0).out();
        assertThat(text)
                .containsPattern("GPUs allocated, of 4 +50\\.0 % +25\\.0 % +75\\.0 % +75\\.0 %");
        assertThat(text.indexOf("GPUs allocated")).isLessThan(text.indexOf("CPU allocated"));
        assertThat(Files.readString(out.resolve("summary.json")))
                .containsSubsequence("gpuAllocated", "\"mean\" : 0.5", "\"capacity\" : 4.0");
    }
}
