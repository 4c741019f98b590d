package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sweeps that are killed at random moments go on where they were, to the same bytes. A few moments
 * in the build; {@code -Dstowage.kills=50} for more.
 */
class SweepKillTest {
    private static final int KILLS = Integer.getInteger("stowage.kills", 5);

    @TempDir private Path folder;

    @Test
    void goesOnToTheSameBytesAfterKillsAtRandomMoments() throws Exception {
        SweepFixture fixture = SweepFixture.in(folder);
        Path sweep = fixture.sweep("vary: {workload.growth: 1..21, servers.type.cpu: 3..6}\n");
        long begin = System.nanoTime();
        Path cells = folder.resolve("sweep.cells");
        assertThat(started(sweep, "whole", folder.resolve("other")).waitFor()).isZero();
        long wholeMillis = (System.nanoTime() - begin) / 1_000_000;
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int midway = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = started(sweep, "resumed", cells);
            process.waitFor(random.nextLong(wholeMillis), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            long kept = answers(cells);
            midway += kept > 0 && kept < 84 ? 1 : 0;
            fixture.run(0, sweep, "resumed", "--force", "--cache", cells);
            fixture.assertSame("whole", "resumed");
            assertThat(leftovers()).as("seed " + seed).isEmpty();
            delete(cells);
        }
        System.out.println(KILLS + " kills, " + midway + " of them among the cells, seed " + seed);
    }

    /** A heap in which the middle cell does not fit, and the others do. */
    @Test
    void aCellThatIsTooLargeForTheHeapTakesNoOtherWithIt() throws Exception {
        Path sweep = folder.resolve("heap.yaml");
        Files.writeString(
                sweep,
                """
                name: Heap
                question: simulate
                base: {workload: google-2011, servers: 50x8c16g}
                vary: {jobs: [100, 1000000, 200]}
                """);
        ProcessBuilder process =
                Stowage.process(
                                Path.of("").toAbsolutePath(),
                                "sweep",
                                sweep,
                                "-o",
                                folder.resolve("out"))
                        .redirectErrorStream(true);
        process.environment().put("JAVA_TOOL_OPTIONS", "-Xmx64m");
        Process started = process.start();
        String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isEqualTo(1);
        assertThat(said).contains("1 of 3 cells without an answer", "jobs=1000000: out of memory,");
    }

    private Process started(Path sweep, String output, Path cells) throws IOException {
        return Stowage.process(
                        Path.of("").toAbsolutePath(),
                        "sweep",
                        sweep,
                        "--force",
                        "--cache",
                        cells,
                        "-o",
                        folder.resolve(output))
                .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
    }

    private static long answers(Path cells) throws IOException {
        if (!Files.isDirectory(cells)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(cells)) {
            return files.filter(file -> file.toString().endsWith(".json")).count();
        }
    }

    /** What killed processes may leave beside the result. */
    private String leftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return String.join(
                    " ",
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith(".") || name.contains("resumed."))
                            .toList());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
