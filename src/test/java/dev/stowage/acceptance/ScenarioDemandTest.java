package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Growth, season and load from the outside. */
class ScenarioDemandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SCALED =
            Pattern.compile("Arrival times are scaled by ([0-9.E-]+)");

    @TempDir private Path directory;

    /** 400 jobs of two tasks over four hours, every fourth user-facing. */
    private void tasks() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class\n");
        for (int job = 0; job < 400; job++) {
            for (int task = 0; task < 2; task++) {
                rows.append(36 * job + 1).append(",600,1,1,").append(job + 1);
                rows.append(job % 4 == 0 ? ",user-facing\n" : ",batch\n");
            }
        }
        Files.writeString(directory.resolve("tasks.csv"), rows);
    }

    private JsonNode plan(String workload) throws IOException {
        Path plan = directory.resolve("p" + System.nanoTime() + ".plan");
        Stowage.run("plan", scenario(workload), "-o", plan).exits(0);
        return JSON.readTree(plan.resolve("plan.json").toFile());
    }

    private Path scenario(String workload) throws IOException {
        Path scenario = directory.resolve("s.yaml");
        Files.writeString(
                scenario,
                "workload: "
                        + workload
                        + "\nservers: {type: {cpu: 4, memoryGiB: 16}}\n"
                        + "objective: {pendingSeconds: {max: 0}}\n"
                        + "clouds: {providers: []}\n"
                        + "search: {replications: 2, maxReplications: 2}\n");
        return scenario;
    }

    private static int servers(JsonNode plan) {
        return plan.at("/servers/0/count").asInt();
    }

    @Test
    void plansForMoreJobsOfOneClass() throws IOException {
        tasks();
        JsonNode same = plan("{csv: tasks.csv}");
        JsonNode grown = plan("{csv: tasks.csv, growth: {BATCH: 1.5, USER_FACING: 0.5}}");
        assertThat(same.at("/workload/tasks").asLong()).isEqualTo(800);
        // 300 * 1.5 and 100 * 0.5 jobs of two tasks
        assertThat(grown.at("/workload/tasks").asLong()).isEqualTo(2 * (450 + 50));
        assertThat(grown.at("/provenance/inputs/growth").asText())
                .contains(
                        "× 1.5 (batch) and × 0.5 (user-facing)",
                        "300 batch jobs become 450",
                        "100 user-facing jobs become 50");
        assertThat(servers(grown)).isGreaterThanOrEqualTo(servers(same));
        assertThat(same.at("/confidence/conditionalOn").asText()).isEqualTo("this recorded window");
        assertThat(grown.at("/confidence/conditionalOn").asText())
                .contains("growth copies or leaves out jobs drawn anew in each replication");
        assertThat(grown.get("notes").toString())
                .contains("in what was drawn as far as growth goes")
                .doesNotContain("one recorded window, replayed as it is");
    }

    @Test
    void plansForAPeak() throws IOException {
        tasks();
        int even = servers(plan("{csv: tasks.csv}"));
        JsonNode peak =
                plan(
                        "{csv: tasks.csv, seasonal: {startHour: 12, hourOfDay: [1, 1, 1, 1, 1, 1, 1,"
                                + " 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}}");
        // 4 of 7 parts of the jobs in the hour in which there was one of four
        assertThat((double) servers(peak) / even).isBetween(1.9, 2.7);
        assertThat(peak.at("/workload/tasks").asLong()).isEqualTo(800);
        assertThat(peak.at("/provenance/inputs/season").asText()).isNotEmpty();
    }

    @Test
    void plansForALoadOfTodaysServers() throws IOException {
        JsonNode plan =
                plan(
                        "{model: google-2011, generator: paper, jobs: 400, load: 0.5,"
                                + " loadServers: 2, growth: 1.2}");
        assertThat(plan.at("/provenance/inputs/load").asText())
                .contains("of 2 servers before growth: arrival times × ");
        assertThat(plan.at("/provenance/inputs/growth").asText()).isEqualTo("× 1.2");
        Stowage.run(
                        "plan",
                        scenario("{model: google-2011, jobs: 20, load: 0.5, loadServers: 900000}"),
                        "-o",
                        directory.resolve("none.plan"))
                .exits(3)
                .says("s.yaml:1:48: workload.load", "found 0.5", "reaches: ", "take more jobs");
    }

    private static String scaled(Object... args) {
        List<Object> all = new ArrayList<>(List.of(args));
        Matcher note = SCALED.matcher(Stowage.run(all.toArray()).exits(0).err());
        assertThat(note.find()).isTrue();
        return note.group(1);
    }

    @Test
    void scalesADrawnWorkloadTheSameWhereverItIsDrawn() throws IOException {
        Object[] drawn = {
            "--generator",
            "paper",
            "--jobs",
            "300",
            "--seed",
            "7",
            "--load",
            "0.4",
            "--servers",
            "3x4c16g",
            "-o"
        };
        String synth = with("synth", drawn, "w.trace");
        assertThat(with("simulate", drawn, "w.run")).isEqualTo(synth);
        JsonNode compared =
                JSON.readTree(
                        Stowage.run(
                                        "compare",
                                        directory.resolve("w.trace"),
                                        "google-2011",
                                        "--generator",
                                        "paper",
                                        "--jobs",
                                        "300",
                                        "--seed",
                                        "7",
                                        "--load",
                                        "0.4",
                                        "--servers",
                                        "3x4c16g",
                                        "--json")
                                .exits(0)
                                .out());
        assertThat(compared.at("/workload/drawnBy").asText())
                .endsWith(", arrival times x " + synth);
        for (JsonNode each : compared.get("parameters")) {
            if (each.get("distance").isObject()) {
                assertThat(each.at("/distance/ks").asDouble()).isZero();
            }
        }
    }

    private String with(String command, Object[] drawn, String out) {
        List<Object> args = new ArrayList<>(List.of(command, "google-2011"));
        args.addAll(List.of(drawn));
        args.add(directory.resolve(out));
        return scaled(args.toArray());
    }

    @Test
    void refusesALoadOfNothingKnown() throws IOException {
        tasks();
        Path csv = directory.resolve("tasks.csv");
        Stowage.run("simulate", csv, "--servers", "3x4c16g", "--load", "0.4")
                .exits(2)
                .says("--load", "recorded, expected a model");
        Stowage.run("simulate", "google-2011", "--servers", "trace", "--load", "0.4")
                .exits(2)
                .says("found trace with --load");
        Stowage.run("simulate", "google-2011", "--servers", "3x4c16g", "--load", "NaN")
                .exits(2)
                .says("--load: found NaN");
        Stowage.run("compare", csv, "google-2011", "--load", "0.4")
                .exits(2)
                .says("--load: found without --servers");
        Stowage.run("synth", "google-2011", "--servers", "3x4c16g")
                .exits(2)
                .says("--servers: found without --load");
        Stowage.run(
                        "simulate",
                        "google-2011",
                        "--jobs",
                        "10",
                        "--servers",
                        "9000000x4c16g",
                        "--load",
                        "1")
                .exits(3)
                .says("--load", "reaches: ", " to ", "take more jobs");
    }

    /**
     * One job of ten has 40 tasks, and one of ten is copied: with 13 servers every window holds in
     * which it is another, nine of ten, which is too few to claim 90 %.
     */
    @Test
    void drawsAnewInEachReplicationWhichJobsGrowthCopies() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job\n");
        for (int job = 0; job < 10; job++) {
            rows.append((10 * job + ",100,1,1," + job + "\n").repeat(job == 5 ? 40 : 1));
        }
        Files.writeString(directory.resolve("tasks.csv"), rows);
        Path scenario =
                Files.writeString(
                        directory.resolve("lottery.yaml"),
                        """
                        workload: {csv: tasks.csv, growth: 1.1}
                        servers: {type: {cpu: 4, memoryGiB: 16}}
                        objective: {pendingSeconds: {max: 0}}
                        clouds: {providers: []}
                        """);
        for (String seed : List.of("1", "2", "3")) {
            Path out = directory.resolve(seed + ".plan");
            String said =
                    Stowage.run("plan", scenario, "--seed", seed, "-o", out)
                            .exits(0)
                            .out()
                            .replaceAll("\\s+", " ");
            JsonNode plan = JSON.readTree(out.resolve("plan.json").toFile());
            assertThat(servers(plan)).as("seed " + seed).isEqualTo(23); // all of 90 tasks at once
            assertThat(plan.at("/confidence/replications").asInt()).isGreaterThanOrEqualTo(61);
            assertThat(said)
                    .contains("in at least 90 % of replications of these tasks")
                    .doesNotContain("Nothing is drawn at random");
        }
    }

    @Test
    void isExactWhereGrowthLeavesNothingToDraw() throws IOException {
        tasks();
        JsonNode twice = plan("{csv: tasks.csv, growth: 2}");
        assertThat(twice.at("/confidence/exact").asBoolean()).isTrue();
        assertThat(twice.at("/confidence/conditionalOn").asText())
                .isEqualTo("this recorded window, each job as often as growth says");
        assertThat(twice.get("notes").toString())
                .contains("each of its jobs there as often as growth says")
                .doesNotContain("replayed as it is");
    }

    @Test
    void namesTheTasksThatNoRunReplays() throws IOException {
        tasks();
        JsonNode shrunk = plan("{csv: tasks.csv, growth: 0.5}");
        assertThat(shrunk.at("/notes/0").asText())
                .isEqualTo(
                        "Left out of the plan, its demand and its bound: 400 tasks (thinned) of the first"
                                + " replication, beside 400 tasks that are planned for.");
        assertThat(plan("{csv: tasks.csv}").get("notes").toString()).doesNotContain("Left out");
    }
}
