package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code pack} and {@code plan diff}, from files to a placement on disk. */
class PackTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String TWO =
            """
            servers:
              - {name: a, count: 3, cpu: 10, memoryGiB: 10}
            services:
              - {name: web, replicas: 3, cpu: 3, memoryGiB: 1, on: [a-1, a-2, a-3]}
            """;

    @TempDir private Path directory;

    @Test
    void packsTheExampleWithinItsRules() throws IOException {
        Path plan = directory.resolve("shop.plan");

        String out =
                run("pack", Path.of("examples/packing/shop.yaml"), "-o", plan, "--work", "50")
                        .exits(0)
                        .out();

        PlacementPlan placement = PlacementFile.read(plan);
        check(placement);
        assertThat(out)
                .startsWith(placement.result().servers() + " servers hold 24 items, ")
                .contains("a month", "No placement can do with less than");
        assertThat(placement.result().cost()).isLessThan(placement.result().costBefore());
        assertThat(Files.readString(plan.resolve("report.html")))
                .contains("</html>", "Moves by step", "What stands where", "160 GiB")
                .contains("What stands on each server", "<td title=\"today 37\u00a0% cpu\">")
                .contains(">→ cache/2</span>", ">web/6 →</span>", "What is away when")
                .contains(">2 detour</span>", "r740-1 → r740-8 → r740-5")
                .doesNotContain("micro-cores");
        assertThat(place(placement, "reports/0")).isEqualTo(place(placement, "cache/2"));
        assertThat(place(placement, "db/0")).isEqualTo("r740-7");
        assertThat(place(placement, "search/0")).isNotIn("r740-7", "r740-2");
    }

    @Test
    void saysWhatAStepLimitGivesInTheSameBytes() throws IOException {
        String[] plans = {"one.plan", "two.plan"};
        for (String plan : plans) {
            run(
                            "pack",
                            Path.of("examples/packing/shop.yaml"),
                            "-o",
                            directory.resolve(plan),
                            "--steps",
                            "200")
                    .exits(0);
        }
        assertThat(directory.resolve("one.plan/placement.json"))
                .hasSameTextualContentAs(directory.resolve("two.plan/placement.json"));
        assertThat(
                        run(
                                        "plan",
                                        "diff",
                                        directory.resolve(plans[0]),
                                        directory.resolve(plans[1]))
                                .exits(0)
                                .out())
                .startsWith("The answer is the same: ");
    }

    @Test
    void movesNoMoreThanIsAllowed() throws IOException {
        Path file = write("two.yaml", TWO);

        run("pack", file, "-o", directory.resolve("free.plan")).exits(0);
        assertThat(PlacementFile.read(directory.resolve("free.plan")).result().servers())
                .isEqualTo(1);
        assertThat(PlacementFile.read(directory.resolve("free.plan")).result().moves())
                .isEqualTo(2);

        run("pack", file, "--max-moves", "1", "-o", directory.resolve("one.plan")).exits(0);
        PlacementPlan one = PlacementFile.read(directory.resolve("one.plan"));
        assertThat(one.result().servers()).isEqualTo(2);
        assertThat(one.moves()).hasSize(1);
    }

    @Test
    void goesOnFromAnEarlierPlacementAndSaysWhatChanged() throws IOException {
        run("pack", write("two.yaml", TWO), "--max-moves", "0", "-o", directory.resolve("a.plan"))
                .exits(0);

        run("pack", directory.resolve("a.plan"), "-o", directory.resolve("b.plan")).exits(0);

        PlacementPlan after = PlacementFile.read(directory.resolve("b.plan"));
        assertThat(after.result().serversBefore()).isEqualTo(3);
        assertThat(after.result().servers()).isEqualTo(1);
        String out =
                run("plan", "diff", directory.resolve("a.plan"), directory.resolve("b.plan"))
                        .exits(1)
                        .out();
        assertThat(out).startsWith("3 → 1 server: ").contains("result, moves", "items, web/");
        JsonNode json =
                JSON.readTree(
                        run(
                                        "plan",
                                        "diff",
                                        "--json",
                                        directory.resolve("a.plan"),
                                        directory.resolve("b.plan"))
                                .exits(1)
                                .out());
        assertThat(json.get("changed").asBoolean()).isTrue();
        assertThat(json.at("/before/servers").elements().next().asInt()).isEqualTo(3);
        assertThat(json.get("answers").findValuesAsText("path")).contains("result.servers");
    }

    @Test
    void saysWhatIsTooLargeAndWhatWouldHelp() throws IOException {
        Path large = write("large.yaml", TWO.replace("cpu: 3", "cpu: 30"));

        run("pack", large, "-o", directory.resolve("x.plan"))
                .exits(3)
                .says("web", "30", "cpu")
                .says("10");
        assertThat(directory.resolve("x.plan")).doesNotExist();
    }

    @Test
    void refusesAFileWithAllItsIssues() throws IOException {
        Path bad =
                write(
                        "bad.yaml",
                        """
                        servers:
                          - {name: a, count: 2, cpu: 4, memoryGiB: 8, monthlyUsd: 5}
                          - {name: b, count: 1, cpu: 4, memoryGiB: 8}
                          - {name: a, count: 1, vm: aws/us-east-1/m9x.none}
                        services:
                          - {name: web, replicas: 1, cpu: 1, memoryGiB: 1, on: [a-9, a-1], needs: "x=="}
                          - {name: web, cpu: 1, memoryGiB: 1, limit: {cpu: 0.5, memoryGiB: 1}}
                        rules:
                          - {apart: [wbe]}
                        """);

        run("pack", bad, "-o", directory.resolve("x.plan"))
                .exits(3)
                .says("bad.yaml:2:", "2 of 3 groups with a price")
                .says("m9x.none", "\"a-9\"", "2 servers for 1 replica,")
                .says("the name \"web\" again", "\"wbe\"", "Did you mean web?");
        run("pack", write("no.yaml", "servers: []\nservices: []\n")).exits(3).says("no.yaml:1:");
        run("pack", directory.resolve("nothing"))
                .exits(3)
                .says("nothing there", "docs/placement.md");
        run("pack", bad, "--at", "5s").exits(2).says("--at: not for a YAML file");
    }

    @Test
    void refusesPlansThatCannotBeCompared() throws IOException {
        run("pack", write("two.yaml", TWO), "-o", directory.resolve("a.plan")).exits(0);
        Path newer = directory.resolve("newer.plan");
        Files.createDirectory(newer);
        Files.writeString(
                newer.resolve("placement.json"),
                Files.readString(directory.resolve("a.plan/placement.json"))
                        .replace("\"formatVersion\" : 2", "\"formatVersion\" : 9"));

        run("plan", "diff", directory.resolve("a.plan"), newer)
                .exits(3)
                .says("formatVersion", "9", "newer");
        run("plan", "diff", directory.resolve("a.plan"), directory)
                .exits(3)
                .says(directory + ": found a folder without a result");
        run("plan", "diff", directory.resolve("a.plan")).exits(2);
        run("plan").exits(2).says("SCENARIO");
    }

    @Test
    void packsAMomentOfARealTrace() throws IOException {
        Path google = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        run("ingest", "google-2011", google, "-o", trace).exits(0);

        String out =
                run("pack", trace, "--search", "none", "-o", directory.resolve("g.plan"))
                        .exits(0)
                        .out();

        PlacementPlan plan = PlacementFile.read(directory.resolve("g.plan"));
        check(plan);
        assertThat(out).contains("fewer than the 12,399 in use today");
        assertThat(plan.items()).hasSize(72_586);
        assertThat(plan.result().serversBefore()).isEqualTo(12_399);
        assertThat(plan.result().servers()).isLessThan(9_000);
        assertThat(plan.result().unplaced()).isZero();
    }

    @Test
    void writesWhatItsSchemaSays() throws IOException {
        run("pack", write("two.yaml", TWO), "-o", directory.resolve("a.plan")).exits(0);
        assertThat(
                        Schemas.problems(
                                "placement.schema.json",
                                JSON.readTree(directory.resolve("a.plan/placement.json").toFile())))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gpu, 2, gpu: 2",
        "disk_gib, 60, diskGiB: 100",
        "network_gbps, 6, networkGbps: 10",
        "constraints, different-machines, memoryGiB: 16",
    })
    void planPacksAllThatTheTasksOfAMomentAskFor(String column, String value, String server)
            throws IOException {
        StringBuilder csv =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,job," + column + "\n");
        for (int i = 0; i < 4; i++) {
            csv.append("0,100,1,1,7,").append(value).append('\n');
        }
        write("tasks.csv", csv.toString());
        String type = server.startsWith("memory") ? server : "memoryGiB: 16, " + server;
        Path scenario =
                write(
                        "four.yaml",
                        """
                        workload: {csv: tasks.csv}
                        servers: {type: {name: node, cpu: 8, %s}}
                        objective: {pendingSeconds: {max: 0}}
                        packing: {}
                        """
                                .formatted(type));

        String out = run("plan", scenario, "-o", directory.resolve("four.plan")).exits(0).out();

        assertThat(out.replaceAll("\\s+", " "))
                .contains(
                        "4 tasks run on 4 servers; packed anew 4 servers hold them, and none fewer"
                                + " than 4 can");
        check(PlacementFile.read(directory.resolve("four.plan")));
    }

    /** The most tasks at once are in a rush of 20 s, the most on average in a day long after it. */
    @Test
    void planPacksTheBusiestMomentHoweverShortItIs() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int at = 0; at < 864_000; at += 1000) {
            int together = at >= 400_000 && at < 500_000 ? 4 : 1;
            csv.append((at + ",1000,1,1\n").repeat(together));
            csv.append(at == 100_000 ? "100030,20,1,1\n".repeat(12) : "");
        }
        write("rush.csv", csv.toString());
        Path scenario =
                write(
                        "rush.yaml",
                        """
                        workload: {csv: rush.csv}
                        servers: {type: {name: node, cpu: 2, memoryGiB: 8}}
                        objective: {pendingSeconds: {max: 0}}
                        packing: {}
                        """);

        run("plan", scenario, "-o", directory.resolve("rush.plan")).exits(0);

        JsonNode plan = JSON.readTree(directory.resolve("rush.plan/plan.json").toFile());
        assertThat(plan.at("/placement/atSeconds").asDouble()).isEqualTo(100_030);
        assertThat(plan.at("/placement/tasks").asInt()).isEqualTo(13);
        assertThat(plan.at("/placement/servers").asInt()).isEqualTo(7);
    }

    @Test
    void planSaysWhereTheTasksOfTheBusiestMomentGo() throws IOException {
        Random random = new Random(5);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 200; i++) {
            csv.append(i * 5 / 2).append(',').append(20 + random.nextInt(100));
            csv.append(',').append(1 + random.nextInt(2)).append(',').append(1 + random.nextInt(6));
            csv.append('\n');
        }
        write("tasks.csv", csv.toString());
        Path scenario =
                write(
                        "june.yaml",
                        """
                        workload: {csv: tasks.csv}
                        servers: {type: {name: node, cpu: 4, memoryGiB: 16}}
                        objective: {pendingSeconds: {p99: 30}}
                        packing: {steps: 50}
                        """);

        String out = run("plan", scenario, "-o", directory.resolve("june.plan")).exits(0).out();

        JsonNode plan = JSON.readTree(directory.resolve("june.plan/plan.json").toFile());
        PlacementPlan placement = PlacementFile.read(directory.resolve("june.plan"));
        check(placement);
        assertThat(out).contains("packed anew", "placement.html");
        assertThat(plan.at("/placement/tasks").asInt())
                .isEqualTo(placement.items().size())
                .isPositive();
        assertThat(plan.at("/placement/servers").asInt())
                .isEqualTo(placement.result().servers())
                .isLessThanOrEqualTo(plan.at("/placement/serversBefore").asInt())
                .isGreaterThanOrEqualTo(plan.at("/placement/bound").asInt());
        assertThat(placement.servers()).hasSize(plan.at("/servers/0/count").asInt());
        assertThat(Files.readString(directory.resolve("june.plan/scenario.yaml")))
                .contains("packing:", "steps: 50");
        run(
                        "plan",
                        directory.resolve("june.plan/scenario.yaml"),
                        "-o",
                        directory.resolve("again.plan"))
                .exits(0);
        assertThat(directory.resolve("again.plan/placement.json"))
                .hasSameTextualContentAs(directory.resolve("june.plan/placement.json"));
        run("plan", "diff", directory.resolve("june.plan"), directory.resolve("again.plan"))
                .exits(0);
    }

    /** Naively: demands within what is usable, rules kept, moves lead from today to the plan. */
    private static void check(PlacementPlan plan) {
        Map<String, PlacementPlan.Server> servers = new HashMap<>();
        plan.servers().forEach(server -> servers.put(server.name(), server));
        Map<String, ResourceVector> loads = new HashMap<>();
        Map<String, String> at = new HashMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (item.server() != null) {
                loads.merge(item.server(), item.demand(), ResourceVector::plus);
            }
            if (item.from() != null) {
                at.put(item.name(), item.from());
            }
        }
        Set<String> used = new HashSet<>(loads.keySet());
        loads.forEach(
                (name, load) ->
                        assertThat(servers.get(name).usable().covers(load)).as(name).isTrue());
        assertThat(used).hasSize(plan.result().servers());
        for (PlacementPlan.Move move : plan.moves()) {
            assertThat(at.put(move.item(), move.to())).isEqualTo(move.from());
        }
        for (PlacementPlan.Item item : plan.items()) {
            if (item.from() != null && item.server() != null) {
                assertThat(at.get(item.name())).isEqualTo(item.server());
            }
        }
    }

    private static String place(PlacementPlan plan, String item) {
        return plan.items().stream()
                .filter(each -> each.name().equals(item))
                .map(each -> String.valueOf(each.server()))
                .findFirst()
                .orElseThrow();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
