package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.terminal.Wrapped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                "0,10,2,1;0,10,1,1|yes|All 2 tasks got a server; 99 % of them waited at most 10 s,"
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

    /**
     * Tasks of high priority take the server of the others again and again. What each waited in all
     * is the time that it was there and did not run, from the stays on the servers.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void countsWhatEvictedTasksWaitAgain(int seed) throws IOException {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder();
        int submit = 0;
        for (int job = 0; job < 30; job++) {
            submit += random.nextInt(20);
            rows.append(submit + "," + (1 + random.nextInt(60)) + ",1,1,");
            rows.append(job + "," + random.nextInt(3) + ";");
        }
        Path tasks =
                Files.writeString(
                        directory.resolve("p.csv"),
                        "submit_s,duration_s,cpu,memory_gib,job,priority\n"
                                + rows.toString().replace(';', '\n'));
        Path out = directory.resolve("p.run");
        String text =
                Stowage.run(
                                "simulate",
                                tasks,
                                "--servers",
                                "1x1c8g",
                                "--queue",
                                "priority",
                                "--server-timeline",
                                "0",
                                "-o",
                                out)
                        .exits(0)
                        .out();
        Map<Long, Double> ran = new TreeMap<>();
        Map<Long, Double> ended = new TreeMap<>();
        for (String line : Files.readAllLines(out.resolve("servers/0.csv"))) {
            String[] cells = line.split(",", -1);
            if (line.contains("EVICTED") || line.contains("FINISHED")) {
                double end = Double.parseDouble(cells[1]) / 1e6;
                long job = Long.parseLong(cells[2]);
                ran.merge(job, end - Double.parseDouble(cells[0]) / 1e6, Double::sum);
                ended.put(job, end);
            }
        }
        List<String> given = Arrays.asList(rows.toString().split(";", -1));
        double[] waits =
                ended.keySet().stream()
                        .mapToDouble(
                                job ->
                                        ended.get(job)
                                                - Double.parseDouble(
                                                        given.get(job.intValue()).split(",", -1)[0])
                                                - ran.get(job))
                        .toArray();
        assertThat(waits).hasSize(30);
        JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
        assertThat(summary.at("/tasks/evicted").asInt()).isPositive();
        double longest = Arrays.stream(waits).max().orElseThrow();
        assertThat(summary.at("/queuedSeconds/max").asDouble()).isEqualTo(longest);
        assertThat(summary.at("/queuedSeconds/mean").asDouble())
                .isCloseTo(Arrays.stream(waits).average().orElseThrow(), within(1e-9));
        assertThat(text.replace('\n', ' '))
                .contains("Servers were taken from tasks", "the longest wait in all was")
                .containsPattern("in all +[0-9.]+ ");
        assertThat(summary.at("/queuedSeconds/mean").asDouble())
                .isGreaterThan(summary.at("/pendingSeconds/mean").asDouble());
    }

    /** A task that loses its server two hundred times has waited. */
    @Test
    void doesNotSayThatATaskThatLostItsServerNeverWaited() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,priority\n");
        rows.append("0,3600,1,1,0\n");
        for (int i = 0; i < 200; i++) {
            rows.append(60 + 600 * i).append(",600,1,1,9\n");
        }
        Path tasks = Files.writeString(directory.resolve("q.csv"), rows);
        String text =
                Stowage.run(
                                "simulate",
                                tasks,
                                "--servers",
                                "1x1c16g",
                                "--queue",
                                "priority",
                                "-o",
                                directory.resolve("q.run"))
                        .exits(0)
                        .out();
        assertThat(text.replace('\n', ' '))
                .startsWith(
                        "All 201 tasks got a server; none of them waited for its first one. Servers"
                                + " were taken from tasks 200 times: with what they waited again,"
                                + " the longest wait in all was 33.33 h.");
        Path scenario =
                Files.writeString(
                        directory.resolve("q.yaml"),
                        """
                        workload: {csv: q.csv}
                        servers: {type: {cpu: 1, memoryGiB: 16}}
                        policies: {queue: priority}
                        clouds: {providers: []}
                        objective: {pendingSeconds: {max: 0}}
                        """);
        Path plan = directory.resolve("q.plan");
        String said = Stowage.run("plan", scenario, "-o", plan).exits(0).out();
        assertThat(said.replaceAll("\\s+", " "))
                .startsWith("1 server of type")
                .contains(
                        "Tasks lose their servers 200 times and wait again, which the pending time"
                                + " leaves out: it ends with their first start. The longest wait in"
                                + " all is 33.33 h. The objective does not bound that.");
        assertThat(JSON.readTree(plan.resolve("plan.json").toFile()).at("/curve/0/evictions"))
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"replications": 1, "losing": 1, "most": 200,
                                 "mostQueuedSeconds": 120000.0}
                                """));
        Files.writeString(
                scenario, Files.readString(scenario).replace("pendingSeconds:", "queuedSeconds:"));
        Stowage.run("plan", scenario, "-o", plan, "--force").exits(0);
        assertThat(JSON.readTree(plan.resolve("plan.json").toFile()).at("/servers/0/count").asInt())
                .isEqualTo(2);
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
                .isEqualTo("Every task that was replayed got a server in all 6 replications.");
        assertThat(verdict.get("details").toString()).contains("at most 39.3\u00a0% of such draws");
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
        assertThat(text.replace('\n', ' '))
                .startsWith(Wrapped.plain(verdict.get("sentence").asText()));
        assertThat(text.replace('\n', ' '))
                .contains(
                        "best-fit: not every task was replayed. Every task that was replayed got a"
                                + " server in all 5 replications.");
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
