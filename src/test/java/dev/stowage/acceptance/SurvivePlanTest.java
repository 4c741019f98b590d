package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of an objective that holds with servers lost. */
class SurvivePlanTest {
    @TempDir private Path directory;

    @BeforeEach
    void writeTasks() throws IOException {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 60; i++) {
            csv.append(i * 5).append(',').append(20 + random.nextInt(100)).append(',');
            csv.append(1 + random.nextInt(2)).append(',').append(1 + random.nextInt(6));
            csv.append('\n');
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private Stowage.Result planned(String servers, String objective) throws IOException {
        Files.writeString(
                directory.resolve("s.yaml"),
                """
                workload: {csv: tasks.csv}
                servers: {type: {cpu: 4, memoryGiB: 16}%s}
                objective: {pendingSeconds: {max: 30}%s}
                search: {max: 60}
                clouds: {providers: []}
                """
                        .formatted(servers, objective));
        return run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("p"), "--force");
    }

    private JsonNode plan(String servers, String objective) throws IOException {
        planned(servers, objective).exits(0);
        return new ObjectMapper().readTree(directory.resolve("p/plan.json").toFile());
    }

    private static int count(JsonNode plan) {
        return plan.at("/servers/0/count").asInt();
    }

    @Test
    void losingServersTakesAsManyMoreAtLeastAndSaysWhatWasTried() throws IOException {
        JsonNode none = plan("", "");
        assertThat(none.has("survival")).isFalse();
        JsonNode one = plan("", ", survive: {servers: 1}");
        assertThat(count(one)).isGreaterThan(count(none));
        assertThat(one.at("/lowerBound/servers").asInt())
                .isEqualTo(none.at("/lowerBound/servers").asInt() + 1)
                .isLessThanOrEqualTo(count(one));
        JsonNode survival = one.get("survival");
        assertThat(survival.get("everyChoice").asBoolean()).isTrue();
        assertThat(survival.get("tried").asInt())
                .isEqualTo(count(one) * survival.get("moments").asInt());
        assertThat(survival.at("/effects/0/with").asDouble()).isLessThanOrEqualTo(30);
        assertThat(one.at("/provenance/runs").asInt()).isGreaterThan(survival.get("tried").asInt());
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("id=\"losses\"", "Objective holds without");

        JsonNode again = new ObjectMapper().readTree(directory.resolve("p/plan.json").toFile());
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        JsonNode second = new ObjectMapper().readTree(directory.resolve("q/plan.json").toFile());
        assertThat(second.get("survival")).isEqualTo(again.get("survival"));
    }

    /** What is written is what the schema says, the largest of all losses beside the worst one. */
    @Test
    void writesWhatItsSchemaSays() throws IOException {
        JsonNode plan = plan("", ", survive: {servers: 1}, parts: [{jobSeconds: {max: 9000}}]");
        try (InputStream in =
                getClass().getResourceAsStream("/dev/stowage/schema/plan.schema.json")) {
            assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                    .getSchema(new ObjectMapper().readTree(in))
                                    .validate(plan))
                    .isEmpty();
        }
        assertThat(plan.at("/survival/effects"))
                .isNotEmpty()
                .allMatch(
                        effect ->
                                effect.required("largest").asDouble()
                                        >= effect.required("with").asDouble());
    }

    @Test
    void aRackIsLostWhole() throws IOException {
        JsonNode none = plan("", "");
        JsonNode rack = plan(", serversPerDomain: 3", ", survive: {domains: 1}");
        assertThat(count(rack)).isGreaterThanOrEqualTo(count(none) + 3);
        assertThat(rack.at("/survival/worstServers")).hasSize(3);
    }

    @Test
    void whoReadsTheTerminalSeesWhatIsLostAndHowItWasSearched() throws IOException {
        String out =
                planned("", ", survive: {servers: 2, forHours: 0.02}")
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(out)
                .contains(
                        "a run with servers lost, 2 servers, for 72 s, in the loss that comes nearest");
        assertThat(out).contains("The worst of them, servers ");
    }

    @Test
    void whatCannotBeSurvivedIsRefusedAllAtOnce() throws IOException {
        String error =
                planned("", ", survive: {servers: 60, domains: 2, forHours: 0}").exits(3).err();
        assertThat(error)
                .contains("60 servers lost of at most 60")
                .contains("2 failure domains lost of servers that have none")
                .contains("forHours");
        assertThat(planned("", ", survive: {forHours: 1}").exits(3).err())
                .contains("neither servers nor domains");
        assertThat(planned(", serversPerDomain: 30", ", survive: {domains: 2}").exits(3).err())
                .contains("2 failure domains of 30 servers lost of at most 60 servers");
        assertThat(planned("", ", survive: {server: 1}").exits(3).err()).contains("servers");
    }
}
