package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage cloud} from the outside, on the shipped catalogue: ranking, bills and files. */
class CloudTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SHORT = "--duration=4h";

    @TempDir private Path directory;

    private CloudRuns runs() {
        return new CloudRuns(directory);
    }

    private Path csv(String text) throws IOException {
        return Files.writeString(directory.resolve("demand.csv"), text);
    }

    @Test
    void ranksEveryPolicyOnEachProviderAndOnTheFreeChoiceAboveTheBound() throws IOException {
        JsonNode result = runs().cloud("a", "oscillating", SHORT, "--providers", "aws,gcp,azure");

        assertThat(result.get("alternatives"))
                .filteredOn(each -> !each.get("providers").asText().contains("/")) // simple plans
                .hasSize(5 * 4);
        double bound = result.at("/bound/usd").asDouble();
        double before = 0;
        for (JsonNode each : CloudRuns.possible(result)) {
            double usd = each.get("usd").asDouble();
            assertThat(usd).isGreaterThanOrEqualTo(Math.max(before, bound * (1 - 1e-9)));
            assertThat(each.get("gapToBound").asDouble()).isCloseTo(usd / bound - 1, within(1e-9));
            assertThat(each.get("underProvisionedSeconds").asInt()).isZero();
            assertThat(result.at("/optimal/usd").asDouble()).isLessThanOrEqualTo(usd + 1e-9);
            before = usd;
        }
        assertThat(before).isPositive();
    }

    /** Adds up what the timeline says was charged, apart from the product. */
    @Test
    void chargesWhatTheTimelineSays() throws IOException {
        JsonNode result =
                runs().cloud(
                                "a",
                                "random",
                                SHORT,
                                "--quantum",
                                "1h",
                                "--policies",
                                "fixed,lookahead");

        Map<String, Double> charged = new TreeMap<>();
        List<String> lines = Files.readAllLines(directory.resolve("a/timeline.csv"));
        assertThat(lines.get(0)).startsWith("policy,providers,start_s,released_s,charged_until_s");
        for (String line : lines.subList(1, lines.size())) {
            String[] f = line.split(",", -1);
            double hours = (Long.parseLong(f[4]) - Long.parseLong(f[2])) / 3_600.0;
            assertThat(hours).isEqualTo(Math.rint(hours));
            charged.merge(
                    f[0] + " " + f[1],
                    hours * Integer.parseInt(f[9]) * Double.parseDouble(f[10]),
                    Double::sum);
        }
        assertThat(charged).hasSize(CloudRuns.possible(result).size());
        for (JsonNode each : CloudRuns.possible(result)) {
            String key = each.get("policy").asText() + " " + each.get("providers").asText();
            assertThat(each.get("usd").asDouble())
                    .as(key)
                    .isCloseTo(charged.get(key), within(1e-6));
        }
    }

    @Test
    void ranksWhatDoesNotHoldTheDemandBehindWhatDoes() throws IOException {
        JsonNode result =
                runs().cloud(
                                "a",
                                "oscillating",
                                "--boot=3m",
                                "--providers=aws",
                                "--max-shortage=2h");

        boolean hasShort = false;
        for (JsonNode each : CloudRuns.possible(result)) {
            boolean isShort = each.get("underProvisionedSeconds").asInt() > 7_200;
            assertThat(each.get("holds").asBoolean()).isEqualTo(!isShort);
            assertThat(hasShort && !isShort).as("a holding one behind a short one").isFalse();
            hasShort |= isShort;
        }
        assertThat(hasShort).isTrue();
        assertThat(CloudRuns.possible(result).get(0).get("holds").asBoolean()).isTrue();
        JsonNode allowed =
                runs().cloud(
                                "b",
                                "oscillating",
                                "--boot=3m",
                                "--providers=aws",
                                "--max-shortage=1d");
        double before = 0;
        for (JsonNode each : CloudRuns.possible(allowed)) {
            assertThat(each.get("usd").asDouble()).isGreaterThanOrEqualTo(before);
            before = each.get("usd").asDouble();
        }
    }

    /** N2 at a list price above AWS, and below it after sustained use. */
    @Test
    void ranksByTheBillAndNotByListPrices() throws IOException {
        Path steady = csv("time_s,cpu,memory_gib\n0,40,160\n1314000,40,160\n");
        JsonNode result =
                runs().cloud(
                                "a",
                                steady,
                                "--types=m6i.large,n2-standard-2",
                                "--providers=aws,gcp",
                                "--decision=10m");

        JsonNode first = result.get("alternatives").get(0);
        assertThat(first.at("/mix/0/type").asText()).isEqualTo("n2-standard-2");
        assertThat(first.get("usd").asDouble())
                .isLessThan(0.81 * first.get("listUsd").asDouble())
                .isCloseTo(billed("a"), within(0.005));
        assertThat(first.get("gapToBound").asDouble()).isBetween(0.0, 0.001);
        assertThat(result.at("/bound/isExact").asBoolean()).isFalse();
        double before = 0;
        for (JsonNode each : CloudRuns.possible(result)) {
            assertThat(each.get("usd").asDouble()).isGreaterThanOrEqualTo(before);
            assertThat(result.at("/bound/usd").asDouble())
                    .isLessThanOrEqualTo(each.get("usd").asDouble());
            before = each.get("usd").asDouble();
        }
    }

    private double billed(String name) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve(name).resolve("bill.csv"));
        return lines.subList(1, lines.size()).stream()
                .mapToDouble(line -> Double.parseDouble(List.of(line.split(",", -1)).get(9)))
                .sum();
    }

    @Test
    void writesTheSameBytesForAnyNumberOfThreads() throws IOException {
        for (String threads : List.of("1", "4")) {
            runs().cloud("t" + threads, "random", SHORT, "--seed", "3", "--threads", threads);
        }
        for (String file : List.of("cloud.json", "timeline.csv")) {
            assertThat(directory.resolve("t4").resolve(file))
                    .hasSameTextualContentAs(directory.resolve("t1").resolve(file));
        }
    }

    @Test
    void rentsSpotVmsThatAreTakenBackAndCountsThem() throws IOException {
        JsonNode result =
                runs().cloud(
                                "a",
                                "gradual",
                                SHORT,
                                "--spot",
                                "--interruptions",
                                "2",
                                "--policies",
                                "fixed,offline-optimum",
                                "--providers",
                                "aws");

        JsonNode only = CloudRuns.possible(result).get(0);
        assertThat(only.get("interruptions").asInt()).isPositive();
        assertThat(result.get("notes").toString())
                .contains("a mix with VMs on demand is not compared")
                .doesNotContain("never to be taken back");
        assertThat(only.at("/mix/0/pricing").asText()).isEqualTo("spot");
        assertThat(only.get("usd").asDouble())
                .isGreaterThanOrEqualTo(result.at("/bound/usd").asDouble());
    }

    @Test
    void inspectRepeatsTheAnswer() throws IOException {
        Path out = directory.resolve("a");
        Object[] args = {
            "cloud", "gradual", SHORT, "--commitment=1", "--explain=c7g.medium", "-o", out, "-q"
        };
        String said = Stowage.run(args).exits(0).out();

        assertThat(said).contains("Committing for a year", "c7g.medium", "offline-optimum");
        for (Path path : List.of(out, out.resolve("cloud.json"))) {
            assertThat(Stowage.run("inspect", path).exits(0).out()).isEqualTo(said);
            assertThat(JSON.readTree(Stowage.run("inspect", path, "--json").exits(0).out()))
                    .isEqualTo(JSON.readTree(out.resolve("cloud.json").toFile()));
        }
        Files.writeString(out.resolve("cloud.json"), "[]");
        Stowage.run("inspect", out).exits(3).says("a JSON value that is no object");
    }

    @Test
    void readsNoComparisonOfAnEarlierForm() throws IOException {
        Path old = directory.resolve("cloud.json");
        Files.writeString(old, "{\"formatVersion\": 1, \"priceSensitivity\": []}");
        Stowage.run("inspect", old)
                .exits(3)
                .says("cloud.json", "found formatVersion 1", "formatVersion 4");
    }
}
