package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An ingest that fails leaves no half trace, and goes on from the files that it had read. */
class IngestResumeTest {
    @TempDir Path folder;

    @Test
    void goesOnFromFinishedFiles() throws IOException {
        Path input = Files.createDirectories(folder.resolve("in/task_events"));
        for (int part = 0; part < 3; part++) {
            Files.writeString(input.resolve("part-0000" + part + ".csv"), rows(part));
        }
        Path last = input.resolve("part-00002.csv");
        byte[] whole = Files.readAllBytes(last);
        Files.write(last, new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3});
        Path trace = folder.resolve("t.trace");
        Object[] command = {
            "ingest", "google-2011", input.getParent(), "-o", trace, "--threads", "1", "--resume"
        };
        Stowage.Result failed = Stowage.run(command);
        assertThat(failed.exit()).isNotZero();
        failed.says("part-00002.csv");
        assertThat(trace).doesNotExist();
        Files.write(last, whole);
        Stowage.run(command).exits(0);
        Path other = folder.resolve("u.trace");
        Stowage.run("ingest", "google-2011", input.getParent(), "-o", other).exits(0);
        for (String file : List.of("tasks.parquet", "manifest.json", "quarantine.csv")) {
            assertThat(trace.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("in", "t.trace", "u.trace");
        }
    }

    @Test
    void saysThatThereIsNothingToGoOnFrom() throws IOException {
        Path csv = folder.resolve("tasks.csv");
        Files.writeString(csv, "submit_s,duration_s,cpu,memory_gib\n0,1,1,1\n");
        Stowage.run("ingest", "csv", csv, "-o", folder.resolve("c.trace"), "--resume")
                .exits(0)
                .says("in one piece");
        Path input = Files.createDirectories(folder.resolve("in/task_events"));
        Files.writeString(input.resolve("part-00000.csv"), rows(0));
        Stowage.run("ingest", "google-2011", input, "-o", folder.resolve("t.trace"), "--resume")
                .exits(0)
                .says("No finished parts");
    }

    @Test
    void removesWhatAKilledRunLeftAndNotWhatARunningOneWrites() throws IOException {
        Path csv = folder.resolve("tasks.csv");
        Files.writeString(csv, "submit_s,duration_s,cpu,memory_gib\n0,1,1,1\n");
        long gone = 4_000_000_000L; // more than a process can be called
        Path left = folder.resolve(".c.trace.tmp-" + gone + "-1");
        Files.createDirectories(left.resolve(".spill"));
        Files.writeString(left.resolve(".spill/run-1"), "rows");
        long running = ProcessHandle.current().pid();
        Path others = Files.createDirectories(folder.resolve(".c.trace.tmp-" + running + "-77"));
        Path another = Files.createDirectories(folder.resolve(".d.trace.tmp-" + gone + "-1"));

        Stowage.run("ingest", "csv", csv, "-o", folder.resolve("c.trace"))
                .exits(0)
                .says("Removed what a killed run left", left.getFileName().toString());

        assertThat(left).doesNotExist();
        assertThat(others).exists();
        assertThat(another).exists();
    }

    private static String rows(int part) {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            rows.append(700_000_000L + part * 1_000_000L + i).append(",,").append(i);
            rows.append(",0,7,").append(part == 0 ? 0 : part == 1 ? 1 : 4).append(",u,2,9,0.5");
            rows.append(",0.25,0.1,0\n");
        }
        return rows.toString();
    }
}
