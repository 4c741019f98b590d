package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
                .contains("3 of 3 results hold.")
                .contains("2 servers (2 small of 2 cores, 4 GiB)", "$20 a month")
                .contains("3 servers (3 small of 2 cores, 4 GiB)", "$30 a month")
                .contains("1x2c4g", "tasks without a server 0")
                .contains("wait that 99% keep 3.33 min");
        assertThat(Files.readString(page))
                .contains("3 of 3 results hold.", "few.plan", "$20 a month", "one.run");
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
