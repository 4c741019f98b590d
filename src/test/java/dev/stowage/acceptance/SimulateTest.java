package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code simulate} from the outside: what it writes and prints, and that it always says the same.
 */
class SimulateTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir private Path directory;

    @Test
    void writesTheSummaryInItsDocumentedForm() throws IOException {
        JsonNode summary = simulate(tasks(HEADER + "0,10,1,1\n0,10,1,1\n0,10,9,1\n"), "2x1c1g");
        assertThat(names(summary))
                .containsExactly(
                        "workload",
                        "servers",
                        "policies",
                        "seed",
                        "verdict",
                        "tasks",
                        "rejectedByReason",
                        "pendingSeconds",
                        "queuedSeconds",
                        "utilisation",
                        "fragmentation",
                        "serversInUse",
                        "energyKWh",
                        "energyAssumed",
                        "makespanSeconds",
                        "steadyState",
                        "leftOut",
                        "warnings");
        assertThat(names(summary.get("tasks")))
                .containsExactly(
                        "submitted",
                        "rejected",
                        "started",
                        "finished",
                        "evicted",
                        "killed",
                        "running",
                        "pending");
        assertThat(names(summary.get("pendingSeconds")))
                .contains("mean", "p50", "p90", "p99", "max");
        assertThat(names(summary.at("/utilisation/cpuAllocated")))
                .containsExactly("mean", "p50", "p95", "peak");
        assertThat(summary.at("/tasks/submitted").asLong()).isEqualTo(3);
        assertThat(summary.at("/tasks/rejected").asLong()).isEqualTo(1);
        assertThat(summary.at("/tasks/finished").asLong()).isEqualTo(2);
        assertThat(summary.at("/serversInUse/peak").asLong()).isEqualTo(2);
        assertThat(summary.get("makespanSeconds").asDouble()).isEqualTo(10.0);
        assertThat(summary.get("energyKWh").isNumber()).isTrue();
        assertThat(summary.at("/policies/placement").asText()).isEqualTo("first-fit");
    }

    @Test
    void writesSummaryEngineFiguresAndSeries() throws IOException {
        simulate(tasks(HEADER + "0,10,1,1\n"), "2x1c1g");
        assertThat(run().toFile().list())
                .containsExactlyInAnyOrder(
                        "summary.json", "engine.json", "series.parquet", "report.html");
        assertThat(JSON.readTree(run().resolve("engine.json").toFile()).get("tasks").asLong())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-fit", "best-fit", "round-robin", "random", "power-of-d[d=3]"})
    void saysTheSameTwiceAndWithAnotherNumberOfThreads(String placement) throws IOException {
        Path tasks = randomTasks();
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        Path copy = Files.copy(tasks, elsewhere.resolve(tasks.getFileName()));
        List<String> summaries = new ArrayList<>();
        for (String threads : new String[] {"1", "1", "2", "7"}) {
            Path input = summaries.size() == 1 ? copy : tasks;
            Path out = directory.resolve("run" + summaries.size());
            Stowage.run(
                            "simulate",
                            input,
                            "--servers=20x4c8g,3x8c4g",
                            "--placement=" + placement,
                            "--threads=" + threads,
                            "-o",
                            out)
                    .exits(0);
            summaries.add(Files.readString(out.resolve("summary.json")));
        }
        assertThat(summaries).allMatch(summaries.get(0)::equals);
        assertThat(summaries.get(0)).doesNotContain(directory.toString());
    }

    @Test
    void loosesNoTask() throws IOException {
        JsonNode tasks = simulate(randomTasks(), "5x4c8g", "--until", "30m").get("tasks");
        long accounted = 0;
        for (String fate : new String[] {"rejected", "finished", "killed", "running", "pending"}) {
            accounted += tasks.get(fate).asLong();
        }
        assertThat(accounted).isEqualTo(tasks.get("submitted").asLong()).isPositive();
    }

    @Test
    void warnsWhenEveryTaskIsRejectedAndSucceeds() throws IOException {
        Path tasks = tasks(HEADER + "0,10,8,1\n1,10,8,1\n");
        Stowage.Result result =
                Stowage.run("simulate", tasks, "--servers", "2x1c1g", "-o", run())
                        .exits(0)
                        .says("stowage: warning: ");
        assertThat(result.err()).contains("rejected");
    }

    @Test
    void replaysNoTaskAndOneTask() throws IOException {
        JsonNode none = simulate(tasks(HEADER), "2x1c1g");
        assertThat(none.at("/tasks/submitted").asLong()).isZero();
        assertThat(none.get("makespanSeconds").asDouble()).isZero();
        JsonNode one = simulate(tasks(HEADER + "5,0,0.5,0.5\n"), "2x1c1g", "--force");
        assertThat(one.at("/tasks/finished").asLong()).isEqualTo(1);
        assertThat(one.get("makespanSeconds").asDouble()).isEqualTo(5.0);
    }

    @Test
    void countsFractionsOfACoreExactly() throws IOException {
        JsonNode summary = simulate(tasks(HEADER + "0,10,0.1,0.1\n".repeat(10)), "10x0.1c0.1g");
        assertThat(summary.at("/serversInUse/peak").asLong()).isEqualTo(10);
        assertThat(summary.at("/pendingSeconds/max").asDouble()).isZero();
    }

    @Test
    void printsATableForPeopleAndJsonForPrograms() throws IOException {
        Path tasks = tasks(HEADER + "0,10,1,1\n".repeat(1234));
        Stowage.Result text =
                Stowage.run("simulate", tasks, "--servers", "2x1c1g", "-o", run()).exits(0);
        assertThat(text.out()).contains("1,234", "waiting time", "CPU allocated");
        assertThat(text.err())
                .isEqualTo("Wrote " + run() + "\nReport: " + run() + "/report.html\n");
        assertThat(Stowage.run("inspect", run()).exits(0).out()).isEqualTo(text.out());
        Stowage.Result json =
                Stowage.run(
                                "simulate",
                                tasks,
                                "--servers",
                                "2x1c1g",
                                "-o",
                                run(),
                                "--force",
                                "--json",
                                "-q")
                        .exits(0);
        assertThat(json.out()).isEqualTo(Files.readString(run().resolve("summary.json")));
        assertThat(json.err()).isEmpty();
        assertThat(Stowage.run("inspect", run(), "--json").exits(0).out()).isEqualTo(json.out());
    }

    private JsonNode simulate(Path workload, String servers, String... options) throws IOException {
        List<Object> args =
                new ArrayList<>(List.of("simulate", workload, "--servers", servers, "-o", run()));
        args.addAll(List.of(options));
        Stowage.run(args.toArray()).exits(0);
        return JSON.readTree(run().resolve("summary.json").toFile());
    }

    private Path run() {
        return directory.resolve("out.run");
    }

    private Path tasks(String text) throws IOException {
        return Files.writeString(directory.resolve("tasks.csv"), text);
    }

    /** Bursts that queue; the seed is fixed. */
    private Path randomTasks() throws IOException {
        Random random = new Random(7);
        StringBuilder rows = new StringBuilder(HEADER);
        int submit = 0;
        for (int i = 0; i < 3000; i++) {
            submit += random.nextInt(20) == 0 ? random.nextInt(200) : 0;
            rows.append(submit).append(',').append(random.nextInt(1, 400)).append(',');
            rows.append(random.nextInt(1, 40) / 10.0).append(',');
            rows.append(random.nextInt(1, 80) / 10.0).append('\n');
        }
        return tasks(rows.toString());
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
