package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every scenario in {@code examples/} does what it says. */
class ExamplesTest {
    @TempDir private Path directory;

    static List<Path> scenarios() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("examples"))) {
            List<Path> found = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
            assertThat(found).hasSizeGreaterThanOrEqualTo(3);
            return found;
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void findsAPlan(Path scenario) {
        Stowage.Result result =
                run("plan", scenario, "-o", directory.resolve("example.plan")).exits(0);

        assertThat(result.out())
                .containsPattern(
                        "this workload at its objective"
                                + "|these \\d+ workloads together at their objective"
                                + "|: each of \\d+ days is held")
                .contains("Report: ");
        assertThat(directory.resolve("example.plan/report.html")).exists();
    }

    @Test
    void theQuickstartCarriesAllUncertainties() throws IOException {
        Path out = directory.resolve("quickstart.plan");
        String text = run("plan", "examples/quickstart.yaml", "-o", out, "-q").exits(0).out();
        assertThat(text)
                .as("11 servers miss by waiting alone")
                .contains("What decides is the 99th percentile of the pending time");
        assertReadmeShows(text);
        JsonNode plan = new ObjectMapper().readTree(out.resolve("plan.json").toFile());
        assertThat(plan.at("/confidence/conditionalOn").asText())
                .isEqualTo("another window like the recorded one");
        assertThat(plan.get("otherwise")).hasSize(4);
        assertThat(plan.get("notes").toString())
                .contains("This window drawn again: in the claim")
                .contains("Another week like this one: in the claim")
                .contains("th percentile");
    }

    /** The README has the whole answer; {@code -Dstowage.regenerate=true} writes it anew. */
    private static void assertReadmeShows(String text) throws IOException {
        String answer =
                text.substring(0, text.indexOf("\nReport: "))
                        .lines()
                        .map(line -> line.isEmpty() ? "" : "    " + line)
                        .collect(Collectors.joining("\n"));
        Path page = Path.of("README.md");
        String readme = Files.readString(page);
        if (Boolean.getBoolean("stowage.regenerate")) {
            String command = "./stowage plan examples/quickstart.yaml --force\n\n";
            int from = readme.indexOf(command) + command.length();
            int to = readme.indexOf("\n    Report: ", from);
            readme = readme.substring(0, from) + answer + "\n" + readme.substring(to);
            Files.writeString(page, readme);
        }
        assertThat(readme).contains(answer);
    }

    /** Ousterhout et al., SOSP 2013, by the commands that the script names; any awk's draws. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.039, 0.004", "0.7, 0.19, 0.02"})
    void sparrowWaitsAsPublished(double load, double expected, double tolerance) throws Exception {
        Path tasks = directory.resolve("sparrow.csv");
        Process awk =
                new ProcessBuilder("awk", "-v", "load=" + load, "-f", "examples/sparrow.awk")
                        .redirectOutput(tasks.toFile())
                        .start();
        assumeTrue(awk.waitFor() == 0);
        String out =
                run(
                                "simulate",
                                tasks,
                                "--servers=100x1c1g",
                                "--queue=sparrow-late",
                                "--json",
                                "-o",
                                directory.resolve("sparrow.run"))
                        .exits(0)
                        .out();
        double waited = new ObjectMapper().readTree(out).at("/pendingSeconds/mean").asDouble();
        assertThat(waited).isCloseTo(expected, within(tolerance));
    }

    /** The model beside the examples is fitted to what its script makes. */
    @Test
    void theModelOfTheBuildFarmIsTheOneOfItsScript() throws Exception {
        Path made = directory.resolve("build-farm.csv");
        Process awk =
                new ProcessBuilder("awk", "-f", "examples/build-farm.awk")
                        .redirectOutput(made.toFile())
                        .start();
        assumeTrue(awk.waitFor() == 0);
        Path trace = directory.resolve("build-farm.trace");
        Path model = directory.resolve("build-farm.json");
        run("ingest", "csv", made, "-o", trace, "-q").exits(0);
        run("fit", trace, "-o", model, "-q").exits(0);
        ObjectMapper json = new ObjectMapper();
        JsonNode now = json.readTree(model.toFile());
        JsonNode shipped = json.readTree(Path.of("examples/build-farm.json").toFile());
        for (String part : List.of("classes", "arrivals", "joint")) {
            assertThat(now.get(part)).as(part).isEqualTo(shipped.get(part));
        }
    }

    @Test
    void runsTasksWithUsersGpusConstraintsAndStages() throws IOException {
        Path tasks = Path.of("examples/pipelines/pipelines.csv");
        Path out = directory.resolve("pipelines.run");
        run("simulate", tasks, "--servers=examples/pipelines/servers.yaml", "-o", out).exits(0);
        int rows = Files.readAllLines(tasks).size() - 1;
        assertThat(rows).isEqualTo(480);
        JsonNode summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
        assertThat(summary.at("/tasks/finished").asLong()).isEqualTo(rows);
        assertThat(summary.at("/tasks/rejected").asLong()).isZero();
    }

    @Test
    void forecastsTheDemandOfAShop() throws IOException {
        Path out = directory.resolve("shop.forecast");
        String answer =
                run(
                                "forecast",
                                Path.of("examples/forecast/shop.csv"),
                                "--start=2026-03-02",
                                "--servers=20x48c256g",
                                "--lead-time=8w",
                                "-o",
                                out)
                        .exits(1)
                        .out();
        // the script adds 0.9 cores a day to 600: with its noise 960 are passed after some 380 days
        assertThat(answer)
                .containsPattern("^Good enough to plan by. Capacity runs out on 2027-0[34]-")
                .contains("Order 1 server by 2026-12-");
        assertThat(out.resolve("report.html")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipelines/pipelines", "packing/shop-usage", "forecast/shop"})
    void theScriptMakesTheFile(String name) throws IOException, InterruptedException {
        Path awk = Path.of("/usr/bin/awk");
        assumeTrue(Files.isExecutable(awk), "no awk here");
        Path script = Path.of("examples/" + name + ".awk");
        Process process =
                new ProcessBuilder(awk.toString(), "-f", script.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String made = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(made).isEqualTo(Files.readString(Path.of("examples/" + name + ".csv")));
    }
}
