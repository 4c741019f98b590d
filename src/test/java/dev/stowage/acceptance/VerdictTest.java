package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is answered stands first, in a sentence that is true, in text and in a report. */
class VerdictTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,10,1,1;0,10,1,1|yes|All 2 tasks got a server; none of them waited.",
                "0,10,1,1|yes|The only task got a server; none of them waited.",
                "0,10,2,1;0,10,1,1|yes|All 2 tasks got a server; 99% of them waited at most 10 s,"
                        + " the longest wait was 10 s.",
                "0,10,9,1;0,10,1,1|no|Of 2 tasks: 1 rejected."
            })
    void saysFirstWhatARunComesTo(String rows, String mark, String sentence) throws IOException {
        Path tasks = tasks(rows);
        Path out = directory.resolve("out.run");
        String text =
                Stowage.run("simulate", tasks, "--servers", "1x2c8g", "-o", out).exits(0).out();
        JsonNode verdict = JSON.readTree(out.resolve("summary.json").toFile()).get("verdict");
        assertThat(verdict.get("mark").asText()).isEqualTo(mark);
        assertThat(verdict.get("sentence").asText()).isEqualTo(sentence);
        assertThat(text.replace('\n', ' ')).startsWith(sentence).contains("one run: a point");
        assertThat(Stowage.run("inspect", out).exits(0).out()).startsWith(text);
        assertThat(Files.readString(out.resolve("report.html"))).contains(sentence);
    }

    @Test
    void agreesWithTheCountsOfRandomRuns() throws IOException {
        Random random = new Random(7);
        for (int run = 0; run < 12; run++) {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                rows.append(
                        String.format(
                                Locale.ROOT,
                                "%d,%d,%d,1;",
                                i,
                                1 + random.nextInt(30),
                                1 + random.nextInt(3)));
            }
            Path out = directory.resolve("random" + run);
            String until = random.nextBoolean() ? "15s" : "1d";
            Stowage.run(
                            "simulate",
                            tasks(rows.toString()),
                            "--servers",
                            "1x2c64g",
                            "--until",
                            until,
                            "-o",
                            out)
                    .exits(0);
            JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
            long without =
                    summary.at("/tasks/rejected").asLong() + summary.at("/tasks/pending").asLong();
            assertThat(summary.at("/verdict/mark").asText()).isEqualTo(without > 0 ? "no" : "yes");
            if (without > 0) {
                long waiting = summary.at("/tasks/pending").asLong();
                assertThat(summary.at("/verdict/sentence").asText().contains("waiting at the end"))
                        .isEqualTo(waiting > 0);
            }
        }
    }

    /**
     * SciPy 1.17.1: {@code scipy.stats.binomtest(0, 6,
     * alternative="less").proportion_ci(0.95).high} is 0.39304.
     */
    @Test
    void saysHowSureReplicationsAre() throws IOException {
        Path out = directory.resolve("out.replications");
        String text = study(out, "--replications", "6").out().replace('\n', ' ');
        JsonNode verdict = JSON.readTree(out.resolve("replications.json").toFile()).get("verdict");
        assertThat(text).startsWith(verdict.get("sentence").asText());
        assertThat(verdict.get("sentence").asText())
                .isEqualTo("Every task got a server in all 6 replications.");
        assertThat(verdict.get("details").toString()).contains("at most 39.3% of such draws");
        assertThat(Files.readString(out.resolve("report.html"))).contains("all 6 replications");
    }

    @Test
    void drawsAReportOfEveryStudyWithoutComplaint() throws Exception {
        Path run = directory.resolve("a.run");
        Path replications = directory.resolve("a.replications");
        Path comparison = directory.resolve("a.comparison");
        study(run);
        study(replications, "--replications", "5");
        String text =
                study(comparison, "--compare", "best-fit,least-load", "--replications", "5").out();
        JsonNode verdict =
                JSON.readTree(comparison.resolve("comparison.json").toFile()).get("verdict");
        assertThat(text).startsWith(verdict.get("sentence").asText());
        assumeTrue(Chromium.program().isPresent(), "skipped: no Chromium on the path");
        try (Chromium chromium = Chromium.start(Chromium.program().orElseThrow())) {
            for (Path each : new Path[] {run, replications, comparison}) {
                for (int width : new int[] {420, 1024, 1400}) {
                    chromium.resize(width, 900);
                    chromium.open(each.resolve("report.html").toUri());
                    assertThat(chromium.complaints()).isEmpty();
                    assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
                            .isLessThanOrEqualTo(width);
                }
                String above =
                        "document.querySelector('.answer').getBoundingClientRect().bottom < 900";
                assertThat(chromium.evaluate(above).asBoolean()).isTrue();
                assertThat(
                                chromium.evaluate("document.querySelectorAll('.chart svg').length")
                                        .asInt())
                        .isPositive();
            }
        }
    }

    @Test
    void opensTracesAndModelsWithASentence() {
        Path trace = directory.resolve("a.trace");
        Stowage.run("synth", "google-2011", "--jobs", "60", "--seed", "7", "-o", trace).exits(0);
        assertThat(Stowage.run("inspect", trace).exits(0).out())
                .matches("(?s)[0-9,]+ tasks in [0-9]+ jobs; .*");
        String model = Stowage.run("inspect", "google-2011").exits(0).out();
        assertThat(model.replace('\n', ' '))
                .matches("(?s)[0-9]+ densities fitted to [0-9,]+ jobs; .*");
        assertThat(model.replace('\n', ' ')).contains("so it is no validation");
    }

    private Stowage.Result study(Path out, Object... options) {
        Object[] start = {
            "simulate", "google-2011", "--jobs", "80", "--servers", "4x2c8g", "-q", "-o", out
        };
        Object[] all = Stream.of(start, options).flatMap(Arrays::stream).toArray();
        return Stowage.run(all).exits(0);
    }

    private Path tasks(String rows) throws IOException {
        return Files.writeString(
                directory.resolve("tasks.csv"), HEADER + rows.replace(';', '\n') + "\n");
    }
}
