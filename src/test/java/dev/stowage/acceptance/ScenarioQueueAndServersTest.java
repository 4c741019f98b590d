package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code simulate} is told by options about queue and servers, told by YAML files. */
class ScenarioQueueAndServersTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    @BeforeEach
    void writeTasks() throws IOException {
        Random random = new Random(7);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,priority\n");
        for (int i = 0; i < 400; i++) {
            csv.append(i / 4 * 20).append(',').append(20 + random.nextInt(200)).append(',');
            csv.append(1 + random.nextInt(2)).append(',').append(1 + random.nextInt(6));
            csv.append(',').append(i / 3).append(',').append(random.nextInt(3)).append('\n');
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private JsonNode planned(String servers, String policies) throws IOException {
        Files.writeString(
                directory.resolve("s.yaml"),
                """
                workload: {csv: tasks.csv}
                servers: {type: {cpu: 4, memoryGiB: 16}%s}
                policies: {placement: best-fit%s}
                objective: {pendingSeconds: {mean: 400}, rejected: 100}
                search: {max: 200, replications: 1, maxReplications: 1}
                clouds: {providers: []}
                seed: 5
                """
                        .formatted(servers, policies));
        run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("s.plan"), "--force")
                .exits(0);
        return JSON.readTree(directory.resolve("s.plan/plan.json").toFile());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "||",
                "|, maxQueue: 6|--max-queue=6",
                "|, gang: true|--gang",
                "|, gang: true, queue: 'priority[preempt=0]'|--gang --queue=priority[preempt=0]",
                ", failures: {mttfHours: 0.5, mttrHours: 0.05}|" + "|--mttf=30m --mttr=3m",
                ", serversPerDomain: 1, failures: {mttfHours: 1, mttrHours: 0.1, shape: 0.7},"
                        + " domainFailures: {mttfHours: 2, mttrHours: 0.1, shape: 0.7}||--mttf=1h"
                        + " --mttr=6m --domain-mttf=2h --domain-mttr=6m --failure-shape=0.7",
                ", maintenance: [{firstServer: 0, servers: 2, startHours: 0.1, lengthHours: 0.1,"
                        + " everyHours: 0.3}], keepProgress: true||--maintenance=0-1@0.1h+0.1h/0.3h"
                        + " --keep-progress",
                ", idleOff: {afterSeconds: 30, wakeSeconds: 20, startsOff: true}|, maxQueue: 50"
                        + "|--idle-off=30s --wake=20s --start-off --max-queue=50"
            })
    void aScenarioSaysWhatOptionsSay(String servers, String policies, String options)
            throws IOException {
        JsonNode plan = planned(servers == null ? "" : servers, policies == null ? "" : policies);
        int count = plan.at("/servers/0/count").asInt();
        JsonNode point = null;
        for (JsonNode each : plan.get("curve")) {
            point = each.get("servers").asInt() == count ? each : point;
        }
        assertThat(point).isNotNull();

        List<Object> command =
                new ArrayList<>(
                        List.of("simulate", directory.resolve("tasks.csv"), "--seed=5", "--json"));
        command.addAll(List.of("--servers=" + count + "x4c16g", "--placement=best-fit"));
        command.addAll(List.of("-o", directory.resolve("r")));
        command.addAll(options == null ? List.of() : List.of(options.split(" ")));
        JsonNode summary = JSON.readTree(run(command.toArray()).exits(0).out());

        assertThat(point.get("pendingSeconds.mean").asDouble())
                .isPositive()
                .isEqualTo(summary.get("pendingSeconds").get("mean").asDouble());
        assertThat(point.get("cpuAllocated.mean").asDouble())
                .isEqualTo(summary.findValue("cpuAllocated").get("mean").asDouble());
        assertThat(point.get("rejected").asLong())
                .isEqualTo(summary.at("/tasks/rejected").asLong());
    }

    @Test
    void serversThatFailAreDrawnAnewInEachReplicationAndSaidInThePlan() throws IOException {
        Path again = directory.resolve("again");
        String failures = ", failures: {mttfHours: 1, mttrHours: 0.1}";
        String text = planned(failures, "").toString();
        Path file = directory.resolve("s.yaml");
        Files.writeString(
                file, Files.readString(file).replace("maxReplications: 1", "maxReplications: 300"));
        run("plan", file, "-o", again, "--threads", "1").exits(0);
        JsonNode plan = JSON.readTree(again.resolve("plan.json").toFile());

        assertThat(plan.at("/confidence/replications").asInt())
                .as("it goes on by itself to what a claim takes")
                .isEqualTo(29);
        assertThat(plan.at("/assumptions").toString())
                .contains("each server after 60 min on average, back after 6 min");
        assertThat(plan.at("/notes").toString()).contains("only \\\"largest-task\\\" holds");
        assertThat(Files.readString(again.resolve("report.html")))
                .contains("Ups and downs of servers");
        assertThat(Stowage.run("inspect", again).exits(0).out().replaceAll("\\s+", " "))
                .contains("of replications of these tasks")
                .doesNotContain("windows drawn");
        assertThat(text).isNotEqualTo(plan.toString());

        Path third = directory.resolve("third");
        run("plan", again.resolve("scenario.yaml"), "-o", third, "--threads", "2").exits(0);
        assertThat(Files.readString(third.resolve("plan.json")))
                .isEqualTo(Files.readString(again.resolve("plan.json")));
    }

    @Test
    void maintenanceOfServersThatATriedNumberLacksIsLeftOut() throws IOException {
        JsonNode none = planned("", "");
        JsonNode far =
                planned(
                        ", maintenance: [{firstServer: 150, servers: 9, startHours: 0,"
                                + " lengthHours: 1}]",
                        "");
        assertThat(far.get("servers")).isEqualTo(none.get("servers"));
    }

    @Test
    void aFileOfServersSaysWhatOptionsSay() throws IOException {
        Path servers =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        """
                        servers: [{count: 9, cpu: 4, memoryGiB: 16}]
                        failures: {mttfHours: 1, mttrHours: 0.1, shape: 0.7}
                        maintenance: [{firstServer: 1, servers: 2, startHours: 0.1, lengthHours: 0.2}]
                        idleOff: {afterSeconds: 30, wakeSeconds: 10}
                        """);
        Path tasks = directory.resolve("tasks.csv");
        String byFile =
                run("simulate", tasks, "--servers", servers, "-o", directory.resolve("a"), "--json")
                        .exits(0)
                        .out();
        List<Object> command = new ArrayList<>(List.of("simulate", tasks, "--servers", "9x4c16g"));
        command.addAll(List.of("--mttf=1h", "--mttr=6m", "--failure-shape=0.7", "--json"));
        command.addAll(List.of("--maintenance=1-2@6m+12m", "--idle-off=30s", "--wake=10s"));
        command.addAll(List.of("-o", directory.resolve("b")));
        assertThat(byFile).isEqualTo(run(command.toArray()).exits(0).out());
        run("simulate", tasks, "--servers", servers, "--keep-progress")
                .exits(2)
                .says("--keep-progress", "one or the other");
    }

    @Test
    void aPlanBoundsUseAndSlowdownOfTasksThatContend() throws IOException {
        String scenario =
                """
                workload: {csv: tasks.csv}
                servers: {type: {cpu: 4, memoryGiB: 16}}
                policies: {placement: least-load}
                fidelity: {mode: contended, cpuOvercommit: 2}
                objective: {pendingSeconds: {mean: 1000}%s}
                clouds: {providers: []}
                """;
        Path file = directory.resolve("c.yaml");
        int free = contended(file, scenario.formatted(""));
        int used = contended(file, scenario.formatted(", cpuUsed: {mean: 0.6}"));
        int slow = contended(file, scenario.formatted(", slowdown: {mean: 1.05}"));
        assertThat(used).isGreaterThan(free);
        assertThat(slow).isGreaterThan(free);
        JsonNode plan = JSON.readTree(directory.resolve("c.plan/plan.json").toFile());
        assertThat(plan.at("/objective/1/metric").asText()).isEqualTo("slowdown.mean");
        assertThat(plan.at("/objective/1/value").asDouble()).isBetween(1.0, 1.05);
        assertThat(Files.readString(directory.resolve("c.plan/report.html"))).contains("Slowdown");
    }

    private int contended(Path file, String scenario) throws IOException {
        Files.writeString(file, scenario);
        run("plan", file, "-o", directory.resolve("c.plan"), "--force").exits(0);
        return JSON.readTree(directory.resolve("c.plan/plan.json").toFile())
                .at("/servers/0/count")
                .asInt();
    }
}
