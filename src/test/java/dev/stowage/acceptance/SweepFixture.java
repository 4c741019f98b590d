package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A small sweep in a folder: a recorded workload whose cells take milliseconds. */
record SweepFixture(Path folder) {
    static SweepFixture in(Path folder) throws IOException {
        StringBuilder tasks = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 60; i++) {
            tasks.append(i / 9).append(',').append(20 + i % 11);
            tasks.append(",1,").append(1 + i % 3).append('\n');
        }
        Files.writeString(folder.resolve("tasks.csv"), tasks);
        Files.writeString(
                folder.resolve("base.yaml"),
                """
                name: Base
                workload: {csv: tasks.csv}
                servers: {type: {name: small, cpu: 4, memoryGiB: 8, monthlyUsd: 38}}
                objective: {pendingSeconds: {p99: 5}}
                clouds: {providers: []}
                """);
        return new SweepFixture(folder);
    }

    /** {@code sweep.yaml} with a text under the question {@code plan}. */
    Path sweep(String text) throws IOException {
        return Files.writeString(
                folder.resolve("sweep.yaml"), "question: plan\nbase: base.yaml\n" + text);
    }

    Path out(String name) {
        return folder.resolve(name);
    }

    /** Runs a sweep into a folder, and expects an exit code. */
    Stowage.Result run(int exit, Path sweep, String output, Object... more) {
        Object[] arguments = {"sweep", sweep, "-o", out(output)};
        return Stowage.run(Stream.concat(Stream.of(arguments), Stream.of(more)).toArray())
                .exits(exit);
    }

    /** Compares all files of two results. */
    void assertSame(String first, String second) {
        for (String file :
                List.of("sweep.csv", "sweep.json", "sweep.parquet", "summary.md", "report.html")) {
            assertThat(out(second).resolve(file)).hasSameBinaryContentAs(out(first).resolve(file));
        }
    }

    /** Replaces a text in a file. */
    void replace(String file, String before, String after) throws IOException {
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(before);
        Files.writeString(path, text.replace(before, after));
    }
}
