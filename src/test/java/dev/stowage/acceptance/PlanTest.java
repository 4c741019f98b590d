package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.acceptance.Stowage.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan}, from a scenario file to a plan on disk. */
class PlanTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    private static final String SCENARIO =
            """
            workload: {csv: tasks.csv}
            servers: {type: {name: node, cpu: 4, memoryGiB: 16, monthlyUsd: 90.5}}
            objective: {pendingSeconds: {p99: 30}}
            """;

    @TempDir private Path directory;

    @BeforeEach
    void writeInputs() throws IOException {
        Random random = new Random(5);
        StringBuilder csv = new StringBuilder(HEADER);
        for (int i = 0; i < 400; i++) {
            csv.append(i * 5 / 2).append(',').append(20 + random.nextInt(100)).append(',');
            csv.append(1 + random.nextInt(2))
                    .append(',')
                    .append(1 + random.nextInt(6))
                    .append('\n');
        }
        write("tasks.csv", csv.toString());
        write("june.yaml", SCENARIO);
    }

    @Test
    void answersInWordsAndWritesThePlan() throws IOException {
        Result result = plan("june.yaml").exits(0);

        JsonNode plan = json("june.plan/plan.json");
        int servers = plan.at("/servers/0/count").asInt();
        assertThat(result.out())
                .startsWith(servers + " servers of type node hold this workload at its objective.")
                .contains("pendingSeconds.p99", "met", "own servers", "june.plan/report.html");
        assertThat(servers).isGreaterThanOrEqualTo(plan.at("/lowerBound/servers").asInt());
        assertThat(plan.at("/met").asBoolean()).isTrue();
        assertThat(plan.at("/cost/monthlyUsd").decimalValue())
                .isEqualByComparingTo(String.valueOf(90.5 * servers));
        assertThat(plan.at("/clouds").size()).isGreaterThanOrEqualTo(2);
        assertThat(plan.at("/confidence/replications").asInt()).isEqualTo(1);
        assertThat(plan.at("/notes").toString()).contains("one replication is exact");
        assertThat(names("june.plan"))
                .containsExactlyInAnyOrder(
                        "plan.json", "plan.prom", "report.html", "scenario.yaml");
    }

    @Test
    void saysWhatItWouldDoAndWritesNothing() throws IOException {
        Result words = plan("june.yaml", "--dry-run", "--threads", "2").exits(0);
        JsonNode outlook =
                new ObjectMapper()
                        .readTree(plan("june.yaml", "--dry-run", "--json").exits(0).out());

        assertThat(words.out().replaceAll("\\s+", " "))
                .contains(
                        "nothing is searched or written",
                        "Tasks of the first replication: 400",
                        "from the lower bound; each number is judged on 1 replication",
                        "on 2 threads for the runs alone, an estimate, if the first number is the answer: one run took ");
        assertThat(names(".")).containsExactlyInAnyOrder("june.yaml", "tasks.csv");

        plan("june.yaml").exits(0);
        JsonNode plan = json("june.plan/plan.json");
        assertThat(outlook.at("/tasks").asLong()).isEqualTo(400);
        assertThat(outlook.at("/trial/servers").asInt())
                .isEqualTo(plan.at("/lowerBound/servers").asInt())
                .isPositive();
        assertThat(outlook.at("/trial/leastRuns").asLong())
                .isPositive()
                .isLessThanOrEqualTo(plan.at("/provenance/runs").asLong());
        assertThat(outlook.at("/trial/seconds").asDouble()).isPositive();
    }

    @Test
    void triesNothingInADryRunOfAWorkloadTooLargeToLookAt() throws IOException {
        write(
                "huge.yaml",
                """
                workload: {model: google-2011, growth: 1000000}
                servers: {type: {name: node, cpu: 4, memoryGiB: 16}}
                objective: {pendingSeconds: {p99: 30}}
                """);
        Result words = plan("huge.yaml", "--dry-run").exits(0);
        assertThat(words.err()).contains("warning: the workload has ", "each pass over them");
        assertThat(words.out())
                .contains("is not known before: the workload is too large to look at first.");
    }

    @Test
    void checksBeforeADryRunAsBeforeAPlan() throws IOException {
        write("small.yaml", SCENARIO.replace("cpu: 4", "cpu: 0.1"));
        assertThat(plan("small.yaml", "--dry-run").exits(3).err()).contains("too small for every");
        assertThat(names(".")).containsExactlyInAnyOrder("june.yaml", "small.yaml", "tasks.csv");
    }

    @Test
    void pricesTheWorkloadUnderDeploymentPoliciesOnEachProvider() throws IOException {
        write(
                "clouds.yaml",
                SCENARIO
                        + "clouds: {providers: [aws, gcp, azure], policies: [type-adaptive, fixed]}\n");

        plan("clouds.yaml").exits(0);

        JsonNode clouds = json("clouds.plan/plan.json").get("clouds");
        assertThat(clouds).hasSize(6);
        double before = 0;
        for (JsonNode each : clouds) {
            assertThat(each.get("policy").asText()).isIn("type-adaptive", "fixed");
            assertThat(each.get("totalUsd").asDouble()).isGreaterThanOrEqualTo(before);
            assertThat(each.get("gapToBound").asDouble()).isNotNegative();
            before = each.get("totalUsd").asDouble();
        }
        assertThat(clouds.findValuesAsText("provider")).contains("aws", "gcp", "azure");
        run(
                        "cloud",
                        directory.resolve("tasks.csv"),
                        "--policies",
                        "fixed",
                        "--providers",
                        "aws",
                        "--min-size",
                        "2c6g",
                        "-o",
                        directory.resolve("c.cloud"),
                        "--json")
                .exits(0);
        JsonNode cloud = json("c.cloud/cloud.json");
        double yearly =
                cloud.at("/alternatives/0/usd").asDouble()
                        / cloud.at("/demand/seconds").asDouble()
                        * 8_760
                        * 3_600;
        for (JsonNode each : clouds) {
            if (each.get("policy").asText().equals("fixed")
                    && each.get("provider").asText().equals("aws")) {
                assertThat(each.get("totalUsd").asDouble())
                        .isCloseTo(yearly, withinPercentage(0.1));
            }
        }
    }

    @Test
    void pricesTypesWithSharedCoresOnlyIfAsked() throws IOException {
        for (String asked : List.of("", ", sharedCores: true")) {
            String name = asked.isEmpty() ? "own" : "shared";
            String policies = ", policies: [always-on, fixed]";
            write(
                    name + ".yaml",
                    SCENARIO + "clouds: {providers: [aws]" + policies + asked + "}\n");
            plan(name + ".yaml").exits(0);
        }

        List<String> types = json("shared.plan/plan.json").get("clouds").findValuesAsText("vmType");
        assertThat(types).anyMatch(type -> type.startsWith("t"));
        assertThat(json("own.plan/plan.json").get("clouds").findValuesAsText("vmType"))
                .noneMatch(type -> type.startsWith("t"));
        assertThat(json("shared.plan/plan.json").get("notes").toString())
                .contains("shared or throttled");
        assertThat(Files.readString(directory.resolve("shared.plan/scenario.yaml")))
                .contains("sharedCores: true");
    }

    @Test
    void answersWithTheSmallestNumberThatHolds() throws IOException {
        plan("june.yaml").exits(0);
        int servers = json("june.plan/plan.json").at("/servers/0/count").asInt();

        for (int count : new int[] {servers, servers - 1}) {
            Path run = directory.resolve("run-" + count);
            run(
                            "simulate",
                            directory.resolve("tasks.csv"),
                            "--servers",
                            count + "x4c16g",
                            "-o",
                            run,
                            "--placement",
                            "best-fit")
                    .exits(0);
            double p99 =
                    json("run-" + count + "/summary.json").at("/pendingSeconds/p99").asDouble();
            assertThat(p99 <= 30).isEqualTo(count == servers);
        }
    }

    @Test
    void givesTheSameBytesAgainAndOnAnyNumberOfThreads() throws IOException {
        write(
                "random.yaml",
                SCENARIO + "policies: {placement: random}\nclouds: {providers: [aws]}\n");
        for (String scenario : new String[] {"june.yaml", "random.yaml"}) {
            plan(scenario, "-o", directory.resolve("a"), "--threads", "1").exits(0);
            plan(scenario, "-o", directory.resolve("b"), "--threads", "2").exits(0);
            plan(scenario, "-o", directory.resolve("c"), "--threads", "2").exits(0);
            for (String file :
                    new String[] {"plan.json", "plan.prom", "report.html", "scenario.yaml"}) {
                assertThat(read("b/" + file)).as(file).isEqualTo(read("a/" + file));
                assertThat(read("c/" + file)).as(file).isEqualTo(read("a/" + file));
            }
            run("plan", directory.resolve(scenario), "-o", directory.resolve("a"))
                    .exits(3)
                    .says("an existing directory", "--force");
            for (String name : new String[] {"a", "b", "c"}) {
                deleteAll(name);
            }
        }
    }

    @Test
    void givesTheSamePlanFromTheScenarioThatItWrote() throws IOException {
        plan("june.yaml").exits(0);
        run("plan", directory.resolve("june.plan/scenario.yaml"), "-o", directory.resolve("again"))
                .exits(0);

        assertThat(read("again/plan.json")).isEqualTo(read("june.plan/plan.json"));
        assertThat(read("again/report.html")).isEqualTo(read("june.plan/report.html"));
    }

    @Test
    void exitsWithOneAndStillReportsIfTheObjectiveIsNotMet() throws IOException {
        write("tight.yaml", SCENARIO + "search: {max: 2}\n");
        Result result = plan("tight.yaml").exits(1);

        assertThat(result.out()).startsWith("No number of servers up to 2 meets the objective.");
        JsonNode plan = json("tight.plan/plan.json");
        assertThat(plan.at("/met").asBoolean()).isFalse();
        assertThat(plan.at("/clouds")).isEmpty();
        assertThat(read("tight.plan/report.html")).contains("The objective is not met");
    }

    /**
     * Most windows of this workload never wait, some wait for minutes: three equal ones say little.
     */
    @Test
    void saysWhatItClaimsWhereMostReplicationsAreZero() throws IOException {
        write(
                "zero.yaml",
                """
                workload: {model: google-2011, generator: paper, jobs: 300, arrivalScale: 0.05}
                servers: {type: {name: s, cpu: 1, memoryGiB: 1}}
                objective: {pendingSeconds: {p95: 30}}
                search: {replications: 9}
                clouds: {providers: []}
                seed: 11
                """);
        String words = plan("zero.yaml").exits(0).out().replaceAll("\\s+", " ");
        JsonNode confidence = json("zero.plan/plan.json").get("confidence");

        assertThat(confidence.get("replications").asInt()).as("of itself").isEqualTo(29);
        assertThat(confidence.get("held").asInt()).isEqualTo(29);
        assertThat(confidence.get("heldOnOneLess").asInt()).isLessThan(29);
        assertThat(confidence.get("claimed").asDouble()).isBetween(0.9, 0.902);
        assertThat(words)
                .contains("in at least 90 % of windows drawn like it (95 % confidence)")
                .contains("The objective held in 29 of 29 replications")
                .contains("search.replications: 9 can't support the claim")
                .contains("conditional on independent jobs at the recorded times of day")
                .contains("For this claim the windows that were drawn need at least")
                .doesNotContain("±", "Student", "no plan can be smaller");
        assertThat(read("zero.plan/report.html")).contains("in 90\u00a0% at most");

        write(
                "few.yaml",
                read("zero.yaml")
                        .replace("replications: 9", "replications: 2, maxReplications: 2"));
        assertThat(plan("few.yaml").exits(0).out().replaceAll("\\s+", " "))
                .contains("which claims nothing of any other")
                .contains("27 more, without a miss, would do");
        assertThat(json("few.plan/plan.json").at("/confidence/claimed").isNull()).isTrue();
    }

    @Test
    void plansNoServersForNoTasks() throws IOException {
        write("tasks.csv", HEADER);
        Result result = plan("june.yaml").exits(0);

        assertThat(result.out()).startsWith("No servers are needed: the workload has no tasks.");
        assertThat(json("june.plan/plan.json").at("/servers/0/count").asInt()).isZero();
    }

    @Test
    void plansOneServerForOneTask() throws IOException {
        write("tasks.csv", HEADER + "0,10,1,1\n");
        Result result = plan("june.yaml").exits(0);

        assertThat(result.out()).startsWith("1 server of type node holds this workload");
        assertThat(result.out().replaceAll("\\s+", " ")).contains("no plan can be smaller");
    }

    @Test
    void refusesServersThatAreTooSmallForEveryTask() throws IOException {
        write("june.yaml", SCENARIO.replace("cpu: 4", "cpu: 0.5"));

        plan("june.yaml")
                .exits(3)
                .says("june.yaml:2:17: servers.type", "too small for every one of 400 tasks");
        assertThat(names("")).containsExactlyInAnyOrder("june.yaml", "tasks.csv");
    }

    @Test
    void saysThatNoNumberOfServersHelpsIfSomeTasksAreTooLarge() throws IOException {
        write("tasks.csv", HEADER + "0,10,1,1\n1,10,8,1\n");
        Result result = plan("june.yaml").exits(1);

        assertThat(result.out().replace("\n", " ")).contains("no number of servers helps");
    }

    @Test
    void namesTheLineOfADamagedWorkload() throws IOException {
        write("tasks.csv", HEADER + "0,10,1,1\n5,ten,1,1\n");

        plan("june.yaml").exits(3).says("tasks.csv:3", "ten");
        assertThat(names("")).containsExactlyInAnyOrder("june.yaml", "tasks.csv");
    }

    @Test
    void reportsAllIssuesOfAScenario() throws IOException {
        write(
                "june.yaml",
                SCENARIO.replace("p99: 30", "p99: -3") + "policies: {placement: bestfit}\n");

        plan("june.yaml")
                .exits(3)
                .says("june.yaml:3:35", "found -3", "june.yaml:4:23", "Did you mean best-fit?");
    }

    @Test
    void refusesASeedThatIsNoSeed() {
        plan("june.yaml", "--seed", "-1").exits(2).says("--seed", "expected");
    }

    @Test
    void printsThePlanAsJson() throws IOException {
        Result result = plan("june.yaml", "--json").exits(0);

        assertThat(result.out()).isEqualTo(read("june.plan/plan.json"));
    }

    private Result plan(String scenario, Object... more) {
        boolean hasOutput = Stream.of(more).anyMatch("-o"::equals);
        Object[] output = {"-o", directory.resolve(scenario.replace(".yaml", ".plan"))};
        return run(
                Stream.of(
                                Stream.of("plan", directory.resolve(scenario)),
                                Stream.of(hasOutput ? new Object[0] : output),
                                Stream.of(more))
                        .flatMap(parts -> parts)
                        .toArray());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private String read(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(read(name));
    }

    private java.util.List<String> names(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private void deleteAll(String folder) throws IOException {
        for (String name : names(folder)) {
            Files.delete(directory.resolve(folder).resolve(name));
        }
        Files.delete(directory.resolve(folder));
    }
}
