package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.acceptance.Stowage.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of a workload whose tasks ask for GPUs. */
class PlanGpuTest {
    private static final String SCENARIO =
            """
            workload: {csv: tasks.csv}
            servers: {type: {name: gbox, cpu: 16, memoryGiB: 64, gpu: 4, monthlyUsd: 500}}
            objective: {pendingSeconds: {p99: 60}}
            clouds: {providers: [gcp], policies: [always-on, fixed]}
            """;

    @TempDir private Path directory;
    private String out = "";

    /** Five tasks with three GPUs each at once, and many small ones without. */
    @BeforeEach
    void writeInputs() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib,gpu\n");
        for (int i = 0; i < 40; i++) {
            csv.append(10 * i).append(",600,1,4,").append(i % 8 == 0 ? "3" : "").append('\n');
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private Result plan(String scenario) throws IOException {
        Files.writeString(directory.resolve("p.yaml"), scenario);
        return run("plan", directory.resolve("p.yaml"), "-o", directory.resolve("p.plan"));
    }

    private JsonNode plan() throws IOException {
        return new ObjectMapper().readTree(directory.resolve("p.plan/plan.json").toFile());
    }

    private void planWith(String machines) throws IOException {
        planWith(machines, SCENARIO);
    }

    private void planWith(String machines, String scenario) throws IOException {
        Files.writeString(
                directory.resolve("own.csv"),
                "provider,region,vm_type,family,vcpus,memory_gib,gpus,price_usd_per_hour,source,date\n"
                        + machines);
        Files.writeString(directory.resolve("p.yaml"), scenario);
        out =
                run(
                                "plan",
                                directory.resolve("p.yaml"),
                                "--catalog",
                                directory.resolve("own.csv"),
                                "--force",
                                "-o",
                                directory.resolve("p.plan"))
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
    }

    /** The fewest on which the peak is as small, as single runs say. */
    @Test
    void boundsTheShareOfGpusThatIsGiven() throws IOException {
        String scenario =
                """
                workload: {csv: tasks.csv}
                servers: {type: {cpu: 16, memoryGiB: 64%s}}
                objective: {gpuAllocated: {peak: 0.3}}
                clouds: {providers: []}
                """;
        plan(scenario.formatted(", gpu: 4")).exits(0);
        int servers = plan().at("/servers/0/count").asInt();
        assertThat(peakOfGpus(servers)).isLessThanOrEqualTo(0.3);
        assertThat(peakOfGpus(servers - 1)).isGreaterThan(0.3);
        run("plan", directory.resolve("p.plan/scenario.yaml"), "-o", directory.resolve("q.plan"))
                .exits(0);
        Files.writeString(directory.resolve("p.yaml"), scenario.formatted(""));
        run("plan", directory.resolve("p.yaml"), "-o", directory.resolve("r.plan"))
                .exits(3)
                .says("objective.gpuAllocated", "a resource that no server has");
    }

    private double peakOfGpus(int servers) throws IOException {
        Path fleet =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        "servers:\n  - {name: a, cpu: 16, memoryGiB: 64, gpu: 4, count: %d}\n"
                                .formatted(servers));
        String text =
                run(
                                "simulate",
                                directory.resolve("tasks.csv"),
                                "--servers=" + fleet,
                                "--json",
                                "--force",
                                "-o",
                                directory.resolve("r.run"))
                        .exits(0)
                        .out();
        return new ObjectMapper().readTree(text).at("/utilisation/gpuAllocated/peak").asDouble();
    }

    @Test
    void rentsNoMachinesWithoutGpusAndSaysWhy() throws IOException {
        planWith("gcp,us-central1,cheap,c,16,64,0,0.1,test,2026-07-20\n");

        assertThat(plan().get("clouds")).isEmpty();
        assertThat(out)
                .doesNotContain("cheapest cloud option")
                .contains("tasks ask for up to 3 GPUs, and types without as many are no cloud")
                .contains("The catalogue has no type with accelerators")
                .contains("The deployment policies are left out");
        assertThat(plan().at("/assumptions").toString())
                .contains("16 cores, 64 GiB, 4 GPUs", "GPUs of a task");
        assertThat(Files.readString(directory.resolve("p.plan/report.html")))
                .contains("GPU hours", "4 GPUs".replace(' ', '\u00a0'));
    }

    @Test
    void rentsTypesWithAsManyGpusAsTheServersHave() throws IOException {
        planWith(
                """
                gcp,us-central1,cheap,c,16,64,0,0.1,test,2026-07-20
                gcp,us-central1,one,g,16,64,1,0.5,test,2026-07-20
                gcp,us-central1,four,g,16,64,4,3,test,2026-07-20
                """);

        assertThat(plan().get("clouds")).hasSize(1);
        JsonNode option = plan().at("/clouds/0");
        assertThat(option.get("vmType").asText()).isEqualTo("four");
        assertThat(option.get("count").asInt()).isEqualTo(plan().at("/servers/0/count").asInt());
    }

    /** A task that is rejected on own servers says nothing about what the others need of a VM. */
    @Test
    void sizesMachinesForTasksThatServersHold() throws IOException {
        String four = "submit_s,duration_s,cpu,memory_gib,gpu\n" + "0,3600,1,1,1\n".repeat(4);
        String machines =
                """
                gcp,us-central1,one,g,16,64,1,0.5,test,2026-07-20
                gcp,us-central1,four,g,16,64,4,9,test,2026-07-20
                """;
        String scenario =
                SCENARIO.replace("gpu: 4", "gpu: 2")
                        .replace("{p99: 60}}", "{max: 0}, rejected: 1}");
        for (String rejected : new String[] {"", "1,10,1,1,3\n", "1,10,17,1,\n"}) {
            Files.writeString(directory.resolve("tasks.csv"), four + rejected);
            planWith(machines, scenario);
            assertThat(plan().at("/clouds/0/vmType").asText()).as(rejected).isEqualTo("one");
            assertThat(plan().at("/clouds/0/count").asInt()).as(rejected).isEqualTo(4);
            assertThat(plan().at("/workload/extras/largestHeldGpus").asDouble()).isEqualTo(1);
        }
    }

    @Test
    void countsGpusInTheLowerBound() throws IOException {
        plan(SCENARIO).exits(0);

        assertThat(plan().at("/servers/0/count").asInt()).isEqualTo(5);
        assertThat(plan().at("/lowerBound/servers").asInt()).isEqualTo(5);
        assertThat(plan().at("/workload/extras/gpuTasks").asInt()).isEqualTo(5);
    }

    @Test
    void saysAfterOneRunThatServersWithoutGpusAreNoHelp() throws IOException {
        out = plan(SCENARIO.replace(", gpu: 4", "")).exits(1).out().replaceAll("\\s+", " ");

        assertThat(plan().at("/workload/tooLarge").asInt()).isEqualTo(5);
        assertThat(plan().at("/workload/shortages/0/resource").asText()).isEqualTo("gpu");
        assertThat(plan().at("/provenance/runs").asInt()).isEqualTo(1);
        assertThat(out)
                .contains("no number of servers helps: 5 ask for up to 3 GPUs, a server has no")
                .contains("The search made 1 simulation.");
    }
}
