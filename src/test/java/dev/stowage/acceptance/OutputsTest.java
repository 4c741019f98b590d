package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs are whole or not there: existing, forced, full disk, read-only, interrupted. */
class OutputsTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir private Path directory;
    private Path tasks;
    private Path out;

    @BeforeEach
    void writeTasks() throws IOException {
        tasks = Files.writeString(directory.resolve("tasks.csv"), HEADER + "0,10,1,1\n5,10,1,1\n");
        out = directory.resolve("out.run");
    }

    @Test
    void refusesAnExistingOutputAndLeavesIt() throws IOException {
        simulate().exits(0);
        byte[] before = Files.readAllBytes(out.resolve("summary.json"));
        simulate("--seed", "7").exits(3).says(out.toString(), "existing", "--force");
        assertThat(Files.readAllBytes(out.resolve("summary.json"))).isEqualTo(before);
    }

    @Test
    void replacesAnExistingOutputOnlyWhenForcedAndOnlyWhenTheNewOneIsComplete() throws IOException {
        simulate().exits(0);
        Files.writeString(out.resolve("note.txt"), "mine");
        Path bad = Files.writeString(directory.resolve("bad.csv"), HEADER + "0,10,1,1\nx,1,1,1\n");
        Stowage.run("simulate", bad, "--servers", "1x4c4g", "-o", out, "--force").exits(3);
        assertThat(out.resolve("note.txt")).exists();

        simulate("--force", "--seed", "7").exits(0);
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"seed\" : 7");
        assertThat(out.resolve("note.txt")).doesNotExist();
        assertThat(directory.toFile().list())
                .containsExactlyInAnyOrder("tasks.csv", "bad.csv", "out.run");
    }

    /** SIGKILL leaves no process that could clean up; the next run of the command does it. */
    @Test
    void cleansAndNamesWhatAKilledRunLeft() throws Exception {
        Process killed = Stowage.process(directory, "--version").start();
        killed.destroyForcibly().waitFor();
        Path folder =
                Files.createDirectory(directory.resolve(".out.run.tmp-" + killed.pid() + "-1"));
        Files.writeString(folder.resolve("half.parquet"), "x");
        Path mine = Files.createDirectory(directory.resolve(".out.run.tmp-mine"));
        simulate().exits(0).says("Removed what a killed run left: " + folder);
        assertThat(folder).doesNotExist();
        assertThat(mine).exists();
    }

    @Test
    void neverReplacesADirectoryThatIsNotOurs() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve("thesis.txt"), "years of work");
        simulate("--force").exits(3).says(out.toString(), "other content", "--force");
        assertThat(out.resolve("thesis.txt")).exists();
    }

    @Test
    void namesAFolderThatIsMissing() {
        Path deep = directory.resolve("no/such/out.run");
        Stowage.run("simulate", tasks, "--servers", "1x4c4g", "-o", deep)
                .exits(3)
                .says(deep.toString(), "found no folder", "mkdir -p");
    }

    @Test
    void namesTheOutputAfterTheInput() throws Exception {
        Path err = directory.resolve("err");
        Process process =
                Stowage.process(directory, "simulate", "tasks.csv", "--servers", "1x4c4g", "-q")
                        .redirectOutput(directory.resolve("stdout").toFile())
                        .redirectError(err.toFile())
                        .start();
        Stowage.finish(process, directory.resolve("stdout"), err).exits(0);
        assertThat(directory.resolve("tasks.run").resolve("summary.json")).exists();
        assertThat(Files.readString(err)).isEmpty();
    }

    @Test
    void failsClearlyWhereResultsCanNotBePrinted() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeTrue(Files.exists(full), "no /dev/full on this machine");
        Path err = directory.resolve("err");
        Process process =
                Stowage.process(directory, "help", "simulate")
                        .redirectOutput(full.toFile())
                        .redirectError(err.toFile())
                        .start();
        assertThat(process.waitFor(Stowage.HANGS_AFTER_MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(4);
        assertThat(Files.readString(err))
                .contains("stowage: standard output: found no space left")
                .doesNotContain("\tat ");
    }

    @Test
    void isQuietWhenTheReaderGoesAway() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/sh")), "no /bin/sh on this machine");
        String command =
                String.join(" ", Stowage.process(directory, "completion", "bash").command());
        Process shell =
                new ProcessBuilder("/bin/sh", "-c", command + " | head -n 1")
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).isEqualTo("#!/usr/bin/env bash\n");
    }

    @Test
    void failsClearlyOnAFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "size=64k")) {
            StringBuilder rows = new StringBuilder(HEADER);
            for (int i = 0; i < 50_000; i++) {
                rows.append(i).append(',').append(i * 7919L % 10_007).append(",0.5,0.25\n");
            }
            Files.writeString(tasks, rows);
            Path trace = disk.path().resolve("out.trace");
            Stowage.run("ingest", "csv", tasks, "-o", trace)
                    .exits(4)
                    .says("stowage: ", "no space left");
            assertThat(disk.path().toFile().list()).isEmpty();
        }
    }

    @Test
    void aRunFailsClearlyOnAFullDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "size=64k")) {
            StringBuilder rows = new StringBuilder(HEADER);
            for (int i = 0; i < 50_000; i++) {
                rows.append(i).append(',').append(i * 7919L % 10_007).append(",0.5,0.25\n");
            }
            Files.writeString(tasks, rows);
            Object[] command = {
                "simulate", tasks, "--servers", "3x9000c9000g", "-o", disk.path().resolve("run"), ""
            };
            for (String option : List.of("--per-task", "--resolution=1s", "--server-timeline=0")) {
                command[command.length - 1] = option;
                Stowage.run(command).exits(4).says("stowage: ", "no space left");
                assertThat(disk.path().toFile().list()).isEmpty();
            }
        }
    }

    @Test
    void failsClearlyOnAReadOnlyDisk() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), "size=64k,ro")) {
            Stowage.run("simulate", tasks, "--servers", "1x4c4g", "-o", disk.path().resolve("x"))
                    .exits(4)
                    .says("stowage: " + disk.path(), "read-only");
        }
    }

    @Test
    void leavesNothingWhenInterrupted() throws Exception {
        Path fifo = directory.resolve("endless.csv");
        Path stdout = directory.resolve("stdout");
        Path stderr = directory.resolve("stderr");
        writeEndless(fifo);
        Process process =
                Stowage.process(
                                directory,
                                "simulate",
                                fifo,
                                "--servers",
                                "50x4c4g",
                                "-o",
                                out,
                                "--json")
                        .redirectOutput(stdout.toFile())
                        .redirectError(stderr.toFile())
                        .start();
        waitForTemporary(process);
        assertThat(
                        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                                .start()
                                .waitFor())
                .isZero();
        Stowage.Result ended = Stowage.finish(process, stdout, stderr).exits(130);
        assertThat(ended.err())
                .endsWith(
                        "{\"error\":{\"exit\":null,\"code\":\"interrupted\",\"message\":\"interrupted; the"
                                + " unfinished output was removed\",\"problems\":[]}}\n");
        assertThat(directory.toFile().list())
                .containsExactlyInAnyOrder("tasks.csv", "endless.csv", "stdout", "stderr");
    }

    /** Enough tasks to keep a run busy until it is interrupted. */
    private static void writeEndless(Path file) throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int i = 0; i < 3_000_000; i++) {
            rows.append(i / 100).append(",1000,0.5,0.25\n");
        }
        Files.writeString(file, rows);
    }

    private void waitForTemporary(Process process) throws InterruptedException {
        for (int i = 0; i < 600 && process.isAlive(); i++) {
            String[] names = directory.toFile().list((folder, name) -> name.startsWith(".out.run"));
            if (names != null && names.length > 0) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the run has not begun to write, alive: " + process.isAlive());
    }

    private Stowage.Result simulate(String... options) {
        Object[] args = new Object[options.length + 6];
        System.arraycopy(
                new Object[] {"simulate", tasks, "--servers", "1x4c4g", "-o", out}, 0, args, 0, 6);
        System.arraycopy(options, 0, args, 6, options.length);
        return Stowage.run(args);
    }
}
