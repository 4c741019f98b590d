package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.isolation.SharedResource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans, replications and comparisons of tasks that get slices by profiles. */
class AdmissionPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> LEVELS = List.of("native", "frimics");
    private static final String QUMAN = "quman-user[pi=50]";

    @TempDir private Path directory;

    /**
     * One run each, so the performance on a slice is its scarcest share. For half of it a task gets
     * 8 of 16 cores and 32 of 64 GiB: two fit a server.
     */
    @BeforeEach
    void profiles() throws IOException {
        write("runs.csv", "app,cpu,memory_gib,ssd_gib,metric,value", "web,16,64,100,rate,1000");
        Stowage.run("profile", at("runs.csv"), "-o", at("profiles.yaml")).exits(0);
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        for (int job = 1; job <= 8; job++) {
            tasks.add("0,100,16,64," + job);
        }
        write("tasks.csv", tasks.toArray(String[]::new));
        List<String> map = new ArrayList<>(List.of("job,application"));
        for (int job = 1; job <= 6; job++) {
            map.add(job + ",web");
        }
        write("map.csv", map.toArray(String[]::new));
        write("shares.csv", "application,share", "web,0.5", "other,0.5");
    }

    private Path at(String name) {
        return directory.resolve(name);
    }

    private void write(String name, String... lines) throws IOException {
        Files.write(at(name), List.of(lines));
    }

    private Stowage.Result plan(String policies, String more) throws IOException {
        write(
                "plan.yaml",
                "workload: {csv: tasks.csv}",
                "servers: {type: {cpu: 16, memoryGiB: 64}, " + "serversPerDomain: 1}",
                "policies: {" + policies + "}",
                "objective: {pendingSeconds: {max: 0}}",
                "clouds: {providers: []}",
                more);
        return Stowage.run("plan", at("plan.yaml"), "-o", at("out"), "--force");
    }

    private JsonNode planned() throws IOException {
        return JSON.readTree(at("out").resolve("plan.json").toFile());
    }

    private static String by(String map) {
        return "admission: \"" + QUMAN + "\", profiles: profiles.yaml, applications: " + map;
    }

    /** Six tasks on half a server each, two on a whole one: five servers instead of eight. */
    @Test
    void aPlanTakesTheServersThatSlicesNeedAndSaysWhatThatSaves() throws IOException {
        assertThat(plan(by("map.csv"), "").exits(0).out())
                .contains("5 servers", "requests as declared", "3 servers saved")
                .contains(
                        "6 tasks with 8 cores, 32 GiB",
                        "2 tasks of jobs that the file of applications does not name keep")
                .contains(
                        "Slices promise a performance of 0.5, requests as declared give 1.00 in the"
                                + " mean and 1.00 at",
                        "slices as good as requests",
                        "What slices promise is what profiles say of 6 of 6 tasks: no run on as");
        JsonNode plan = planned();
        assertThat(plan.at("/servers/0/count").asInt()).isEqualTo(5);
        assertThat(plan.at("/lowerBound/servers").asInt()).isEqualTo(5);
        assertThat(plan.at("/confidence/exact").asBoolean()).isTrue();
        assertThat(plan.at("/otherwise/0/source").asText()).isEqualTo("requests");
        assertThat(plan.at("/otherwise/0/servers").asInt()).isEqualTo(8);
        // what takes the whole server for 1.0 is no smaller slice
        assertThat(plan.at("/otherwise/1/source").asText()).isEqualTo("slices");
        assertThat(plan.at("/otherwise/1/servers").asInt()).isEqualTo(8);
        assertThat(plan.at("/assumptions").toString())
                .contains("Application of a job", "do not disturb each other");
        // read back, the scenario as understood gives the same plan
        Path second = at("second");
        Stowage.run("plan", at("out").resolve("scenario.yaml"), "-o", second).exits(0);
        assertThat(second.resolve("plan.json")).hasSameTextualContentAs(at("out/plan.json"));
    }

    /**
     * Of eight jobs each is web with probability a half, so 8 - floor(web / 2) servers are needed:
     * at most 8 in all draws, at most 7 in 1 - 9/256 of them.
     */
    @Test
    void drawnApplicationsAreAClaimAboutAllDraws() throws IOException {
        plan(by("shares.csv"), "search: {reliability: 0.9, confidence: 0.95}").exits(0);
        JsonNode plan = planned();
        assertThat(plan.at("/confidence/exact").asBoolean()).isFalse();
        assertThat(plan.at("/servers/0/count").asInt()).isEqualTo(7);
        assertThat(plan.at("/notes").toString())
                .contains(
                        "drawn anew in each replication",
                        "both are as few as their lower bounds allow")
                .doesNotContain("between -", "and -");
    }

    @Test
    void aRequestOfNothingIsNoReasonToEndAtOnce() throws IOException {
        write("tasks.csv", "submit_s,duration_s,cpu,memory_gib,job", "0,100,0,0,1");
        Stowage.Result run =
                Stowage.run(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                "1x16c64g",
                                "--admission",
                                QUMAN,
                                "--profiles",
                                at("profiles.yaml"),
                                "--applications",
                                at("map.csv"),
                                "-o",
                                at("run"),
                                "--json")
                        .exits(0)
                        .says("1 of these tasks ask for no CPU");
        assertThat(JSON.readTree(run.out()).at("/makespanSeconds").asDouble()).isEqualTo(200);
    }

    @Test
    void replicationsAndComparisonsRunWithSlices() throws IOException {
        Stowage.Result replicated = study("shares.csv", "--replications", "20").exits(0);
        JsonNode result = JSON.readTree(replicated.out());
        assertThat(result.at("/replications").asInt()).isEqualTo(20);
        assertThat(result.at("/notes").toString()).contains("drawn anew in each replication");
        Stowage.Result compared =
                study("map.csv", "--compare", "admission=capacity; admission=" + QUMAN).exits(0);
        // Of eight tasks on four servers four wait 100 s. With slices six run on three servers for
        // 200 s each, and of the two that are whole the second waits 100 s for the first.
        JsonNode waited = JSON.readTree(compared.out()).at("/metrics/0/alternatives");
        assertThat(waited.at("/0/mean").asDouble()).isEqualTo(50);
        assertThat(waited.at("/1/mean").asDouble()).isEqualTo(12.5);
    }

    /**
     * Two tasks ask for 16 cores and 32 GiB, which give 0.5 as 8 cores and 32 GiB do: at the same
     * performance they need one server in place of two.
     */
    @Test
    void aPlanSaysWhatSlicesSaveAtThePerformanceOfRequests() throws IOException {
        write(
                "tasks.csv",
                "submit_s,duration_s,cpu,memory_gib,job",
                "0,100,16,32,1",
                "0,100,16,32,2");
        assertThat(plan(by("map.csv").replace("pi=50", "pi=80"), "").exits(0).out())
                .contains("requests as declared give 0.50 in the mean and 0.50 at")
                .contains("Slices take 2 servers, requests as declared 2 servers: as many.")
                .contains(
                        "That slices are as good as requests is what profiles say of 2 of 2 tasks");
        assertThat(planned().at("/notes").toString())
                .contains(
                        "Slices that profiles call as good as requests take 1 server, requests as"
                                + " declared 2 servers: 1 server saved.");
        Stowage.Result same = simulate("tasks.csv", "map.csv", "1x16c64g", "quman-user[pi=0]");
        assertThat(JSON.readTree(same.exits(0).out()).at("/makespanSeconds").asDouble())
                .isEqualTo(100);
    }

    /**
     * Shared servers, slices that are free in place of the least, and tasks that disturb each
     * other: a run on the servers of the plan holds its objective, and one on one server less does
     * not.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "quman-provider",
                "quman-provider[floor=60,server=1]",
                "quman-user[pi=60,fallback=1]",
                "quman-user[pi=60]; native",
                "quman-provider; vanguard"
            })
    void aPlanIsTheFewestServersOfRunsUnderItsAdmission(String asked) throws IOException {
        Random random = new Random(28);
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        for (int job = 1; job <= 40; job++) {
            tasks.add(10 * random.nextInt(60) + "," + (50 + random.nextInt(200)) + ",8,8," + job);
        }
        tasks.subList(1, 41).sort(Comparator.comparingInt(AdmissionPlanTest::submit));
        write("tasks.csv", tasks.toArray(String[]::new));
        List<String> map = new ArrayList<>(List.of("job,application"));
        for (int job = 1; job <= 40; job++) {
            map.add(job + "," + List.of("BLAST", "TPC-E", "TPC-H").get(random.nextInt(3)));
        }
        write("map.csv", map.toArray(String[]::new));
        String[] parts = asked.split("; ", -1);
        String level = parts.length > 1 ? ", attributes: {isolation: " + parts[1] + "}" : "";
        write(
                "plan.yaml",
                "workload: {csv: tasks.csv}",
                "servers: {type: {cpu: 48, memoryGiB: 48" + level + "}}",
                "policies: {admission: \"" + parts[0] + "\", profiles: thesis,",
                "  applications: map.csv, recordedOn: server}",
                "objective: {pendingSeconds: {max: 0}}",
                "clouds: {providers: []}");
        Stowage.run("plan", at("plan.yaml"), "-o", at("out"), "--force").exits(0);
        JsonNode plan = planned();
        int servers = plan.at("/servers/0/count").asInt();
        assertThat(plan.at("/lowerBound/servers").asInt()).isBetween(1, servers);
        assertThat(servers).isGreaterThan(1);
        List<String> more = parts.length > 1 ? List.of("--isolation", parts[1]) : List.of();
        assertThat(longestWait(servers, parts[0], more)).isZero();
        assertThat(longestWait(servers - 1, parts[0], more)).isPositive();
    }

    /** A level counts for all alternatives, and for schedulers as the attribute of a type does. */
    @Test
    void aLevelOfServersCountsWhereverTasksHaveProfiles() throws IOException {
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        for (int job = 1; job <= 12; job++) {
            tasks.add(10 * job + ",200,16,16," + job);
        }
        write("tasks.csv", tasks.toArray(String[]::new));
        write("map.csv", "application,share", "BLAST,0.5", "TPC-E,0.5");
        String both = "admission=capacity; admission=quman-user[pi=0]";
        String[] means = new String[2];
        for (int i = 0; i < 2; i++) {
            JsonNode compared =
                    JSON.readTree(
                            thesis("1x48c48g", "--compare", both, "--isolation", LEVELS.get(i))
                                    .exits(0)
                                    .out());
            means[i] = compared.at("/metrics/0/alternatives/0/mean").asText();
        }
        assertThat(Double.parseDouble(means[0])).isGreaterThan(Double.parseDouble(means[1]));
        write(
                "servers.yaml",
                "servers:",
                "  - {name: s, count: 2, cpu: 48, memoryGiB: 48, attributes: {isolation: native}}");
        String[] scheduler = {"--scheduler", "quman-user[pi=60]"};
        JsonNode byType =
                JSON.readTree(thesis(at("servers.yaml").toString(), scheduler).exits(0).out());
        assertThat(byType.at("/schedulers/0/isolation").asText()).isEqualTo("native");
        assertThat(byType.at("/schedulers"))
                .isEqualTo(
                        JSON.readTree(
                                        thesis(
                                                        "2x48c48g",
                                                        "--isolation",
                                                        "native",
                                                        scheduler[0],
                                                        scheduler[1])
                                                .exits(0)
                                                .out())
                                .at("/schedulers"));
    }

    /**
     * A level of one's own that keeps all private is none, and one that keeps nothing is native.
     */
    @Test
    void aPlanTakesLevelsOfOnesOwn() throws IOException {
        ObjectNode file;
        try (InputStream in = getClass().getResourceAsStream("/profiles/isolation.json")) {
            file = (ObjectNode) JSON.readTree(in);
        }
        ArrayNode levels = (ArrayNode) file.get("levels");
        for (int all : new int[] {0, 1}) {
            ObjectNode level = levels.addObject().put("name", all == 1 ? "all" : "nothing");
            level.put("dynamic", true).put("source", "test");
            ObjectNode factors = level.putObject("factors");
            SharedResource.labels().forEach(label -> factors.put(label, all));
        }
        write("own.yaml", JSON.writeValueAsString(file));
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        List<String> map = new ArrayList<>(List.of("job,application"));
        for (int job = 1; job <= 24; job++) {
            tasks.add(60 * job + ",200,8,8," + job);
            map.add(job + (job % 2 == 0 ? ",BLAST" : ",TPC-E"));
        }
        write("tasks.csv", tasks.toArray(String[]::new));
        write("map.csv", map.toArray(String[]::new));
        int alone = servers("", "");
        assertThat(servers(", isolation: own.yaml", "all")).isEqualTo(alone);
        int apart = servers(", isolation: own.yaml", "nothing");
        assertThat(apart).isGreaterThan(alone).isEqualTo(servers("", "native"));
        assertThat(planned().at("/assumptions").toString())
                .contains("disturb each other as native lets them");
        // read back, the scenario as understood gives the same plan
        servers(", isolation: own.yaml", "nothing");
        Path second = at("second");
        Stowage.run("plan", at("out").resolve("scenario.yaml"), "-o", second).exits(0);
        assertThat(second.resolve("plan.json")).hasSameTextualContentAs(at("out/plan.json"));
        plan(by("map.csv").replace(QUMAN, "capacity") + ", isolation: own.yaml", "")
                .exits(3)
                .says("isolation without admission by profiles");
    }

    /**
     * Beside another, web has no performance at all: two on a server stand still for ever. A plan
     * counts no such run as one that holds, and says so where no number of servers helps.
     */
    @Test
    void tasksThatStandStillAreNotHeld() throws IOException {
        write(
                "own.yaml",
                "formVersion: 1",
                "server: {cores: 16, memoryGib: 64}",
                "levels: [{name: open, dynamic: false, factors: {}, source: test}]",
                "applications:",
                "  - {name: web, sensitivity: {cpu: 1}, pressure: {cpu: 1}, coresAlone: 2,",
                "     rateAlone: {}, source: test}");
        List<String> tasks = new ArrayList<>(List.of("submit_s,duration_s,cpu,memory_gib,job"));
        for (int job = 1; job <= 4; job++) {
            tasks.add("0,100,16,64," + job);
        }
        write("tasks.csv", tasks.toArray(String[]::new));
        for (String placement : List.of("best-fit", "worst-fit")) {
            boolean isSpread = placement.equals("worst-fit");
            write(
                    "plan.yaml",
                    "workload: {csv: tasks.csv}",
                    "servers: {type: {cpu: 16, memoryGiB: 64, attributes: {isolation: open}}}",
                    "policies: {admission: \"" + QUMAN + "\", profiles: profiles.yaml,",
                    "  placement: " + placement + ", applications: map.csv, isolation: own.yaml}",
                    "objective: {pendingSeconds: {max: 0}}",
                    "search: {max: 8}",
                    "clouds: {providers: []}");
            Stowage.Result said =
                    Stowage.run("plan", at("plan.yaml"), "-o", at("out"), "--force")
                            .exits(isSpread ? 0 : 1);
            JsonNode plan = planned();
            JsonNode bound = plan.at("/objective/3");
            assertThat(bound.at("/metric").asText()).isEqualTo("standingStill");
            assertThat(bound.at("/implied").asBoolean()).isTrue();
            assertThat(Schemas.problems("plan.schema.json", plan)).isEmpty();
            if (isSpread) {
                assertThat(plan.at("/servers/0/count").asInt()).isEqualTo(4);
                continue;
            }
            assertThat(bound.at("/upper").asInt()).isEqualTo(4);
            assertThat(said.out()).contains("standingStill");
            assertThat(plan.at("/notes").toString())
                    .contains("4 tasks stand still at the end of the run");
            // read back, the scenario as understood gives the same plan
            Path second = at("second");
            Stowage.run("plan", at("out").resolve("scenario.yaml"), "-o", second).exits(1);
            assertThat(second.resolve("plan.json")).hasSameTextualContentAs(at("out/plan.json"));
        }
        Stowage.Result run =
                Stowage.run(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                "4x16c64g",
                                "--admission",
                                QUMAN,
                                "--profiles",
                                at("profiles.yaml"),
                                "--applications",
                                at("map.csv"),
                                "--isolation",
                                "open",
                                "--isolation-file",
                                at("own.yaml"),
                                "-o",
                                at("run"),
                                "--json")
                        .exits(0);
        assertThat(at("run").resolve("report.html"))
                .content()
                .contains("of these, without ever an end");
        JsonNode summary = JSON.readTree(run.out());
        assertThat(Schemas.problems("summary.schema.json", summary)).isEmpty();
        assertThat(summary.at("/verdict/mark").asText()).isEqualTo("no");
        assertThat(summary.at("/verdict/sentence").asText())
                .isEqualTo("Of 4 tasks: 4 standing still on a server at the end.");
        assertThat(summary.at("/standingStill").asInt()).isEqualTo(4);
        assertThat(summary.at("/tasks/running").asInt()).isEqualTo(4);
        assertThat(summary.at("/warnings").toString())
                .contains("4 tasks stand still at the end of the run");
    }

    /** What is not measured is not said not to be. */
    @Test
    void aBoundOnSlowdownIsRefusedInTrueWords() throws IOException {
        write(
                "slow.yaml",
                "workload: {csv: tasks.csv}",
                "servers: {type: {cpu: 16, memoryGiB: 64, attributes: {isolation: native}}}",
                "policies: {" + by("map.csv") + "}",
                "objective: {slowdown: {p99: 2}}",
                "clouds: {providers: []}");
        Stowage.run("plan", at("slow.yaml"), "-o", at("out"), "--force")
                .exits(3)
                .says("no such bound with profiles", "tasks may run slower beside others");
    }

    /** What decides is the admission, which no placement policy explains. */
    @ParameterizedTest
    @ValueSource(strings = {"quman-provider", "quman-user[pi=50,fallback=1]"})
    void aTaskIsNotExplainedByAPolicyThatDoesNotDecide(String admission) {
        Stowage.run(
                        "simulate",
                        at("tasks.csv"),
                        "--servers",
                        "4x16c64g",
                        "--admission",
                        admission,
                        "--profiles",
                        at("profiles.yaml"),
                        "--applications",
                        at("map.csv"),
                        "--trace-task",
                        "1",
                        "-o",
                        at("run"))
                .exits(3)
                .says("a task to explain (--trace-task)", "a run without --trace-task");
    }

    private int servers(String policies, String level) throws IOException {
        write(
                "plan.yaml",
                "workload: {csv: tasks.csv}",
                "servers: {type: {cpu: 48, memoryGiB: 48"
                        + (level.isEmpty() ? "" : ", attributes: {isolation: " + level + "}")
                        + "}}",
                "policies: {admission: \"quman-user[pi=60]\", profiles: thesis,",
                "  applications: map.csv, recordedOn: server" + policies + "}",
                "objective: {pendingSeconds: {max: 0}}",
                "clouds: {providers: []}");
        Stowage.run("plan", at("plan.yaml"), "-o", at("out"), "--force").exits(0);
        return planned().at("/servers/0/count").asInt();
    }

    private Stowage.Result thesis(String servers, String... more) {
        List<Object> arguments =
                new ArrayList<>(
                        List.of(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                servers,
                                "--profiles",
                                "thesis",
                                "--applications",
                                at("map.csv"),
                                "--json",
                                "--force",
                                "-o",
                                at(
                                        "run-"
                                                + more[0].substring(2)
                                                + more.length
                                                + servers.length())));
        arguments.addAll(List.of(more));
        return Stowage.run(arguments.toArray());
    }

    private static int submit(String row) {
        return Integer.parseInt(row.substring(0, row.indexOf(',')));
    }

    private double longestWait(int servers, String admission, List<String> more)
            throws IOException {
        List<Object> arguments =
                new ArrayList<>(
                        List.of(
                                "simulate",
                                at("tasks.csv"),
                                "--servers",
                                servers + "x48c48g",
                                "--placement",
                                "best-fit",
                                "--admission",
                                admission,
                                "--profiles",
                                "thesis",
                                "--applications",
                                at("map.csv"),
                                "--recorded-on",
                                "server",
                                "--json",
                                "--force",
                                "-o",
                                at("run")));
        arguments.addAll(more);
        JsonNode run = JSON.readTree(Stowage.run(arguments.toArray()).exits(0).out());
        assertThat(run.at("/tasks/finished").asInt()).isEqualTo(40);
        assertThat(run.at("/policies/fidelity").asText()).isEqualTo("profiled");
        return run.at("/pendingSeconds/max").asDouble(-1);
    }

    private Stowage.Result simulate(String tasks, String map, String servers, String admission) {
        return Stowage.run(
                "simulate",
                at(tasks),
                "--servers",
                servers,
                "--admission",
                admission,
                "--profiles",
                at("profiles.yaml"),
                "--applications",
                at(map),
                "-o",
                at("run"),
                "--force",
                "--json");
    }

    /** Whatever runs: the same words, and a map that says nothing of any task is an error. */
    @Test
    void whatTheMapSaysIsSaidEverywhere() throws IOException {
        write("odd.csv", "job,application", "1,web", "2,wep", "99,web");
        String slices = "web: 1 task with 8 cores, 32 GiB (far";
        String wrong = "1 task of wep, which has no profile, keep";
        String absent = "1 job of the file of applications has no task in the workload: 99.";
        JsonNode run =
                JSON.readTree(simulate("tasks.csv", "odd.csv", "8x16c64g", QUMAN).exits(0).out());
        assertThat(run.at("/warnings").toString()).contains(slices, wrong, absent);
        assertThat(at("run").resolve("report.html")).content().contains(slices, absent);
        JsonNode compared =
                JSON.readTree(
                        study("odd.csv", "--compare", "admission=capacity; admission=" + QUMAN)
                                .exits(0)
                                .out());
        assertThat(compared.at("/notes").toString()).contains(slices, wrong, absent);
        JsonNode replicated = JSON.readTree(study("odd.csv", "--replications", "2").exits(0).out());
        assertThat(replicated.at("/notes").toString()).contains(slices, wrong, absent);

        write("none.csv", "job,application", "77,web");
        String none = "no task of the workload with a profile";
        simulate("tasks.csv", "none.csv", "8x16c64g", QUMAN).exits(3).says("none.csv", none, "77");
        study("none.csv", "--replications", "2").exits(3).says(none);
        plan(by("none.csv"), "").exits(3).says(none);
    }

    @Test
    void sharesAreOfAllJobs() throws IOException {
        write("shares.csv", "application,share", "web,0.5");
        simulate("tasks.csv", "shares.csv", "8x16c64g", QUMAN)
                .exits(0)
                .says("drew no application in the first draw, since shares sum to 0.5, and keep");
        write("shares.csv", "application,share", "web,0.5", "other,0.6");
        simulate("tasks.csv", "shares.csv", "8x16c64g", QUMAN)
                .exits(3)
                .says("shares.csv: found shares that sum to 1.1", "sum to 1 at most");
    }

    @Test
    void slicesThatNoServerOffersAreSaid() throws IOException {
        simulate("tasks.csv", "map.csv", "4x4c16g", QUMAN)
                .exits(3)
                .says("profile of web: found no slice of 4x4c16g with a performance of 0.5")
                .says("servers with room for 8 cores, 32 GiB", "or ask for a lower pi");
        plan(by("map.csv").replace("pi=50", "pi=90,margin=20"), "")
                .exits(3)
                .says("quman-user: found pi and margin of 110 together");
    }

    private Stowage.Result study(String map, String option, String value) {
        return Stowage.run(
                "simulate",
                at("tasks.csv"),
                "--servers",
                "4x16c64g",
                "--admission",
                QUMAN,
                "--profiles",
                at("profiles.yaml"),
                "--applications",
                at(map),
                option,
                value,
                "--json",
                "--force",
                "-o",
                at(option.substring(2)));
    }

    @Test
    void whatDoesNotGoTogetherIsRefusedWithItsLine() throws IOException {
        plan("admission: \"" + QUMAN + "\"", "")
                .exits(3)
                .says("plan.yaml:3", "without profiles", "without applications");
        plan("profiles: thesis, applications: map.csv", "")
                .exits(3)
                .says("plan.yaml:3", "profiles without admission by profiles");
        plan(by("nowhere.csv"), "").exits(3).says("plan.yaml:3", "nowhere.csv");
        plan(by("map.csv") + ", recordedOn: moon", "").exits(3).says("plan.yaml:3", "recordedOn");
        plan(by("map.csv"), "fidelity: {mode: contended}")
                .exits(3)
                .says("plan.yaml:6", "contended with admission by profiles");
        write(
                "model.yaml",
                "workload: {model: google-2011, jobs: 20}",
                "servers: {type: {cpu: 16, memoryGiB: 64}}",
                "policies: {" + by("map.csv") + "}",
                "objective: {pendingSeconds: {max: 0}}",
                "clouds: {providers: []}");
        Stowage.run("plan", at("model.yaml"), "-o", at("out"), "--force")
                .exits(3)
                .says("map.csv", "applications by the number of a job", "application,share");
    }
}
