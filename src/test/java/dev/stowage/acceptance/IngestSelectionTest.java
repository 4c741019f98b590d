package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.ingest.TraceFormats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
