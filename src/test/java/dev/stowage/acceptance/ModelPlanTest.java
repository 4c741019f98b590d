package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a trace to its model to a plan: the same workload, the same load, true words about it. */
class ModelPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** More than the thousand that a plan once took of every model. */
    private static final int JOBS = 2400;

    @TempDir private static Path directory;

    private static double coreSeconds;

    /** Large jobs are long, small ones short: independent draws lose that. */
    @BeforeAll
    static void fit() throws IOException {
        Random random = new Random(3);
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class\n");
        for (int job = 0; job < JOBS; job++) {
            boolean isLarge = random.nextInt(4) == 0;
            int seconds = isLarge ? 600 + random.nextInt(100) : 20 + random.nextInt(10);
            int cores = isLarge ? 4 : 1;
            rows.append(30 * job).append(',').append(seconds).append(',').append(cores);
            rows.append(',').append(2 * cores).append(',').append(job).append(",batch\n");
            coreSeconds += seconds * cores;
        }
        Files.writeString(directory.resolve("w.csv"), rows);
        run("ingest", "csv", "w.csv", "-o", "w.trace");
        run("fit", "w.trace", "-o", "w.json");
    }

    private static Stowage.Result run(Object... args) {
        List<Object> all = new ArrayList<>();
        for (Object arg : args) {
            boolean isFile = arg.toString().matches("\\w+\\.(csv|trace|json|run)");
            all.add(isFile ? directory.resolve(arg.toString()) : arg);
        }
        return Stowage.run(all.toArray()).exits(0);
    }

    private static Path scenario(String workload) throws IOException {
        Path scenario = directory.resolve("s.yaml");
        Files.writeString(
                scenario,
                "workload: "
                        + workload
                        + "\nservers: {type: {cpu: 8, memoryGiB: 32}}\n"
                        + "objective: {pendingSeconds: {p95: 60}}\n"
                        + "clouds: {providers: []}\n"
                        + "search: {replications: 3}\n");
        return scenario;
    }

    private static JsonNode plan(String workload) throws IOException {
        Path plan = directory.resolve("p" + System.nanoTime() + ".plan");
        Stowage.run("plan", scenario(workload), "-o", plan).exits(0);
        return JSON.readTree(plan.resolve("plan.json").toFile());
    }

    @Test
    void plansForAsManyJobsAsTheTraceHas() throws IOException {
        assertThat(plan("{model: w.json}").at("/workload/tasks").asDouble())
                .as("in the middle; each window draws its own number")
                .isCloseTo(JOBS, withinPercentage(15));
        JsonNode plan = plan("{model: w.json, generator: faithful}");
        assertThat(plan.at("/workload/tasks").asInt()).isEqualTo(JOBS);
        // durations move by at most 5 %
        assertThat(3600 * plan.at("/workload/coreHours").asDouble())
                .isCloseTo(coreSeconds, withinPercentage(2));
        int recorded = plan("{csv: w.csv}").at("/servers/0/count").asInt();
        assertThat(plan.at("/servers/0/count").asInt()).isBetween(recorded - 1, recorded + 1);
    }

    @Test
    void drawsTheSameWorkloadWhateverTheCommand() throws IOException {
        run("synth", "w.json", "-o", "synth.trace");
        JsonNode replayed = JSON.readTree(simulated("synth.trace", "a.run"));
        JsonNode drawn = JSON.readTree(simulated("w.json", "b.run"));
        for (String figure : List.of("/tasks", "/pendingSeconds", "/utilisation")) {
            assertThat(drawn.at(figure).isObject()).as(figure).isTrue();
            assertThat(drawn.at(figure)).as(figure).isEqualTo(replayed.at(figure));
        }
        assertThat(plan("{model: w.json}").at("/workload"))
                .isEqualTo(plan("{trace: synth.trace}").at("/workload"));
    }

    private static String simulated(String workload, String to) {
        return run("simulate", workload, "--servers", "40x8c32g", "-o", to, "--json").out();
    }

    @Test
    void saysWhatItPlansForBesideWhatTheTraceAskedFor() throws IOException {
        String load = load(plan("{model: w.json, jobs: 600}"));
        assertThat(load).contains("the trace behind the model: ", "× 0.2");
        assertThat(load(plan("{model: w.json, growth: 3}"))).contains("× 3");
        double window = 30.0 * (JOBS - 1);
        double cores =
                Double.parseDouble(load.replaceAll(".*behind the model: ([0-9.]+) cores.*", "$1"));
        assertThat(cores).isCloseTo(coreSeconds / window, withinPercentage(2));
    }

    private static String load(JsonNode plan) {
        for (JsonNode note : plan.get("notes")) {
            if (note.asText().startsWith("Offered load: ")) {
                return note.asText();
            }
        }
        throw new AssertionError("no note on the load in " + plan.get("notes"));
    }

    /** Two jobs of three hold nothing of the load: what independent draws make of it is another. */
    @Test
    void refusesALoadThatIsFarFromTheTracesUnlessItWasAskedFor() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class\n");
        for (int job = 0; job < 300; job++) {
            boolean isLarge = job % 10 == 0;
            for (int task = 0; task < (isLarge ? 50 : 1); task++) {
                rows.append(100 * job).append(isLarge ? ",900,4,8," : ",10,0.1,0.2,");
                rows.append(job).append(",batch\n");
            }
        }
        Files.writeString(directory.resolve("x.csv"), rows);
        run("ingest", "csv", "x.csv", "-o", "x.trace");
        run("fit", "x.trace", "-o", "x.json");
        Path asked = scenario("{model: x.json, generator: paper}");
        Stowage.run("plan", asked, "-o", directory.resolve("x.plan"))
                .exits(3)
                .says(
                        "s.yaml:1:11: workload",
                        "the trace behind the model: ",
                        "at most twice",
                        "jobs");
        assertThat(load(plan("{model: x.json, generator: paper, jobs: 300}")))
                .contains("; CPU × 0.");
        plan("{model: x.json}");
    }

    /**
     * What a plan calls published, measured or estimated of its draws, held against the draws
     * themselves: which pairs of CPU and duration there are, and how much they differ by seed.
     */
    @Test
    void tellsHowJobsWereDrawnAsTheDrawsThemselvesShow() throws IOException {
        Map<String, Boolean> isIndependent = new TreeMap<>();
        for (String generator : List.of("auto", "resampled", "paper")) {
            JsonNode plan = plan("{model: w.json, jobs: 2000, generator: " + generator + "}");
            String used = plan.at("/provenance/inputs/generator").asText();
            isIndependent.put(used, !isLargeLong(used));
            JsonNode claim = assumption(plan, "Parameters of a job");
            boolean saysIndependent = claim.get("value").asText().contains("independently");
            assertThat(saysIndependent).as(used).isEqualTo(isIndependent.get(used));
            assertThat(claim.get("kind").asText())
                    .as(used)
                    .isEqualTo(saysIndependent ? "PUBLISHED" : "GIVEN");
            assertThat(claim.get("source").asText().contains("Algorithm 1"))
                    .isEqualTo(saysIndependent);
        }
        assertThat(new HashSet<>(isIndependent.values())).isEqualTo(Set.of(true, false));
    }

    /** True if in what a generator draws every large task is long, and every small one short. */
    private static boolean isLargeLong(String generator) throws IOException {
        Path csv = directory.resolve("drawn" + System.nanoTime() + ".csv");
        Path trace = directory.resolve("drawn" + System.nanoTime() + ".trace");
        run("synth", "w.json", "--generator", generator, "-o", trace);
        Stowage.run("export", trace, "--as", "csv", "-o", csv).exits(0);
        List<String> lines = Files.readAllLines(csv);
        Map<String, Integer> column = new HashMap<>();
        List<String> header = List.of(lines.get(0).split(","));
        header.forEach(name -> column.put(name, header.indexOf(name)));
        return lines.stream()
                .skip(1)
                .map(line -> line.split(","))
                .allMatch(
                        row ->
                                Double.parseDouble(row[column.get("cpu")]) > 2
                                        == Double.parseDouble(row[column.get("duration_s")]) > 300);
    }

    private static JsonNode assumption(JsonNode plan, String what) {
        for (JsonNode each : plan.get("assumptions")) {
            if (each.get("what").asText().equals(what)) {
                return each;
            }
        }
        throw new AssertionError(what + " is not in " + plan.get("assumptions"));
    }

    @Test
    void saysWhichWeeksItsIntervalsSpeakOf() throws IOException {
        assertThat(plan("{model: w.json, generator: faithful}").get("notes").toString())
                .contains("that very window only", "generator: resampled");
        assertThat(plan("{model: w.json, generator: resampled}").get("notes").toString())
                .contains("another window like the recorded one");
        for (String workload : List.of("{model: w.json, growth: 1.5}", "{csv: w.csv}")) {
            assertThat(plan(workload).get("notes").toString())
                    .contains("This window drawn again: ", "Another week like this one: ")
                    .contains("Growth and model: not in the claim. Planned for ")
                    .contains(workload.contains("growth") ? "growth × 1.5" : "no growth");
        }
        assertThat(plan("{model: w.json, generator: paper, jobs: 900}").get("notes").toString())
                .contains("jobs independently of each other");
        assertThat(plan("{csv: w.csv}").get("notes").toString()).contains("one recorded window");
    }
}
