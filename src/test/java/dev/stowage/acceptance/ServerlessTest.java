package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

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
        for (JsonNode run : runs) { // conservation, and Little's law
            JsonNode balance = run.get("balance");
            assertThat(balance.get("arrived").asLong())
                    .isEqualTo(
                            balance.get("answered").asLong()
                                    + balance.get("dropped").asLong()
                                    + balance.get("inFlight").asLong())
                    .isEqualTo(220_000);
            assertThat(balance.get("meanInFlight").asDouble())
                    .isPositive()
                    .isCloseTo(
                            balance.get("arrivalsPerSecond").asDouble()
                                    * balance.get("meanSecondsInside").asDouble(),
                            withinPercentage(1e-6));
        }
        // nothing is lost, so the time inside is the latency without the overhead of 0.55 ms
        assertThat(1e3 * runs.get(1).at("/balance/meanSecondsInside").asDouble() + 0.55)
                .isCloseTo(
                        runs.get(1).at("/latencyMillis/mean").asDouble(), withinPercentage(1e-4));
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

    /** The text of a run, in one line whatever the width. */
    private static String flat(Stowage.Result result) {
        return result.out().replaceAll("\\s+", " ");
    }

    /** Four and a half cores of work are too much for a server of four, and not for two. */
    @Test
    void findsTheFewestServersThatKeepTheNinetyNinthPercentile() throws IOException {
        String steady = GOOD.replace("rates: [[10, 20]]", "arrivals: even\n    rates: [[10, 450]]");
        Stowage.Result result =
                Stowage.run(
                                "serverless",
                                file(steady),
                                "--servers=9x4c8g",
                                "--autoscaler=fixed[instances=5]",
                                "--p99=100ms",
                                "--json")
                        .exits(0);
        JsonNode plan = new ObjectMapper().readTree(result.out()).at("/plans/0");
        assertThat(plan.get("servers").asInt()).isEqualTo(2);
        assertThat(plan.get("exact").asBoolean()).isTrue();
        assertThat(plan.get("heldOnOneLess").asInt()).isZero();
        JsonNode headroom = plan.get("headroom"); // 1.4, 1.6, 1.8, 2, 2.2, 2.5, 3 rounded
        assertThat(headroom.findValues("servers")).hasToString("[1, 2, 3]");
        assertThat(headroom.at("/0/p99Millis").asDouble()).isGreaterThan(100);
        assertThat(headroom.at("/1/p99Millis").asDouble()).isBetween(10.0, 12.0);
        assertThat(headroom.at("/1/lostShare").asDouble()).isZero();
        Path page = directory.resolve("plan.html");
        Stowage.run(
                        "serverless",
                        file(steady),
                        "--servers=9x4c8g",
                        "--autoscaler=fixed[instances=5],latest",
                        "--p99=100ms",
                        "--report",
                        page)
                .exits(0);
        assertThat(Files.readString(page)).contains("Head-room", "Lost requests", "wanted");
        assertThat(
                        flat(
                                Stowage.run(
                                                "serverless",
                                                file(steady),
                                                "--servers=1x4c8g",
                                                "--autoscaler=fixed[instances=5]",
                                                "--p99=100ms")
                                        .exits(1)))
                .contains("does not keep p99 of each function within 100 ms on 1 server");
    }

    @Test
    void saysOfDrawnRequestsInHowManyWindowsTheNumberHolds() throws IOException {
        assertThat(
                        flat(
                                Stowage.run(
                                                "serverless",
                                                file(GOOD),
                                                "--servers=4x4c8g",
                                                "--autoscaler=kpa",
                                                "--p99=5s")
                                        .exits(0)))
                .contains("in at least 90 % of windows", "95 % confidence", "of 61");
        Stowage.run(
                        "serverless",
                        file(GOOD),
                        "--servers=4x4c8g",
                        "--autoscaler=kpa",
                        "--p99=5s",
                        "--replications=10")
                .exits(2)
                .says("--replications: found 10, expected at least 29");
    }

    @Test
    void readsEachRequestOfAzuresTracesOf2021AndOfLanguageModels() throws IOException {
        Path requests = Shared.require("data/azure-functions-2021/Azure2021_200.csv");
        Path file =
                file(
                        "azure2021:\n  requests: "
                                + requests
                                + "\n  instance: {cores: 1, memoryGib: 0.25, concurrency: 1,"
                                + " creationMillis: 250}\n");
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "serverless",
                                                file,
                                                "--servers=9x32c128g",
                                                "--autoscaler=kpa",
                                                "--json")
                                        .exits(0)
                                        .says("8 requests have a duration of 0 ms")
                                        .out());
        assertThat(json.at("/runs/0/functions")).hasSize(31);
        long arrived = 0;
        for (JsonNode function : json.at("/runs/0/functions")) {
            arrived += function.get("arrived").asLong();
        }
        assertThat(arrived).isEqualTo(199);
        Path tokens = Shared.require("data/azure-llm-2023/AzureLLMInferenceTrace_code.csv");
        Path model =
                file(
                        "llm2023:\n  requests: "
                                + tokens
                                + "\n  millisPerContextToken: 0.5\n"
                                + "  millisPerGeneratedToken: 30\n"
                                + "  instance: {cores: 8, memoryGib: 16, creationMillis: 2000}\n");
        Stowage.Result answered =
                Stowage.run("serverless", model, "--servers=20x24c128g", "--autoscaler=latest")
                        .exits(0)
                        .says("no durations");
        assertThat(answered.out()).contains("8,819", "too large");
    }

    @Test
    void takesOneSourceOfRequests() throws IOException {
        Stowage.run(
                        "serverless",
                        file(GOOD + "azure2019: {invocations: a, durations: b}\n"),
                        "--servers=1x4c8g",
                        "--autoscaler=kpa")
                .exits(3)
                .says("exactly one of functions, azure2019, azure2021, llm2023");
    }

    /** Every issue of a file is said at once, each with its line. */
    @Test
    void saysAllThatIsWrongAtOnce() throws IOException {
        String bad = GOOD.replace("cpuMillis: 10", "cpuMillis: -1").replace("[[10, 20]]", "[[10]]");
        Stowage.run("serverless", file(bad), "--servers=1x4c8g", "--autoscaler=kpa")
                .exits(3)
                .says("functions.yaml:3", "functions[0].cpuMillis", "functions[0].rates[0]")
                .says("functions.yaml:5");
        String twice = GOOD + GOOD.substring(GOOD.indexOf("  - name"));
        Stowage.run("serverless", file(twice), "--servers=1x4c8g", "--autoscaler=kpa")
                .exits(3)
                .says("functions[1].name", "a name that no other function has");
    }

    /** Another day like the recorded one has other counts, the same ones for the same seed. */
    @Test
    void drawsTheCountsOfMinutesWhereThatIsAskedFor() throws IOException {
        Path invocations = directory.resolve("i.csv");
        Files.writeString(invocations, "HashFunction,1,2,3\na,100,0,50\n");
        Files.writeString(directory.resolve("d.csv"), "HashFunction,Average,Count\na,20,150\n");
        String recorded =
                """
                azure2019:
                  invocations: i.csv
                  durations: d.csv
                  instance: {cores: 1, memoryGib: 1, creationMillis: 1}
                """;
        Path drawn = file(recorded + "  counts: poisson\n");
        long[] arrived = new long[3];
        for (int seed = 0; seed < 3; seed++) {
            arrived[seed] =
                    new ObjectMapper()
                            .readTree(
                                    Stowage.run(
                                                    "serverless",
                                                    drawn,
                                                    "--servers=1x4c8g",
                                                    "--autoscaler=latest",
                                                    "--json",
                                                    "--seed",
                                                    1 + seed % 2)
                                            .exits(0)
                                            .says("The counts of each minute are drawn")
                                            .out())
                            .at("/runs/0/functions/0/arrived")
                            .asLong();
        }
        assertThat(arrived[0]).isEqualTo(arrived[2]).isNotEqualTo(arrived[1]).isBetween(90L, 210L);
        Stowage.run("serverless", file(recorded), "--servers=1x4c8g", "--autoscaler=latest")
                .exits(0);
        Files.writeString(invocations, "HashFunction,1,3\na,100,50\n");
        Stowage.run("serverless", drawn, "--servers=1x4c8g", "--autoscaler=latest")
                .exits(3)
                .says("minute 3 after minute 1");
    }

    private Path requests(String... rows) throws IOException {
        Files.writeString(
                directory.resolve("r.csv"),
                "app,func,end_timestamp,duration\n" + String.join("\n", rows) + "\n");
        return file(
                "azure2021: {requests: r.csv, instance: {cores: 1, memoryGib: 1, concurrency: 1,"
                        + " creationMillis: 250}}\n");
    }

    /** The last one comes when a decision is made for the other function, and nothing else runs. */
    @Test
    void losesNoRequestOfATrace() throws IOException {
        Path file = requests("a,f,5.5,0.5", "a,f,10.5,0.5", "b,f,15.5,0.5", "b,f,35,5");
        String all = "kpa,kpa-rps,latest,latest-predict,hpa,vpa,fixed";
        JsonNode json =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "serverless",
                                                file,
                                                "--servers=2x8c32g",
                                                "--autoscaler=" + all,
                                                "--json")
                                        .exits(0)
                                        .out());
        assertThat(json.at("/runs")).hasSize(7);
        for (JsonNode run : json.at("/runs")) {
            assertThat(run.at("/balance/arrived").asLong()).isEqualTo(4);
            assertThat(run.at("/balance/answered").asLong()).isEqualTo(4);
        }
        // the last one takes 5 s, so nothing keeps 1 s
        Stowage.run("serverless", file, "--servers=2x8c32g", "--autoscaler=fixed", "--p99=1s")
                .exits(1);
        Stowage.run("serverless", file, "--servers=2x8c32g", "--autoscaler=fixed", "--p99=5.1s")
                .exits(0);
    }

    /** Requests of 70 s in a load of 100 s: the last ones are answered long after it, and well. */
    @Test
    void waitsForTheAnswersOfWhatTakesLong() throws IOException {
        Path file =
                file(
                        GOOD.replace("cpuMillis: 10", "cpuMillis: 70000")
                                .replace(
                                        "rates: [[10, 20]]",
                                        "arrivals: even\n    rates: [[100, 0.1]]"));
        Stowage.Result result =
                Stowage.run(
                                "serverless",
                                file,
                                "--servers=9x4c32g",
                                "--autoscaler=fixed[instances=10]",
                                "--p99=71s",
                                "--json")
                        .exits(0);
        assertThat(new ObjectMapper().readTree(result.out()).at("/plans/0/servers").asInt())
                .isEqualTo(2); // seven are at work at once
    }

    @Test
    void refusesOptionsThatWouldDoNothingAndWindowsWithoutNumber() throws IOException {
        Object[][] wrong = {
            {"--replications=61", "--replications: found without --p99"},
            {"--window=0s", "--window: found 0s, expected above 0"},
            {"--window=1us", "--window: found 0.001 ms, expected at least 3.051 ms"},
        };
        for (Object[] each : wrong) {
            Stowage.run("serverless", file(GOOD), "--servers=1x4c8g", "--autoscaler=kpa", each[0])
                    .exits(2)
                    .says((String) each[1]);
        }
        Stowage.run(
                        "serverless",
                        file(GOOD),
                        "--servers=1x4c8g",
                        "--autoscaler=kpa",
                        "--p99=1s",
                        "--window=1s")
                .exits(2)
                .says("--window: found with --p99");
        Stowage.run("serverless", file(GOOD), "--servers=1x4c8g", "--autoscaler=kpa", "--p99=0s")
                .exits(2)
                .says("--p99: found 0s, expected above 0");
    }

    /** A horizontal autoscaler decides every 15 s, and nobody knows when in them a load begins. */
    @Test
    void drawsTheMomentOfRegularDecisions() throws IOException {
        String even = GOOD.replace("rates: [[10, 20]]", "arrivals: even\n    rates: [[40, 150]]");
        JsonNode plans =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "serverless",
                                                file(even),
                                                "--servers=4x4c8g",
                                                "--autoscaler=hpa,fixed[instances=2]",
                                                "--p99=60s",
                                                "--json")
                                        .out())
                        .at("/plans");
        assertThat(plans.at("/0/exact").asBoolean()).isFalse();
        assertThat(plans.at("/0/replications").asInt()).isEqualTo(61);
        assertThat(plans.at("/1/exact").asBoolean()).isTrue();
    }

    /** With 256 MB 90 s of CPU time take 622 s on Lambda, and 140 s take 967 s. */
    @Test
    void givesNoPriceOfRequestsThatACloudWouldStop() throws IOException {
        Path file = requests("a,f,200,90", "a,f,300,1", "a,f,400,1", "a,f,500,1");
        Files.writeString(file, Files.readString(file).replace("memoryGib: 1", "memoryGib: 0.25"));
        JsonNode costs =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "serverless",
                                                file,
                                                "--servers=1x8c32g",
                                                "--autoscaler=fixed",
                                                "--json")
                                        .exits(0)
                                        .out())
                        .at("/asCloudFunctions");
        assertThat(costs.at("/0/tooLongShare").asDouble()).isZero();
        assertThat(costs.at("/0/usd").asDouble()).isPositive();
        Files.writeString(
                directory.resolve("r.csv"),
                Files.readString(directory.resolve("r.csv")).replace("200,90", "200,140"));
        Stowage.Result text =
                Stowage.run("serverless", file, "--servers=1x8c32g", "--autoscaler=fixed").exits(0);
        assertThat(flat(text))
                .contains(
                        "too long",
                        "aws lambda, x86: 25.0 % of the requests run longer than the 900 s",
                        "gcp functions, 1st generation: 25.0 % of the requests run longer than the"
                                + " 540 s")
                .doesNotContain("azure functions, consumption plan: 25");
        JsonNode none =
                new ObjectMapper()
                        .readTree(
                                Stowage.run(
                                                "serverless",
                                                file,
                                                "--servers=1x8c32g",
                                                "--autoscaler=fixed",
                                                "--json")
                                        .exits(0)
                                        .out())
                        .at("/asCloudFunctions/0");
        assertThat(none.get("tooLongShare").asDouble()).isEqualTo(0.25);
        assertThat(none.hasNonNull("usd")).isFalse();
        assertThat(none.hasNonNull("monthlyUsd")).isFalse();
    }
}
