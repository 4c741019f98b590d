package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report} and {@code open}. */
class ReportCommandTest {
    @TempDir private Path directory;

    @BeforeEach
    void results() throws IOException {
        Files.writeString(
                directory.resolve("t.csv"),
                "submit_s,duration_s,cpu,memory_gib\n0,100,2,1\n0,100,2,1\n0,100,2,1\n");
        plan("few", "{max: 100}");
        plan("many", "{max: 0}");
        plan("none", "{max: 0}, search: {max: 2}".replace(", search", "}\nsearch"));
        Stowage.run(
                        "simulate",
                        directory.resolve("t.csv"),
                        "--servers=1x2c4g",
                        "-o",
                        directory.resolve("one.run"))
                .exits(0);
    }

    private void plan(String name, String bound) throws IOException {
        String objective =
                "objective: {pendingSeconds: " + bound + (bound.contains("}\n") ? "" : "}");
        Files.writeString(
                directory.resolve(name + ".yaml"),
                "workload: {csv: t.csv}\nservers: {type: {name: small, cpu: 2, memoryGiB: 4,"
                        + " monthlyUsd: 10}}\n"
                        + objective
                        + "\nclouds: {providers: []}\n");
        Stowage.run(
                "plan", directory.resolve(name + ".yaml"), "-o", directory.resolve(name + ".plan"));
    }

    @Test
    void putsResultsOfSeveralKindsSideBySide() throws IOException {
        Path page = directory.resolve("all.html");
        Stowage.Result result =
                Stowage.run(
                        "report",
                        directory.resolve("few.plan"),
                        directory.resolve("many.plan/plan.json"),
                        directory.resolve("one.run"),
                        "-o",
                        page);
        assertThat(result.exits(0).out())
                .contains("2 of 2 results hold. In 1 of 1 runs every task got a server.")
                .contains("2 servers (2 small of 2 cores, 4 GiB)", "$20 a month")
                .contains("3 servers (3 small of 2 cores, 4 GiB)", "$30 a month")
                .contains("1x2c4g", "tasks without a server 0")
                .contains("99 % of admitted tasks wait at most 3.33 min");
        assertThat(Files.readString(page))
                .contains(
                        "2 of 2 results hold.",
                        "every task got a server: yes",
                        "few.plan",
                        "$20 a month",
                        "one.run");
        Stowage.run("report", directory.resolve("few.plan"), "-o", page)
                .exits(3)
                .says("all.html", "--force");
    }

    @Test
    void endsWithOneWhereAResultDoesNotHold() throws IOException {
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "report",
                                                directory.resolve("few.plan"),
                                                directory.resolve("none.plan"),
                                                "--json")
                                        .exits(1)
                                        .out());
        assertThat(json.at("/results/0/holds").asText()).isEqualTo("yes");
        assertThat(json.at("/results/0/usd").asDouble()).isEqualTo(20);
        assertThat(json.at("/results/1/holds").asText()).isEqualTo("no");
        assertThat(json.at("/results/1/answer").asText())
                .isEqualTo("no number of servers that holds");
        Stowage.run("report", directory).exits(3).says("no result", "plan.json", "cloud.json");
        Stowage.run("report").exits(2);
    }

    /** Its own verdict is what counts, also where nothing is broken and nothing decided. */
    @Test
    void takesTheVerdictOfEachResult() throws IOException {
        String[] waiting = {"--servers=1x2c4g", "--until=150s"};
        simulate("t.csv", "cut.comparison", waiting, "--compare=best-fit,first-fit").exits(0);
        assertThat(Stowage.run("report", directory.resolve("cut.comparison")).exits(1).out())
                .contains("Not every task got what it needs.", "the best is decided: no");
        assertThat(Stowage.run("inspect", directory.resolve("cut.comparison")).exits(0).out())
                .contains("best-fit: not every task got what it needs.", "1 still waiting at the");
        assertThat(Files.readString(directory.resolve("cut.comparison/report.html")))
                .contains("<p class=\"verdict no\">", "least as well")
                .doesNotContain("Not decided");

        simulate(
                        "t.csv",
                        "all.comparison",
                        new String[] {"--servers=3x2c4g"},
                        "--compare=best-fit,first-fit")
                .exits(0);
        assertThat(Stowage.run("report", directory.resolve("all.comparison")).exits(1).out())
                .contains(
                        "The best is not decided.",
                        "the best is decided: not decided",
                        "best-fit and first-fit, which tie, on 3x2c4g");

        Files.writeString(directory.resolve("empty.csv"), "submit_s,duration_s,cpu,memory_gib\n");
        simulate("empty.csv", "empty.run", new String[] {"--servers=1x2c4g"}).exits(0);
        assertThat(Stowage.run("report", directory.resolve("empty.run")).exits(1).out())
                .contains("every task got a server: not decided");
        assertThat(Files.readString(directory.resolve("empty.run/report.html")))
                .contains("<p class=\"verdict open\">", "Nothing was replayed");
    }

    /** What luck may have decided is not the answer, and replications leave out as many each. */
    @Test
    void namesNoAlternativeThatLuckMayHavePutFirst() throws IOException {
        Object[] given = {
            "simulate", "google-2011", "--jobs", "80", "--servers", "4x2c8g", "-q", "--replications"
        };
        Path six = directory.resolve("six.replications");
        Path compared = directory.resolve("luck.comparison");
        Stowage.run(with(given, "6", "-o", six)).exits(0);
        assertThat(Files.readString(six.resolve("replications.json")))
                .containsPattern("not replayed in a replication: \\d+ to \\d+ never scheduled");
        String text =
                Stowage.run(with(given, "3", "--compare", "random,worst-fit", "-o", compared))
                        .exits(0)
                        .out();
        assertThat(text).contains("No significant difference").contains("with 95 % confidence: ");
        assertThat(Stowage.run("report", compared).exits(1).out())
                .contains("not decided between random and worst-fit on 4x2c8g");
    }

    private static Object[] with(Object[] given, Object... more) {
        return Stream.of(given, more).flatMap(Arrays::stream).toArray();
    }

    private Stowage.Result simulate(String csv, String output, String[] servers, String... more) {
        List<Object> arguments = new ArrayList<>();
        arguments.addAll(List.of("simulate", directory.resolve(csv)));
        arguments.addAll(List.of(servers));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("-o", directory.resolve(output)));
        return Stowage.run(arguments.toArray());
    }

    /** 99 % of the tasks that never started wait for nothing: what waits counts. */
    @Test
    void countsTheTasksThatStillWait() throws IOException {
        simulate("t.csv", "cut.run", new String[] {"--servers=1x2c4g", "--until=150s"}).exits(0);
        assertThat(Stowage.run("report", directory.resolve("cut.run")).exits(1).out())
                .contains(
                        "tasks without a server 1", "99 % of admitted tasks wait at most 2.5 min");
        assertThat(Files.readString(directory.resolve("cut.run/report.html")))
                .contains(
                        "of started and still waiting tasks", "pendingSeconds of summary.json is");
    }

    /** A median under the name of a mean is another number. */
    @Test
    void namesMeansOverReplications() throws IOException {
        Path runs = directory.resolve("six.replications");
        Stowage.run(
                        "simulate",
                        "google-2011",
                        "--servers=20x2c8g",
                        "--jobs=200",
                        "--replications=6",
                        "-o",
                        runs)
                .exits(0);
        JsonNode study = new ObjectMapper().readTree(runs.resolve("replications.json").toFile());
        JsonNode shown = new ObjectMapper().readTree(Stowage.run("report", runs, "--json").out());
        JsonNode figure = shown.at("/results/0/figures/0");
        assertThat(figure.at("/name").asText())
                .isEqualTo(study.at("/metrics/0/metric").asText() + ", mean of the replications");
        assertThat(figure.at("/value").asDouble())
                .isEqualTo(study.at("/metrics/0/mean").asDouble())
                .isNotEqualTo(study.at("/metrics/0/median").asDouble());
        // a line for each, shares as percent
        assertThat(Stowage.run("report", runs).exits(1).out().lines())
                .filteredOn(line -> line.contains("mean of the replications"))
                .hasSameSizeAs(shown.at("/results/0/figures"))
                .noneMatch(line -> line.endsWith(" share"))
                .anyMatch(
                        line ->
                                line.matches(
                                        "  mean CPU given to tasks, mean of the .* [0-9.]+ %"));
    }

    /** The plan that is recommended, and the VMs that work at once: not the sum over types. */
    @Test
    void saysWhatACloudResultRecommends() throws IOException {
        Path demand = directory.resolve("dem.csv");
        Files.writeString(demand, "time_s,cpu,memory_gib\n0,1,1\n600,5,5\n1200,1,1\n");
        Path cloud = directory.resolve("dem.cloud");
        Stowage.Result compared =
                Stowage.run(
                        "cloud",
                        demand,
                        "--providers=aws",
                        "--policies=fixed,lookahead",
                        "-o",
                        cloud);
        assertThat(compared.exits(0).out())
                .contains("Recommended: fixed on aws")
                .contains("By cost alone: Stay with lookahead on");
        JsonNode json = new ObjectMapper().readTree(cloud.resolve("cloud.json").toFile());
        JsonNode shown = new ObjectMapper().readTree(Stowage.run("report", cloud, "--json").out());
        assertThat(shown.at("/results/0/answer").asText())
                .startsWith("fixed at aws: 5 servers at once, at most");
        assertThat(shown.at("/results/0/usd").asDouble())
                .isEqualTo(json.at("/recommendation/simplest/usd").asDouble());
    }

    /** VMs of one type make room for those of another: the sum of each type's most is no peak. */
    @Test
    void countsVmsThatWorkAtOnce() throws IOException {
        Path demand = directory.resolve("turn.csv");
        Files.writeString(demand, "time_s,cpu,memory_gib\n0,2,2\n7200,1,64\n14400,2,2\n");
        Path cloud = directory.resolve("turn.cloud");
        Stowage.run("cloud", demand, "--providers=aws", "--policies=lookahead", "-o", cloud)
                .exits(0);
        JsonNode json = new ObjectMapper().readTree(cloud.resolve("cloud.json").toFile());
        long sum = 0;
        for (JsonNode each : json.at("/alternatives/0/mix")) {
            sum += each.get("most").asLong();
        }
        assertThat(sum).isEqualTo(5);
        assertThat(json.at("/alternatives/0/mostVms").asLong()).isEqualTo(4);
        assertThat(Stowage.run("report", cloud).exits(0).out())
                .contains("4 servers at once, at most (of each type at most: ");
    }

    /** What a trace left out asked for something, too. */
    @Test
    void saysHowManyRowsTheTraceLeftOut() throws IOException {
        Files.writeString(
                directory.resolve("bad.csv"),
                "submit_s,duration_s,cpu,memory_gib\n0,100,2,1\n0,100,2,1\n0,100,x,64\n");
        Path trace = directory.resolve("bad.trace");
        Stowage.run(
                        "ingest",
                        "csv",
                        directory.resolve("bad.csv"),
                        "--on-error=quarantine",
                        "--max-errors=50%",
                        "-o",
                        trace)
                .exits(0);
        assertThat(Stowage.run("inspect", trace).exits(0).out())
                .contains("1 bad row of 3 read is left out (33.3 %).");
        String left = "1 bad row of 3 in the source is left out of the trace";
        assertThat(
                        Stowage.run(
                                        "simulate",
                                        trace,
                                        "--servers=2x2c4g",
                                        "-o",
                                        directory.resolve("bad.run"))
                                .exits(0)
                                .err())
                .contains(left);
        Stowage.run(
                        "simulate",
                        trace,
                        "--servers=2x2c4g",
                        "--compare=best-fit,first-fit",
                        "-o",
                        directory.resolve("bad.comparison"))
                .exits(0);
        Files.writeString(
                directory.resolve("bad.yaml"),
                "workload: {trace: bad.trace}\nservers: {type: {name: small, cpu: 2, memoryGiB: 4,"
                        + " monthlyUsd: 0.04}}\nobjective: {pendingSeconds: {max: 0}}\n"
                        + "clouds: {providers: []}\n");
        Stowage.Result plan =
                Stowage.run(
                        "plan", directory.resolve("bad.yaml"), "-o", directory.resolve("bad.plan"));
        assertThat(plan.exits(0).out().replaceAll("\\s+", " "))
                .contains(left, "The servers cost $0.08 a month");
        JsonNode shown =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "report",
                                                directory.resolve("bad.run"),
                                                directory.resolve("bad.plan"),
                                                directory.resolve("bad.comparison"),
                                                "--json")
                                        .out());
        for (JsonNode each : shown.at("/results")) {
            assertThat(each.at("/notes/0").asText()).contains(left);
        }
    }

    @Test
    void saysWhereTheReportIsAndOpensIt() throws IOException, InterruptedException {
        Path script =
                Files.writeString(directory.resolve("browser"), "#!/bin/sh\ntouch \"$1.seen\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path report = directory.resolve("few.plan/report.html");
        Stowage.Result opened =
                Stowage.runOn(
                        false,
                        Map.of("BROWSER", script.toString()),
                        "open",
                        directory.resolve("few.plan"));
        assertThat(opened.exits(0).out()).contains(report.toUri().toString());
        Path seen = directory.resolve("few.plan/report.html.seen");
        for (int i = 0; i < 500 && !Files.exists(seen); i++) {
            Thread.sleep(20); // until the other process has run
        }
        assertThat(seen).exists();
        Stowage.runOn(false, Map.of("BROWSER", "/no/such/browser"), "open", report)
                .exits(4)
                .says("/no/such/browser", "Set BROWSER");
        Stowage.run("open", directory).exits(3).says("no report.html");
    }
}
