package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What else a workload may be: servers for other growth and other generators. */
class PlanUncertaintyTest {
    private static final String REST =
            """
            servers: {type: {cpu: 2, memoryGiB: 4}}
            objective: {pendingSeconds: {p90: 30}}
            clouds: {providers: []}
            """;

    @TempDir private Path directory;

    /** Sixty jobs of a minute, one every five seconds. */
    private void tasks() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int job = 0; job < 60; job++) {
            rows.append(5 * job).append(",60,1,1\n");
        }
        Files.writeString(directory.resolve("tasks.csv"), rows);
    }

    private Path scenario(String name, String workload) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), workload + "\n" + REST);
    }

    private JsonNode plan(String name, String workload) throws IOException {
        Path out = directory.resolve(name + ".plan");
        run("plan", scenario(name, workload), "-o", out, "-q").exits(0);
        return new ObjectMapper().readTree(out.resolve("plan.json").toFile());
    }

    @Test
    void plansForEachQuantileOfTheGrowthAsAPlanOfItsOwnDoes() throws IOException {
        tasks();
        JsonNode plan =
                plan("all", "workload: {csv: tasks.csv}\nuncertainty: {growth: {uniform: [1, 3]}}");
        JsonNode otherwise = plan.get("otherwise");
        assertThat(otherwise).hasSize(3);
        String[] factors = {"1.2", "2", "2.8"};
        for (int i = 0; i < factors.length; i++) {
            JsonNode alone =
                    plan("g" + i, "workload: {csv: tasks.csv, growth: " + factors[i] + "}");
            assertThat(otherwise.get(i).get("value").asText()).isEqualTo(factors[i]);
            assertThat(otherwise.get(i).get("servers").asInt())
                    .isEqualTo(alone.at("/servers/0/count").asInt());
            assertThat(otherwise.get(i).get("met").asBoolean()).isTrue();
        }
        assertThat(otherwise.get(2).get("servers").asInt())
                .isGreaterThan(plan.at("/servers/0/count").asInt());
        assertThat(plan.get("notes").toString())
                .contains("Growth and model", "growth × 2.8 (90th percentile): ");
        assertThat(Files.readString(directory.resolve("all.plan/report.html")))
                .contains("were the workload another");
        run("plan", directory.resolve("all.plan/scenario.yaml"), "-o", directory.resolve("again"))
                .exits(0);
        assertThat(directory.resolve("again/plan.json")).isNotEmptyFile();
    }

    @Test
    void plansForWhatOtherGeneratorsDraw() throws IOException {
        String paper =
                """
                workload: {model: google-2011, generator: paper, jobs: 300, arrivalScale: 0.05}
                search: {reliability: 0.5, confidence: 0.8, replications: 3}
                """;
        JsonNode plan = plan("paper", paper + "uncertainty: {generators: [paper]}");
        assertThat(plan.at("/otherwise/0/value").asText()).isEqualTo("paper");
        assertThat(plan.at("/otherwise/0/servers").asInt())
                .isEqualTo(plan.at("/servers/0/count").asInt());
        assertThat(plan.at("/otherwise/0/quantile").isNull()).isTrue();

        String cannot =
                run("plan", scenario("cannot", paper + "uncertainty: {generators: [resampled]}"))
                        .exits(3)
                        .err();
        assertThat(cannot).contains("resampled", "google-2011", "does not have the tasks of all");
    }

    @Test
    void refusesWhatCanNotBe() throws IOException {
        tasks();
        String csv = "workload: {csv: tasks.csv}\nuncertainty: ";
        assertThat(refused(csv + "{growth: {normal: [1, 1]}}"))
                .contains("10 % of it are at most -0.28", "above 0");
        assertThat(refused(csv + "{growth: {triangular: [2, 1, 3]}}"))
                .contains("[low, mode, high]");
        assertThat(refused(csv + "{growth: {cauchy: [2, 1]}}")).contains("cauchy");
        assertThat(refused(csv + "{generators: [paper]}")).contains("a workload that is recorded");
    }

    @Test
    void refusesToDrawAnotherWindowLikeOneThatIsTooShort() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int job = 0; job < 120; job++) {
            rows.append(job).append(",5,1,1\n");
        }
        Path csv = Files.writeString(directory.resolve("short.csv"), rows);
        Path trace = directory.resolve("short.trace");
        run("ingest", "csv", csv, "-o", trace, "-q").exits(0);
        run("fit", trace, "-o", directory.resolve("short.json"), "-q").exits(0);
        assertThat(refused("workload: {model: short.json, generator: resampled}"))
                .contains("bad.yaml", "workload.generator", "of a window of 1", "four minutes");
    }

    private String refused(String text) throws IOException {
        return run("plan", scenario("bad", text)).exits(3).err().replaceAll("\\s+", " ");
    }
}
