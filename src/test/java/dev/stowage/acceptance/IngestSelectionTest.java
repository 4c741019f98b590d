package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.ingest.TraceFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage ingest} with patterns, lists, samples and limits. */
final class IngestSelectionTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib,job\n";

    @TempDir Path folder;
    private Path output;

    @BeforeEach
    void writeParts() throws IOException {
        output = folder.resolve("out.trace");
        for (int part = 0; part < 3; part++) {
            StringBuilder rows = new StringBuilder(HEADER);
            for (int i = 0; i < 100; i++) {
                rows.append(100 * part + i).append(",60,1,1,").append(i).append('\n');
            }
            Files.writeString(folder.resolve("part " + part + ".csv"), rows);
        }
    }

    private static JsonNode manifest(Stowage.Result result) throws IOException {
        return new ObjectMapper().readTree(result.exits(0).out());
    }

    private Stowage.Result ingestLoudly(String... more) {
        return Stowage.run(
                Stream.concat(Stream.of("ingest", "csv", "-o", output.toString()), Stream.of(more))
                        .toArray());
    }

    private Stowage.Result ingest(String... more) {
        String[] all = new String[more.length + 6];
        System.arraycopy(
                new String[] {"ingest", "csv", "-o", output.toString(), "--json", "-q"},
                0,
                all,
                0,
                6);
        System.arraycopy(more, 0, all, 6, more.length);
        return Stowage.run((Object[]) all);
    }

    @Test
    void patternsAndListsNameParts() throws IOException {
        JsonNode all = manifest(ingest(folder + "/part ?.csv"));
        assertThat(all.path("tables").path("tasks").path("rowsUsed").asInt()).isEqualTo(300);
        assertThat(all.path("files").findValuesAsText("name"))
                .containsExactly("part 0.csv", "part 1.csv", "part 2.csv");
        Path list =
                Files.writeString(
                        folder.resolve("list"), folder + "/part 0.csv\n" + folder + "/part 2*\n");
        JsonNode two = manifest(ingest("--files-from", list.toString(), "--force"));
        assertThat(two.path("files").findValuesAsText("name"))
                .containsExactly("part 0.csv", "part 2.csv");
        assertThat(ingest("--force", folder + "/*.gz").exits(3).err())
                .contains("found nothing that matches");
        assertThat(ingest("--force").exits(2).err()).contains("no INPUT");
    }

    @Test
    void aSampleIsSaidInTheManifestAndByInspect() throws IOException {
        JsonNode tenth = manifest(ingest("--sample", "10%", folder + "/part ?.csv"));
        JsonNode tasks = tenth.path("tables").path("tasks");
        int used = tasks.path("rowsUsed").asInt();
        assertThat(used).isBetween(3, 60).isEqualTo(3 * (used / 3)); // whole jobs
        assertThat(tasks.path("rowsIgnored").path("not-sampled").asInt()).isEqualTo(300 - used);
        assertThat(tenth.path("provenance").path("parameters").path("sample").asText())
                .isEqualTo("0.1");
        String inspected = Stowage.run("inspect", output.toString()).exits(0).out();
        assertThat(inspected).contains("sample").contains("0.1").contains("not-sampled");
        assertThat(ingest("--force", "--sample", "0", folder + "/part 0.csv").exits(2).err())
                .contains("--sample")
                .contains("a share above 0");
    }

    /**
     * 100 jobs: job i has three tasks for i seconds each, so that jobs differ by a factor of 100.
     */
    private Path unlike() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int i = 1; i <= 100; i++) {
            for (int task = 0; task < 3; task++) {
                rows.append(i).append(',').append(10 * i).append(",1,2,").append(i).append('\n');
            }
        }
        return Files.writeString(folder.resolve("unlike.csv"), rows);
    }

    @Test
    void aSampleByLoadHasWholeJobsAndItsShareOfTheLoad() throws IOException {
        JsonNode tenth =
                manifest(ingest("--sample", "0.1", "--sample-by", "load", unlike().toString()));
        JsonNode facts = tenth.required("facts");
        assertThat(facts.required("sample.jobs").asInt()).isEqualTo(10);
        assertThat(facts.required("sample.tasks").asInt()).isEqualTo(30);
        assertThat(facts.required("whole.coreSeconds").asInt()).isEqualTo(3 * 50_500);
        assertThat(facts.required("sample.coreSeconds").asDouble()).isBetween(14_850.0, 15_450.0);
        assertThat(tenth.path("tables").path("tasks").path("rowsIgnored").path("not-sampled"))
                .hasToString("270");
        assertThat(tenth.at("/provenance/parameters/sampleBy").asText()).isEqualTo("load");
    }

    @Test
    void commandsSayThatATraceIsASampleAndWhatToDo() throws IOException {
        Stowage.Result made =
                ingestLoudly("--sample", "0.1", "--sample-by", "load", unlike().toString());
        assertThat(made.exits(0).err())
                .contains("10 of 100 jobs")
                .contains("10.00 % of tasks")
                .contains("say little of those of the whole")
                .contains("--sample-by tasks");
        String run = folder.resolve("a.run").toString();
        assertThat(Stowage.run("simulate", output, "--servers", "4x2c8g", "-o", run).exits(0).err())
                .contains("each task stands for 1 / 0.1")
                .contains("that share of the servers");
        assertThat(Stowage.run("inspect", output).exits(0).out())
                .containsPattern("waits are\\s+not those of the\\s+whole");
        assertThat(Stowage.run("fit", output, "-o", folder.resolve("m.json")).exits(0).err())
                .contains("synth --jobs 100");
    }

    @Test
    void aSampleByTasksHasItsShareOfEachJob() throws IOException {
        JsonNode some =
                manifest(ingest("--sample", "0.25", "--sample-by", "tasks", unlike().toString()));
        JsonNode facts = some.required("facts");
        assertThat(facts.required("sample.tasks").asInt()).isEqualTo(75);
        assertThat(facts.required("sample.coreSeconds").asDouble())
                .isBetween(0.98 * 3 * 50_500 / 4, 1.02 * 3 * 50_500 / 4);
        assertThat(facts.required("sample.jobs").asInt()).isEqualTo(75);
    }

    @Test
    void aSampleByLoadNeedsAShareThatHasAJob() throws IOException {
        String tasks = unlike().toString();
        assertThat(ingest("--sample-by", "load", tasks).exits(2).err())
                .contains("no --sample")
                .contains("--sample 0.1");
        assertThat(ingest("--sample", "0.1", "--sample-by", "weight", tasks).exits(2).err())
                .contains("jobs, load, tasks");
        assertThat(ingest("--sample", "0.001", "--sample-by", "load", tasks).exits(3).err())
                .contains("of 100 jobs");
        assertThat(
                        ingest("--merge", "--sample", "0.1", "--sample-by", "load", tasks, tasks)
                                .exits(2)
                                .err())
                .contains("Take the sample of each trace by itself");
        assertThat(output).doesNotExist();
    }

    @Test
    void aSampleSaysWhichRowsOfTheSourceWereBad() throws IOException {
        Path tasks = unlike();
        Files.writeString(tasks, Files.readString(tasks) + "5,x,1,1,5\n");
        JsonNode tenth =
                manifest(
                        ingest(
                                "--on-error",
                                "quarantine",
                                "--sample",
                                "0.1",
                                "--sample-by",
                                "tasks",
                                tasks.toString()));
        JsonNode books = tenth.path("tables").path("tasks");
        assertThat(books.path("rowsQuarantined").asInt()).isEqualTo(1);
        assertThat(books.path("rowsUsed").asInt()).isEqualTo(30);
        assertThat(books.path("rowsIgnored").path("not-sampled").asInt()).isEqualTo(270);
        assertThat(Stowage.run("inspect", output).exits(0).out()).contains("1 bad row of 301");
        assertThat(
                        ingestLoudly(
                                        "--force",
                                        "--sample",
                                        "0.1",
                                        "--sample-by",
                                        "tasks",
                                        unlike().toString())
                                .exits(0)
                                .err())
                .contains("can be off by half");
    }

    @Test
    void stagesThatTheSampleLacksAreThoseBeforeThem() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER.strip() + ",stage,after\n");
        for (int job = 1; job <= 40; job++) {
            for (int task = 0; task < 20; task++) {
                rows.append(job + ",60,1,1," + job + ",1,\n");
            }
            rows.append(job + ",60,1,1," + job + ",2,1\n"); // one task: mostly not in the sample
            for (int task = 0; task < 20; task++) {
                rows.append(job + ",60,1,1," + job + ",3,2\n");
            }
        }
        Path tasks = Files.writeString(folder.resolve("stages.csv"), rows);
        manifest(ingest("--sample", "0.1", "--sample-by", "tasks", tasks.toString()));
        JsonNode run =
                manifest(
                        Stowage.run(
                                "simulate",
                                output,
                                "--servers",
                                "100x64c64g",
                                "-o",
                                folder.resolve("a.run"),
                                "--json"));
        assertThat(run.path("tasks").path("finished").asInt()).isEqualTo(164);
        assertThat(run.path("jobs").path("makespanSeconds").path("p50").asDouble()).isEqualTo(120);
    }

    @Test
    void compressedPartsMayNotGrowBeyondTheLimit() throws IOException {
        byte[] text = (HEADER + "1,60,1,1,1\n".repeat(200_000)).getBytes(StandardCharsets.UTF_8);
        Path bomb = folder.resolve("bomb.csv.gz");
        try (var out = new java.util.zip.GZIPOutputStream(Files.newOutputStream(bomb))) {
            out.write(text);
        }
        assertThat(ingest("--max-inflated", "1m", bomb.toString()).exits(3).err())
                .contains("bomb.csv.gz")
                .contains("more than 1048576 bytes of text")
                .contains("--max-inflated 500g");
        assertThat(output).doesNotExist();
        manifest(ingest("--max-inflated", "1g", bomb.toString()));
        assertThat(ingest("--force", "--max-inflated", "much", bomb.toString()).exits(2).err())
                .contains("as in 4g");
    }

    @Test
    void timesOfAClockOnTheWallNeedItsZone() throws IOException {
        Path tasks =
                Files.writeString(
                        folder.resolve("june.csv"),
                        "created,ended\n2024-06-01 12:00:00,2024-06-01 12:01:00\n");
        Path mapping =
                Files.writeString(
                        folder.resolve("june.yaml"),
                        "columns:\n  submit_s: {column: created, unit: iso-8601}\n  duration_s:"
                                + " {column: ended, minus: created, unit: iso-8601}\n  cpu:"
                                + " {constant: 1}\n  memory_gib: {constant: 1}\n");
        String[] june = {"--option", "mapping=" + mapping, tasks.toString(), "--force", "", ""};
        june[4] = "--time-zone";
        june[5] = "Europe/Berlin";
        assertThat(manifest(ingest(june)).path("timeOrigin").asText())
                .isEqualTo("2024-06-01T12:00:00+02:00[Europe/Berlin]");
        june[5] = "Europe/Berln";
        ingest(june).exits(2).says("\"Europe/Berln\"", "Did you mean Europe/Berlin?");
        String unnamed =
                Stowage.run("ingest", "csv", june[0], june[1], june[2], "-o", output, "--force")
                        .exits(0)
                        .err();
        assertThat(unnamed).contains("read as UTC");
        assertThat(
                        Stowage.run("ingest", "swf", tasks, "-o", output, "--time-zone", "UTC")
                                .exits(2)
                                .err())
                .contains("the format swf, whose times need no zone", TraceFormats.ofWallClock());
        assertThat(Stowage.run("help", "ingest").out().replaceAll("\\s+", " "))
                .contains("For " + TraceFormats.ofWallClock() + "; an error for other formats");
    }
}
