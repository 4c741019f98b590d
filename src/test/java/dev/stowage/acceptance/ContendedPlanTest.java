package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan says of tasks that share what their servers have, held against single runs. */
class ContendedPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib";

    @TempDir private Path directory;

    private Path tasks(String header, List<String> rows) throws IOException {
        return Files.writeString(
                directory.resolve("t.csv"), header + "\n" + String.join("\n", rows) + "\n");
    }

    /** Forty tasks of 4 GiB, 10 s apart, all at once for a while: 160 GiB. */
    private void fortyTasks() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(10 * i + ",1000,1,4");
        }
        tasks(HEADER, rows);
    }

    private Stowage.Result plan(int exit, String type, String... more) throws IOException {
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"),
                        "workload: {csv: t.csv}\nservers: {type: {"
                                + type
                                + "}}\nclouds: {providers: []}\n"
                                + String.join("\n", more)
                                + "\n");
        return Stowage.run("plan", scenario, "--force", "-o", directory.resolve("p.plan"))
                .exits(exit);
    }

    private JsonNode json() throws IOException {
        return JSON.readTree(directory.resolve("p.plan/plan.json").toFile());
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ");
    }

    private JsonNode run(int servers, String type, String... more) throws IOException {
        List<Object> line =
                new ArrayList<>(
                        List.of(
                                "simulate",
                                directory.resolve("t.csv"),
                                "--servers",
                                servers + "x" + type,
                                "--fidelity",
                                "contended",
                                "-o",
                                directory.resolve("r.run"),
                                "--force"));
        line.addAll(List.of(more));
        Stowage.run(line.toArray()).exits(0);
        return JSON.readTree(directory.resolve("r.run/summary.json").toFile());
    }

    private static JsonNode bound(JsonNode plan, String metric) {
        return StreamSupport.stream(plan.get("objective").spliterator(), false)
                .filter(each -> each.get("metric").asText().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    /** Of a part that is all tasks it is that of all tasks; of one task that runs alone it is 1. */
    @Test
    void boundsTheSlowdownOfParts() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(7 * i + "," + (100 + i) + ",1,2,1,1");
        }
        tasks(HEADER + ",cpu_used,memory_used_gib", rows);
        plan(
                0,
                "cpu: 4, memoryGiB: 16",
                "policies: {placement: least-load}",
                "fidelity: {mode: contended, cpuOvercommit: 2}",
                "objective: {slowdown: {p95: 2.5}, parts: [{of: {priorityTo: 5}, slowdown: {p95:"
                        + " 2.5, max: 9}}, {of: {priorityTo: 5, class: batch}, slowdown: {mean: 9}}]}");
        double all = bound(json(), "slowdown.p95").get("value").asDouble();
        assertThat(bound(json(), "slowdown[priority<=5].p95").get("value").asDouble())
                .isEqualTo(all)
                .isGreaterThan(1);
        assertThat(bound(json(), "slowdown[priority<=5].max").get("value").asDouble())
                .isGreaterThanOrEqualTo(all);
    }

    /** 160 GiB are in use at once, so servers of 16 GiB that are filled evenly are ten. */
    @Test
    void countsTasksThatAreKilledForWantOfMemoryAgainstAPlan() throws IOException {
        fortyTasks();
        String text =
                plan(
                                0,
                                "cpu: 16, memoryGiB: 16",
                                "policies: {placement: least-load}",
                                "fidelity: {mode: contended, memoryOvercommit: 4}",
                                "objective: {pendingSeconds: {max: 0}}")
                        .out();
        assertThat(text).startsWith("10 servers of type").contains("oomKilled");
        JsonNode killed = bound(json(), "oomKilled");
        assertThat(killed.get("implied").asBoolean()).isTrue();
        assertThat(killed.get("value").asDouble()).isZero();
        assertThat(json().at("/lowerBound/servers").asInt()).isLessThanOrEqualTo(10);
        assertThat(flat(text)).contains("bound is of what may be reserved, with the overcommit");
        String[] run = {"--memory-overcommit", "4", "--placement", "least-load"};
        assertThat(run(10, "16c16g", run).get("oomKilled").asLong()).isZero();
        assertThat(run(9, "16c16g", run).get("oomKilled").asLong()).isPositive();
        assertThat(Files.readString(directory.resolve("p.plan/report.html")))
                .contains("Tasks killed for want of memory");
        assertThat(Files.readString(directory.resolve("p.plan/scenario.yaml")))
                .contains("oomKilled: 0");
    }

    /** Best fit puts sixteen tasks of 4 GiB on the first server, however many others there are. */
    @ParameterizedTest
    @ValueSource(strings = {"kill", "requeue[times=3]"})
    void holdsNoPlanThatKillsTasks(String rule) throws IOException {
        fortyTasks();
        String text =
                plan(
                                1,
                                "cpu: 16, memoryGiB: 16",
                                "fidelity: {mode: contended, memoryOvercommit: 4, outOfMemory:"
                                        + " \""
                                        + rule
                                        + "\"}",
                                "objective: {pendingSeconds: {max: 0}}",
                                "search: {max: 50}")
                        .out();
        assertThat(flat(text))
                .startsWith("No number of servers up to 50")
                .contains("number of tasks killed for want of memory reaches");
    }

    @Test
    void boundsKilledTasksAsAsked() throws IOException {
        fortyTasks();
        String text =
                plan(
                                0,
                                "cpu: 16, memoryGiB: 16",
                                "fidelity: {mode: contended, memoryOvercommit: 4}",
                                "objective: {pendingSeconds: {max: 0}, oomKilled: 36}")
                        .out();
        assertThat(text)
                .startsWith("1 server of type")
                .doesNotContain("is -2", "wrong", "report it");
        assertThat(json().at("/lowerBound/servers").asInt()).isEqualTo(1);
        assertThat(bound(json(), "oomKilled").get("value").asDouble()).isEqualTo(36);
        assertThat(run(1, "16c16g", "--memory-overcommit", "4").get("oomKilled").asLong())
                .isEqualTo(36);
    }

    @Test
    void refusesABoundOnKilledTasksInAReplay() throws IOException {
        fortyTasks();
        plan(3, "cpu: 16, memoryGiB: 16", "objective: {pendingSeconds: {max: 0}, oomKilled: 3}")
                .says("oomKilled", "fidelity: {mode: contended}");
    }

    /** The bound against every smaller number of servers, one run each, on random workloads. */
    @ParameterizedTest
    @CsvSource({"kill,0", "requeue[times=2],0", "kill,3"})
    void boundsNoNumberOfServersThatHolds(String rule, int killed) throws IOException {
        Random random = new Random(11);
        for (int instance = 0; instance < 4; instance++) {
            List<String> rows = new ArrayList<>();
            int submit = 0;
            for (int i = 0; i < 15; i++) {
                submit += random.nextInt(20);
                rows.add(
                        submit
                                + ","
                                + (1 + random.nextInt(200))
                                + ",1,"
                                + (1 + random.nextInt(3))
                                + ",1,"
                                + (1 + random.nextInt(4)));
            }
            tasks(HEADER + ",cpu_used,memory_used_gib", rows);
            plan(
                    0,
                    "cpu: 4, memoryGiB: 4",
                    "policies: {placement: least-load}",
                    "fidelity: {mode: contended, memoryOvercommit: 2, outOfMemory: \""
                            + rule
                            + "\"}",
                    "objective: {pendingSeconds: {max: 5}, oomKilled: " + killed + "}");
            int least = json().at("/lowerBound/servers").asInt();
            int planned = json().at("/servers/0/count").asInt();
            assertThat(least).isLessThanOrEqualTo(planned);
            for (int servers = 1; servers < least; servers++) {
                assertThat(holds(servers, rule, killed)).as("%d servers", servers).isFalse();
            }
            assertThat(holds(planned, rule, killed)).as("the plan, %d", planned).isTrue();
        }
    }

    private boolean holds(int servers, String rule, int killed) throws IOException {
        JsonNode run =
                run(
                        servers,
                        "4c4g",
                        "--memory-overcommit",
                        "2",
                        "--oom",
                        rule,
                        "--placement",
                        "least-load");
        return run.get("oomKilled").asLong() <= killed
                && run.at("/pendingSeconds/max").asDouble() <= 5
                && run.at("/tasks/rejected").asLong() + run.at("/tasks/pending").asLong() == 0;
    }

    @Test
    void saysNothingOfKillsWhereNoneCanBe() throws IOException {
        tasks(HEADER, List.of("0,100,2,1", "0,100,2,1"));
        String text =
                plan(
                                0,
                                "cpu: 2, memoryGiB: 16",
                                "fidelity: {mode: contended, cpuOvercommit: 4, outOfMemory:"
                                        + " \"requeue[times=3]\"}",
                                "objective: {pendingSeconds: {max: 0}}")
                        .out();
        assertThat(flat(text).replace("oomKilled", "")).doesNotContain("kill", "want of memory");
    }

    /** Four tasks that each use all of a server's CPU, two of which may share it. */
    @Test
    void saysBehindTheObjectiveHowMuchSlowerTasksRun() throws IOException {
        tasks(HEADER, List.of("0,100,4,1", "0,100,4,1", "0,100,4,1", "0,100,4,1"));
        String[] scenario = {
            "fidelity: {mode: contended, cpuOvercommit: 2}", "objective: {pendingSeconds: {max: 0}}"
        };
        String text = flat(plan(0, "cpu: 4, memoryGiB: 64", scenario).out());
        assertThat(text)
                .startsWith("2 servers")
                .contains(
                        "0 s of at most 0 s. With 1 server it would be 3.33 min. Tasks share the"
                                + " CPU of their servers: they run 2 times as long as alone on average,"
                                + " at most 2 times. The objective does not bound that.");
        assertThat(run(2, "4c64g", "--cpu-overcommit", "2").at("/slowdown/mean").asDouble())
                .isEqualTo(2);
        scenario[1] = "objective: {slowdown: {max: 2}}";
        assertThat(flat(plan(0, "cpu: 4, memoryGiB: 64", scenario).out()))
                .contains("at most 2 times.")
                .doesNotContain("does not bound that");
        scenario[0] = "fidelity: {mode: contended}";
        assertThat(plan(0, "cpu: 4, memoryGiB: 64", scenario).out()).doesNotContain("Tasks share");
    }

    /** Two tasks sent to servers at random meet on one of n in one of n windows. */
    @Test
    void readsAPlanAgainWithWhatDecides() throws IOException {
        tasks(HEADER, List.of("0,100,2,1", "0,100,2,1"));
        plan(
                0,
                "cpu: 2, memoryGiB: 16",
                "policies: {placement: random}",
                "fidelity: {mode: contended, cpuOvercommit: 4}",
                "objective: {slowdown: {max: 1}}",
                "search: {replications: 61}");
        String text = Stowage.run("inspect", directory.resolve("p.plan")).exits(0).out();
        assertThat(flat(text)).contains("at most mean in 90 % at most met");
        JsonNode bound = bound(json(), "slowdown.max");
        assertThat(bound.get("upper").asDouble()).isEqualTo(1);
        assertThat(flat(text)).containsPattern("slowdown.max 1 [0-9.]+ 1 yes");
    }
}
