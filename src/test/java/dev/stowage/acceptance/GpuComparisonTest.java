package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GPU requests from a trace to its model, a workload of the model, and their comparison. */
class GpuComparisonTest {
    private static final int ENOUGH = 1000;

    @TempDir private Path directory;

    /** Jobs of one task each; every third asks for a quarter to two GPUs. */
    private Path csv(boolean hasGpus) throws IOException {
        Random random = new Random(3);
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib");
        rows.append(hasGpus ? ",gpu\n" : "\n");
        for (int job = 0; job < 300; job++) {
            int cpu = 1 + random.nextInt(8);
            rows.append(10 * job).append(",60,").append(cpu).append(",4");
            String gpus = job % 3 == 0 ? "," + cpu / 4.0 : ",";
            rows.append(hasGpus ? gpus : "").append('\n');
        }
        return Files.writeString(directory.resolve(hasGpus ? "gpu.csv" : "plain.csv"), rows);
    }

    private static JsonNode compare(Object one, Object other) throws IOException {
        String out = Stowage.run("compare", one, other, "--json").exits(0).out();
        return new ObjectMapper().readTree(out);
    }

    private static JsonNode gpus(JsonNode result) {
        for (JsonNode each : result.get("parameters")) {
            if (each.get("parameter").asText().equals("gpus")) {
                return each;
            }
        }
        return result.path("none");
    }

    private static JsonNode correlated(JsonNode result) {
        return result.at("/rankCorrelations/parameters");
    }

    @Test
    void drawsTheGpusOfARunOverTime() throws IOException {
        Path tasks =
                Files.writeString(
                        directory.resolve("few.csv"),
                        "submit_s,duration_s,cpu,memory_gib,gpu\n0,60,1,1,1.5\n20,20,1,1,2\n");
        Path servers =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        "servers:\n  - {name: g, count: 1, cpu: 8, memoryGiB: 32, gpu: 4}\n");
        Path out = directory.resolve("few.run");
        Stowage.run("simulate", tasks, "--servers", servers, "-q", "-o", out).exits(0);
        assertThat(Files.readString(out.resolve("report.html")).replace('\u00a0', ' '))
                .contains(
                        "GPUs over time; given to tasks at most 3.5 GPUs, capacity at most 4 GPUs.",
                        "What waiting tasks ask of GPUs is not recorded.");
    }

    @Test
    void comparesGpusWhereASideHasThem() throws IOException {
        JsonNode both = compare(csv(true), csv(true));
        assertThat(gpus(both).at("/trace/count").asInt()).isEqualTo(300);
        assertThat(gpus(both).at("/distance/ks").asDouble(-1)).isZero();
        assertThat(correlated(both)).hasSize(7);
        assertThat(both.at("/rankCorrelations/trace/6/4").asDouble()).isBetween(0.01, 0.9);

        JsonNode one = compare(csv(true), csv(false));
        assertThat(gpus(one).get("distance").isNull()).isTrue();
        assertThat(gpus(one).get("note").asText()).isEqualTo("plain.csv does not tell it");
        assertThat(correlated(one)).hasSize(7);
        assertThat(one.at("/rankCorrelations/workload/6/4").isNull()).isTrue();

        JsonNode none = compare(csv(false), csv(false));
        assertThat(gpus(none).isMissingNode()).isTrue();
        assertThat(correlated(none)).hasSize(6);
    }

    /** 400 jobs, one a second, of a core, a GiB and so many GPUs. */
    private Path steady(String name, double gpus) throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,gpu\n");
        for (int job = 0; job < 400; job++) {
            rows.append(job).append(",60,1,1,").append(job % 2 == 0 ? gpus : "").append('\n');
        }
        return Files.writeString(directory.resolve(name), rows);
    }

    @Test
    void replaysGpusWhereTasksAskForThem() throws IOException {
        Path four = steady("four.csv", 4);
        JsonNode same = compare(four, four).get("replay");
        assertThat(same.get("gpusLeftOut").asText()).isEmpty();
        assertThat(same.get("servers").asText()).contains("GPUs");
        assertThat(same.at("/trace/gpuMean").asDouble()).isBetween(0.3, 1.0);
        assertThat(same.get("trace")).isEqualTo(same.get("workload"));
        assertThat(same.at("/trace/pendingP99Seconds").asDouble()).isPositive();

        // by CPU and memory the two are one; half of the GPUs lets all start at once
        var half =
                Stowage.run("compare", four, steady("two.csv", 2), "--tolerance=utilisation=0.02")
                        .exits(1);
        assertThat(half.out()).contains("mean GPUs").contains("mean GPU utilisation");
    }

    @Test
    void saysWhyGpusAreLeftOut() throws IOException {
        Path four = steady("four.csv", 4);
        String named =
                Stowage.run("compare", four, four, "--servers=40x4c4g", "--tolerance=utilisation=1")
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(named).contains("GPUs, which are left out of the replay: the servers have no");
        assertThat(named).contains("GPUs: the servers have no GPUs");
        JsonNode one = compare(csv(true), csv(false)).get("replay");
        assertThat(one.get("gpusLeftOut").asText())
                .isEqualTo("plain.csv does not tell which tasks ask for GPUs");
        assertThat(one.at("/trace/gpuMean").isNull()).isTrue();
    }

    @Test
    void aWorkloadOfAModelAsksForGpusAsTheRealTraceDoes() throws IOException {
        Path source = Shared.require("traces/alibaba-gpu-2023");
        Path trace = directory.resolve("real.trace");
        Path model = directory.resolve("real.json");
        Path drawn = directory.resolve("drawn.trace");
        Stowage.run("ingest", "auto", source, "-o", trace, "-q").exits(0);
        Stowage.run("fit", trace, "-o", model, "-q").exits(0);
        Stowage.run("synth", model, "--generator=faithful", "-o", drawn, "-q").exits(0);
        JsonNode result = compare(trace, model);
        JsonNode replayed = result.at("/replay/trace");
        assertThat(replayed.get("waitingAtTheEnd").asInt())
                .isLessThanOrEqualTo(replayed.get("tasks").asInt() / 4);
        assertThat(replayed.get("pendingP99Seconds").asDouble()).isPositive();
        int checked = 0;
        for (JsonNode each : result.get("parameters")) {
            if (each.at("/trace/count").asInt() >= ENOUGH) {
                checked++;
                assertThat(each.at("/distance/ks").asDouble())
                        .as("%s", each)
                        .isLessThanOrEqualTo(0.05);
            }
        }
        assertThat(checked).isEqualTo(12); // J_AT, T_AT, priority, CPU, memory, GPU of two classes
        for (int other : new int[] {0, 5}) { // class, memory
            assertThat(result.at("/rankCorrelations/workload/6/" + other).asDouble())
                    .isCloseTo(
                            result.at("/rankCorrelations/trace/6/" + other).asDouble(),
                            within(0.05));
        }
        JsonNode written = compare(trace, drawn);
        assertThat(written.get("parameters")).isEqualTo(result.get("parameters"));
        assertThat(written.get("rankCorrelations")).isEqualTo(result.get("rankCorrelations"));
    }
}
