package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan calls measured, estimated or assumed, held against the tasks that it planned for. */
class PlanAssumptionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int JOBS = 60;

    @TempDir private static Path directory;

    /** Durations that are far apart, so that a moved one is near its own. */
    private static double seconds(int job) {
        return 10 * Math.pow(1.4, job % 15) * (1 + 0.001 * job);
    }

    @BeforeAll
    static void fit() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class\n");
        for (int job = 0; job < JOBS; job++) {
            rows.append(100 * job + job % 7).append(',').append(seconds(job));
            rows.append(",1,2,").append(job).append(",batch\n");
        }
        Files.writeString(directory.resolve("w.csv"), rows);
        Stowage.run("ingest", "csv", file("w.csv"), "-o", file("w.trace")).exits(0);
        Stowage.run("fit", file("w.trace"), "-o", file("w.json")).exits(0);
        JsonNode copies = JSON.readTree(file("w.json").toFile());
        for (JsonNode job : copies.at("/joint/jobs")) {
            ((ArrayNode) job).set(2, 3); // each stands for three
        }
        JSON.writeValue(file("copies.json").toFile(), copies);
        Stowage.run("synth", file("w.json"), "-o", file("drawn.trace")).exits(0);
        Stowage.run("ingest", "auto", "examples/sample/google-2011", "-o", file("g.trace"))
                .exits(0);
    }

    private static Path file(String name) {
        return directory.resolve(name);
    }

    private static JsonNode plan(String workload) throws IOException {
        Path scenario =
                Files.writeString(
                        file("s.yaml"),
                        "workload: "
                                + workload
                                + "\nservers: {type: {cpu: 4, memoryGiB: 16}}\n"
                                + "objective: {pendingSeconds: {p95: 600}}\n"
                                + "clouds: {providers: []}\nsearch: {replications: 3}\n");
        Path plan = file("p" + System.nanoTime() + ".plan");
        Stowage.run("plan", scenario, "-o", plan).exits(0);
        return JSON.readTree(plan.resolve("plan.json").toFile());
    }

    private static Stream<JsonNode> rows(JsonNode plan, String what) {
        return StreamSupport.stream(plan.get("assumptions").spliterator(), false)
                .filter(row -> row.get("what").asText().startsWith(what));
    }

    private static JsonNode row(JsonNode plan, String what) {
        return rows(plan, what).findFirst().orElseThrow();
    }

    @Test
    void callsTasksMeasuredOnlyAsTheyWereRecorded() throws IOException {
        for (String written : new String[] {"{csv: w.csv}", "{trace: w.trace}"}) {
            JsonNode given = row(plan(written), "Tasks");
            assertThat(given.get("kind").asText()).as(written).isEqualTo("GIVEN");
            assertThat(given.get("value").asText()).isEqualTo("60");
        }
        assertThat(row(plan("{model: w.json}"), "Parameters").get("kind").asText())
                .isEqualTo("GIVEN");

        Path log = file("w.swf");
        Stowage.run("export", file("w.trace"), "--as", "swf", "-o", log).exits(0);
        Stowage.run("ingest", "swf", log, "-o", file("swf.trace")).exits(0);
        JsonNode recorded = row(plan("{trace: swf.trace}"), "Tasks");
        assertThat(recorded.get("kind").asText()).isEqualTo("MEASURED");

        JsonNode grown = row(plan("{trace: w.trace, growth: 2}"), "Tasks");
        assertThat(grown.get("kind").asText()).isEqualTo("ESTIMATED");
        assertThat(grown.get("value").asText()).isEqualTo("120");
        assertThat(grown.get("source").asText()).contains("copied");

        JsonNode drawn = row(plan("{trace: drawn.trace}"), "Tasks");
        assertThat(drawn.get("kind").asText()).isEqualTo("ESTIMATED");
        assertThat(drawn.get("source").asText()).contains("drawn.trace, drawn from ");
    }

    /** 5 % where jobs are themselves, 15 % where each stands for several. */
    @ParameterizedTest
    @ValueSource(strings = {"w", "copies"})
    void saysHowFarDurationsMoveAtMost(String model) throws IOException {
        String value =
                row(
                                plan("{model: " + model + ".json, jobs: 60, generator: faithful}"),
                                "Parameters")
                        .get("value")
                        .asText();
        double said = Double.parseDouble(value.replaceAll(".* ([0-9.]+) %$", "$1")) / 100;
        double moved = 0;
        for (int seed = 1; seed <= 5; seed++) {
            moved = Math.max(moved, furthest(model, seed));
        }
        assertThat(moved).isBetween(0.7 * said, said + 1e-3);
    }

    /** How far a drawn duration is from the nearest recorded one, relative to that. */
    private static double furthest(String model, int seed) throws IOException {
        Path trace = file(model + seed + ".trace");
        Path csv = file(model + seed + ".csv");
        Stowage.run(
                        "synth",
                        file(model + ".json"),
                        "--generator=faithful",
                        "--seed",
                        seed,
                        "-o",
                        trace)
                .exits(0);
        Stowage.run("export", trace, "--as", "csv", "-o", csv).exits(0);
        double furthest = 0;
        for (String line : Files.readAllLines(csv).subList(1, JOBS + 1)) {
            double drawn = Double.parseDouble(line.split(",", -1)[1]);
            double nearest = Double.POSITIVE_INFINITY;
            for (int job = 0; job < JOBS; job++) {
                nearest = Math.min(nearest, Math.abs(drawn / seconds(job) - 1));
            }
            furthest = Math.max(furthest, nearest);
        }
        return furthest;
    }

    /** The factors that are said are those between the tasks with them and without. */
    @Test
    void saysWhatTheScenarioMakesOfAModel() throws IOException {
        JsonNode plain = plan("{model: w.json, generator: faithful}");
        assertThat(rows(plain, "Factor")).isEmpty();
        assertThat(rows(plain, "Jobs")).isEmpty();
        assertThat(rows(plain, "What 1.0")).isEmpty();

        JsonNode changed =
                plan(
                        "{model: w.json, generator: faithful, jobs: 120, arrivalScale: 2,"
                                + " durationScale: 3, durationScaleBy: duration}");
        assertThat(row(changed, "Jobs").get("value").asText())
                .isEqualTo("120; the trace behind the model has 60");
        assertThat(changed.at("/workload/tasks").asInt()).isEqualTo(120);
        assertFactor(changed, "Factor on times of arrival", span(changed) / span(plain));
        assertFactor(
                changed,
                "Factor on run times, batch",
                changed.at("/workload/coreHours").asDouble()
                        / plain.at("/workload/coreHours").asDouble()
                        / 2);
    }

    private static void assertFactor(JsonNode plan, String what, double measured) {
        assertThat(Double.parseDouble(row(plan, what).get("value").asText()))
                .isCloseTo(measured, withinPercentage(5));
    }

    private static double span(JsonNode plan) {
        return plan.at("/workload/lastSubmitMicros").asDouble()
                - plan.at("/workload/firstSubmitMicros").asDouble();
    }

    @Test
    void saysWhatAShareOfAMachineWasTakenFor() throws IOException {
        JsonNode row = row(plan("{trace: g.trace}"), "What 1.0 of a request");
        assertThat(row.get("kind").asText()).isEqualTo("ASSUMED");
        assertThat(rows(plan("{trace: w.trace}"), "What 1.0")).isEmpty();
    }

    /**
     * What the row says is set aside for a task is what the run gave: four tasks of 4 cores and 8
     * GiB that use 1 and 1, on servers of that size, all at once.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "request|1|its request, for as long",
                "usage|1|what it was measured to use",
                "usage-p90|1|its request times the 90th percentile",
                "request|4|its request, for as long"
            })
    void saysWhatIsSetAsideForATask(String reserve, int overcommit, String says)
            throws IOException {
        StringBuilder rows =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,cpu_used,memory_used_gib\n");
        rows.append("0,100,4,8,1,1\n".repeat(4));
        Files.writeString(file("oc.csv"), rows);
        for (String mode : List.of("replay", "contended")) {
            JsonNode plan = planWith(mode, reserve, overcommit);
            int servers = plan.at("/servers/0/count").asInt();
            double allocated =
                    StreamSupport.stream(plan.get("curve").spliterator(), false)
                            .filter(point -> point.get("servers").asInt() == servers)
                            .findFirst()
                            .orElseThrow()
                            .get("cpuAllocated.peak")
                            .asDouble();
            boolean isRequested = Math.abs(allocated * servers * 4 - 16) < 1e-6;
            assertThat(isRequested)
                    .as("%s, %s", mode, reserve)
                    .isEqualTo(reserve.equals("request"));
            String row = mode.equals("replay") ? "CPU and memory of" : "CPU and memory set aside";
            assertThat(row(plan, row).get("value").asText()).startsWith(says);
            assertThat(rows(plan, "What tasks may reserve").map(each -> each.get("value").asText()))
                    .containsExactlyElementsOf(
                            overcommit == 1
                                    ? List.of()
                                    : List.of("4 times its CPU, 4 times its memory"));
        }
    }

    private static JsonNode planWith(String mode, String reserve, int overcommit)
            throws IOException {
        Path scenario =
                Files.writeString(
                        file("oc.yaml"),
                        "workload: {csv: oc.csv}\nservers: {type: {cpu: 4, memoryGiB: 8}}\n"
                                + "fidelity: {mode: "
                                + mode
                                + ", reserve: "
                                + reserve
                                + ", cpuOvercommit: "
                                + overcommit
                                + ", memoryOvercommit: "
                                + overcommit
                                + "}\nobjective: {pendingSeconds: {max: 0}}\n"
                                + "clouds: {providers: []}\n");
        Path plan = file("oc" + System.nanoTime() + ".plan");
        Stowage.run("plan", scenario, "-o", plan).exits(0);
        return JSON.readTree(plan.resolve("plan.json").toFile());
    }
}
