package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage ingest --merge}. */
final class IngestMergeTest {
    private static final String SWF = "; MaxProcs: 8\n1 0 1 60 2 -1 -1 2 -1 -1 1 1 1 1 1 1 -1 -1\n";

    @TempDir Path folder;
    private Path own;
    private Path log;
    private Path output;

    @BeforeEach
    void writeInputs() throws IOException {
        own = Files.createDirectory(folder.resolve("own"));
        for (int part = 0; part < 2; part++) {
            Files.writeString(
                    own.resolve("part-" + part + ".csv"),
                    "submit_s,duration_s,cpu,memory_gib\n" + part + ".5,60,1,1\n");
        }
        log = Files.writeString(folder.resolve("log.swf"), SWF);
        output = folder.resolve("all.trace");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void filesFoldersAndTracesBecomeOne() throws IOException {
        Path first = folder.resolve("first.trace");
        Stowage.run("ingest", "csv", own, "-o", first).exits(0);
        Stowage.Result merged =
                Stowage.run(
                                "ingest",
                                "auto",
                                first,
                                own,
                                log,
                                "--merge",
                                "-o",
                                output,
                                "--json",
                                "--threads",
                                "2")
                        .exits(0);
        JsonNode manifest = new ObjectMapper().readTree(merged.out());
        assertThat(manifest.path("provenance").path("format").asText()).isEqualTo("merged");
        assertThat(manifest.path("provenance").path("source").asText())
                .isEqualTo("first.trace, own, log.swf");
        assertThat(manifest.path("tables").path("tasks").path("rowsWritten").asInt()).isEqualTo(5);
        assertThat(manifest.path("files").findValuesAsText("name"))
                .containsExactly(
                        "first.trace/part-0.csv",
                        "first.trace/part-1.csv",
                        "own/part-0.csv",
                        "own/part-1.csv",
                        "log.swf/log.swf");
        assertThat(merged.err())
                .contains("Recognised csv in 2 files")
                .contains("Recognised swf in 1 file")
                .contains("No machines in first.trace, own");
        assertThat(names()).containsExactly("all.trace", "first.trace", "log.swf", "own");
        assertThat(output.resolve("parts")).doesNotExist();
        Path again = folder.resolve("again.trace");
        Stowage.run(
                        "ingest",
                        "auto",
                        first,
                        own,
                        log,
                        "--merge",
                        "-o",
                        again,
                        "-q",
                        "--threads",
                        "1")
                .exits(0);
        for (String file : List.of("tasks.parquet", "jobs.parquet", "manifest.json")) {
            assertThat(Files.mismatch(again.resolve(file), output.resolve(file))).isEqualTo(-1);
        }
        assertThat(Stowage.run("inspect", output).exits(0).out())
                .contains("merged")
                .contains("csv, 2 tasks")
                .contains("swf, 1 tasks");
        Stowage.run("simulate", output, "--servers", "2x8c64g", "-o", folder.resolve("run"), "-q")
                .exits(0);
    }

    @Test
    void aFailureLeavesNothing() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.csv"), "submit_s,cpu\n1,2\n");
        assertThat(Stowage.run("ingest", "csv", own, bad, "--merge", "-o", output).exits(3).err())
                .contains("bad.csv:1")
                .contains("duration_s");
        Path damaged = folder.resolve("damaged.trace");
        Stowage.run("ingest", "csv", own, "-o", damaged).exits(0);
        Files.write(damaged.resolve("jobs.parquet"), new byte[100]);
        assertThat(
                        Stowage.run("ingest", "csv", own, damaged, "--merge", "-o", output)
                                .exits(3)
                                .err())
                .contains("jobs.parquet");
        assertThat(names()).containsExactly("bad.csv", "damaged.trace", "log.swf", "own");
    }

    @Test
    void saysWhatCanNotBeMeant() throws IOException {
        Path trace = folder.resolve("a.trace");
        Stowage.run("ingest", "csv", own, "-o", trace).exits(0);
        assertThat(Stowage.run("ingest", "csv", own, "--merge", "-o", output).exits(2).err())
                .contains("expected at least two");
        assertThat(Stowage.run("ingest", "csv", trace, "-o", output).exits(3).err())
                .contains("a trace that is ingested already")
                .contains("--merge");
        for (String option : List.of("--from", "--to", "--sample")) {
            assertThat(
                            Stowage.run(
                                            "ingest", "csv", trace, own, "--merge", option, "1s",
                                            "-o", output)
                                    .exits(2)
                                    .err())
                    .contains("found " + option);
        }
        assertThat(
                        Stowage.run(
                                        "ingest",
                                        "auto",
                                        trace,
                                        trace,
                                        "--merge",
                                        "--machine",
                                        "4c4g",
                                        "-o",
                                        output)
                                .exits(2)
                                .err())
                .contains("found --machine, but all traces are ingested already");
        assertThat(
                        Stowage.run("ingest", "csv", own, own, "--merge", "--resume", "-o", output)
                                .exits(2)
                                .err())
                .contains("found --resume");
        assertThat(names()).containsExactly("a.trace", "log.swf", "own");
    }
}
