package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gc}. */
class GcTest {
    /** A number that no process has: the largest of Linux is 2^22. */
    private static final String GONE = "999999999";

    @TempDir private Path directory;

    @Test
    void removesWhatKilledRunsLeftAndNothingElse() throws IOException {
        Path mine = Files.createDirectories(directory.resolve("a/b"));
        Path left = Files.createDirectory(mine.resolve(".t.trace.tmp-" + GONE + "-1"));
        Files.write(left.resolve("part"), new byte[3 << 20]);
        Path file = Files.writeString(directory.resolve(".r.html.tmp-" + GONE + "-2"), "half");
        Path atWork =
                Files.writeString(
                        directory.resolve(".w.csv.tmp-" + ProcessHandle.current().pid() + "-1"),
                        "in the making");
        Path other = Files.writeString(mine.resolve("notes.tmp-1"), "mine");

        assertThat(Stowage.run("gc", directory, "--dry-run").exits(0).out())
                .contains("Would remove 2", left.toString(), "3 MiB", file.toString());
        assertThat(left).exists();
        JsonNode json =
                new ObjectMapper().readTree(Stowage.run("gc", directory, "--json").exits(0).out());
        assertThat(json.required("leftovers")).hasSize(2);
        assertThat(json.required("savedBytes").asLong()).isEqualTo((3 << 20) + 4);
        assertThat(left).doesNotExist();
        assertThat(file).doesNotExist();
        assertThat(List.of(atWork, other)).allMatch(Files::exists);
        assertThat(Stowage.run("gc", directory).exits(0).out())
                .contains("Nothing left by killed runs in ");
        Stowage.run("gc", directory.resolve("none")).exits(3).says("none", "a folder of results");
        Stowage.run("gc", directory, "--dry-run", "--assets=shared").exits(2).says("--dry-run");
    }

    @Test
    void reportsShareTheirChartsAndGetThemBackToTheByte() throws Exception {
        Path one = report("one");
        Path two = report("two");
        byte[] first = Files.readAllBytes(one);
        byte[] second = Files.readAllBytes(two);

        assertThat(Stowage.run("gc", directory, "--assets", "shared").exits(0).out())
                .contains("share their charts");
        assertThat(Files.size(one)).isLessThan(first.length / 3);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".js"))).hasSize(1);
        }
        assertDrawn(one);
        assertThat(Stowage.run("gc", directory, "--assets", "shared").exits(0).out())
                .contains("0\u00a0reports");
        assertThat(Stowage.run("gc", directory, "--assets", "inside").exits(0).out())
                .contains("now hold their charts");
        assertThat(one).hasBinaryContent(first);
        assertThat(two).hasBinaryContent(second);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".js"))).isEmpty();
        }
    }

    @Test
    void namesTheReportWhoseChartsAreGone() throws IOException {
        Path one = report("one");
        Stowage.run("gc", directory, "--assets", "shared").exits(0);
        Path library;
        try (Stream<Path> files = Files.list(directory)) {
            library = files.filter(file -> file.toString().endsWith(".js")).findAny().orElseThrow();
        }
        String text = Files.readString(library);
        Files.writeString(library, text + " ");
        Stowage.run("gc", directory, "--assets=inside")
                .exits(3)
                .says(library.toString(), "another text than its name says");
        Files.delete(library);
        Stowage.run("gc", directory, "--assets=inside").exits(3).says(one.toString(), "charts");
    }

    private Path report(String name) throws IOException {
        Files.writeString(
                directory.resolve("t.csv"),
                "submit_s,duration_s,cpu,memory_gib\n0,100,2,1\n0,100,2,1\n0,100,2,1\n");
        Path run = directory.resolve("runs").resolve(name);
        Files.createDirectories(run.getParent());
        Stowage.run("simulate", directory.resolve("t.csv"), "--servers=1x2c4g", "-o", run).exits(0);
        return run.resolve("report.html");
    }

    private static void assertDrawn(Path report) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "skipped: no Chromium on the path");
        try (Chromium chromium = Chromium.start(Chromium.program().orElseThrow())) {
            chromium.open(report.toUri());
            assertThat(chromium.evaluate("document.querySelectorAll('.chart svg').length").asInt())
                    .isPositive();
        }
    }
}
