package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ingest auto}: the format is found by what is in the files. */
class AutoFormatTest {
    private static final String TASKS = "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n5,10,1,1\n";

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "google-2011",
                "alibaba-2017",
                "alibaba-2018",
                "alibaba-gpu-2023",
                "azure-2017",
                "bitbrains"
            })
    void recognisesTheRealPiecesAndReadsThemAsIfTheirFormatWereNamed(String format)
            throws IOException {
        Path folder = Shared.require("traces/" + format);
        Path trace = directory.resolve("auto.trace");
        Path named = directory.resolve("named.trace");
        Stowage.run("ingest", "auto", folder, "-o", trace)
                .exits(0)
                .says("Recognised " + format + " in ");
        Stowage.run("ingest", format, folder, "-o", named).exits(0);
        try (Stream<Path> files = Files.list(named)) {
            List<Path> tables = files.filter(file -> file.toString().endsWith("parquet")).toList();
            assertThat(tables).isNotEmpty();
            for (Path table : tables) {
                assertThat(trace.resolve(table.getFileName())).hasSameBinaryContentAs(table);
            }
        }
    }

    @Test
    void goesByTheContentOfFilesWhateverTheyAreCalled() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("some folder"));
        Files.writeString(folder.resolve("task_events"), TASKS);
        Files.writeString(folder.resolve("notes.txt"), "Nothing to see here.\n");
        Stowage.run("ingest", "auto", folder, "-o", directory.resolve("t.trace"))
                .exits(0)
                .says("Recognised csv in 1 file", "does not look like csv", "notes.txt");
    }

    @Test
    void takesABadRowOfACsvForAnErrorAsIfTheFormatWereNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("t.csv"), TASKS + "9,-1,1,1\n");
        Stowage.run("ingest", "auto", file, "-o", directory.resolve("t.trace"))
                .exits(3)
                .says("t.csv:4", "found", "expected");
    }

    @Test
    void explainsWhatFitsAndTheFirstValueThatDoesNot() throws IOException {
        Path file = Files.writeString(directory.resolve("t.csv"), TASKS);
        Path other =
                Files.writeString(directory.resolve("p.csv"), "timestamp,duration,gpus\nx,1,2\n");
        String all = Stowage.run("ingest", "auto", file, other, "--explain").exits(0).out();
        assertThat(all)
                .contains("t.csv\n  csv: fits\n")
                .contains("philly tasks: does not fit; no column num_gpus\n");
        String one = Stowage.run("ingest", "philly", other, "--explain").exits(0).out();
        assertThat(one).endsWith("p.csv\n  philly tasks: does not fit; no column num_gpus\n");
        assertThat(directory.resolve("t.trace")).doesNotExist();
    }

    @Test
    void refusesFilesOfNoFormat() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "Nothing to see here.\n");
        Stowage.run("ingest", "auto", file, "-o", directory.resolve("t.trace"))
                .exits(3)
                .says("notes.txt", "a file of no format that is known", "google-2011", "Name the");
    }

    @Test
    void refusesAFolderWithoutFiles() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("empty"));
        Stowage.run("ingest", "auto", folder, "-o", directory.resolve("t.trace"))
                .exits(3)
                .says("empty", "no files");
    }
}
