package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands print fits into 80 columns, however many inputs and columns there are. */
class NarrowTextTest {
    @TempDir private Path directory;

    @Test
    void cloud() throws IOException {
        Path out = directory.resolve("o.cloud");
        assertNarrow(run("cloud", "oscillating", "-o", out).exits(0).out());
        assertNarrow(run("inspect", out).exits(0).out());
        String report = Files.readString(out.resolve("report.html")); // its tables, by keyboard
        assertThat(report.split("<div class=\"scroll", -1))
                .hasSizeGreaterThan(3)
                .filteredOn(part -> !part.startsWith("<!DOCTYPE"))
                .allMatch(
                        part ->
                                part.matches(
                                        "(?s)[^>]* role=\"region\" aria-label=\"[^\"]+\" tabindex=\"0\">.*"));
    }

    @Test
    void compare() {
        Path trace = directory.resolve("a.trace");
        run("synth", "google-2011", "--jobs", "60", "-o", trace).exits(0);
        assertNarrow(run("compare", trace, trace).exits(0).out());
    }

    /** A hundred inputs are named by two of them and their number. */
    @Test
    void ingestOfManyFiles() throws IOException {
        Object[] arguments = new Object[104];
        arguments[0] = "ingest";
        arguments[1] = "csv";
        for (int i = 0; i < 100; i++) {
            arguments[i + 2] =
                    Files.writeString(
                            directory.resolve("part-" + (100 + i) + ".csv"),
                            "submit_s,duration_s,cpu,memory_gib\n" + i + ",10,1,1\n");
        }
        arguments[102] = "-o";
        arguments[103] = directory.resolve("all.trace");
        String said = run(arguments).exits(0).out();
        assertThat(said)
                .contains("part-100.csv", "and 98 more (manifest.json names all)")
                .doesNotContain("part-150.csv");
        assertThat(said.lines().filter(line -> line.startsWith("source")))
                .allMatch(line -> line.length() < 250);
    }

    private static void assertNarrow(String text) {
        assertThat(text.lines().filter(line -> line.length() > 80)).isEmpty();
    }
}
