package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code stowage serverless} from the outside. */
class ServerlessTest {
    private static final String GOOD =
            """
            functions:
              - name: one
                cpuMillis: 10
                instance: {cores: 1, memoryGib: 1, concurrency: 1, creationMillis: 50}
                rates: [[10, 20]]
            """;

    @TempDir private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("functions.yaml"), text);
    }

    @Test
    void comparesAutoscalersOnTheExampleWithAReport() throws IOException {
        Path page = directory.resolve("burst.html");
        Stowage.Result result =
                Stowage.run(
                                "serverless",
                                "examples/serverless/burst.yaml",
                                "--servers=4x24c128g",
                                "--autoscaler=kpa[total=2,max=120],latest-predict",
                                "--report",
                                page,
                                "--json")
                        .exits(0);
        JsonNode runs = new ObjectMapper().readTree(result.out()).get("runs");
        assertThat(runs.get(0).at("/functions/0/mostReady").asInt()).isEqualTo(120);
        assertThat(runs.get(1).at("/functions/0/mostReady").asInt()).isEqualTo(2);
        assertThat(runs.get(0).at("/functions/0/arrived").asLong()).isEqualTo(220_000);
        assertThat(runs.get(0).at("/latencyMillis/p99").asDouble())
                .isGreaterThan(10 * runs.get(1).at("/latencyMillis/p99").asDouble());
        assertThat(Files.readString(page)).contains("kpa[total=2,max=120]", "chart-p99");
        assertThat(
                        Stowage.run(
                                        "serverless",
                                        "examples/serverless/burst.yaml",
                                        "--servers=4x24c128g",
                                        "--autoscaler=kpa[total=2,max=120],latest-predict",
                                        "--json")
                                .out())
                .isEqualTo(result.out());
    }

    @ParameterizedTest
    @CsvSource({
        "cpuMillis: 10, cpuMillis: -1, functions[0].cpuMillis",
        "creationMillis: 50, creationMillis: -50, functions[0].instance.creationMillis",
        "concurrency: 1, concurrency: 1.5, functions[0].instance.concurrency",
        "'rates: [[10', 'rates: [[0', functions[0].rates[0][0]",
        "'cores: 1,', 'cores: 64,', an instance larger than a server",
        "name: one, nane: one, unknown key \"nane\"",
    })
    void namesWhatIsWrongWithAFile(String good, String bad, String message) throws IOException {
        Path file = file(GOOD.replace(good, bad));
        Stowage.run("serverless", file, "--servers=1x4c8g", "--autoscaler=kpa")
                .exits(3)
                .says("functions.yaml", message);
    }

    @Test
    void listsTheAutoscalersWhereOneIsUnknown() throws IOException {
        Stowage.run("serverless", file(GOOD), "--servers=1x4c8g", "--autoscaler=kpa,knative")
                .exits(2)
                .says("knative", "kpa-rps", "latest-predict");
    }

    @Test
    void runsADayOfAzuresTraceAndCountsEveryInvocation() throws IOException {
        Path azure = Shared.require("data/azure-functions-2019/example-1440");
        Path file =
                file(
                        "azure2019:\n  invocations: "
                                + azure.resolve("invocations.csv")
                                + "\n  durations: "
                                + azure.resolve("durations.csv")
                                + "\n  instance: {cores: 1, memoryGib: 0.25, concurrency: 1,"
                                + " creationMillis: 250}\n");
        Stowage.Result result =
                Stowage.run(
                                "serverless",
                                file,
                                "--servers=20x32c128g",
                                "--autoscaler=kpa",
                                "--json")
                        .exits(0)
                        .says("mean duration");
        JsonNode functions = new ObjectMapper().readTree(result.out()).at("/runs/0/functions");
        long arrived = 0;
        for (JsonNode function : functions) {
            arrived += function.get("arrived").asLong();
        }
        long counted = 0;
        for (String line : Files.readAllLines(azure.resolve("invocations.csv"))) {
            String[] fields = line.split(",", -1);
            for (int i = 4; i < fields.length && !line.startsWith("HashOwner"); i++) {
                counted += Long.parseLong(fields[i]);
            }
        }
        assertThat(functions).hasSize(4);
        assertThat(arrived).isEqualTo(counted).isPositive();
    }

    @Test
    void refusesTablesOfAzureThatAreNotOfTheSameFunctions() throws IOException {
        Path azure = Shared.require("data/azure-functions-2019/500-minute_1");
        Path file =
                file(
                        "azure2019:\n  invocations: "
                                + azure.resolve("500_inv.csv.gz")
                                + "\n  durations: "
                                + azure.resolve("500_run.csv")
                                + "\n  instance: {cores: 1, memoryGib: 1, creationMillis: 1}\n");
        Stowage.run("serverless", file, "--servers=1x32c128g", "--autoscaler=kpa")
                .exits(3)
                .says("rank correlation of -0.03");
    }
}
