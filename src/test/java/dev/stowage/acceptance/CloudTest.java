package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code stowage cloud} from the outside, on the shipped catalogue. */
class CloudTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SHORT = "--duration=4h";

    @TempDir private Path directory;

    private JsonNode cloud(String name, Object... args) throws IOException {
        List<Object> all = new ArrayList<>(List.of("cloud"));
        all.addAll(List.of(args));
        all.addAll(List.of("-o", directory.resolve(name), "--json"));
        JsonNode result = JSON.readTree(Stowage.run(all.toArray()).exits(0).out());
        assertThat(JSON.readTree(directory.resolve(name).resolve("cloud.json").toFile()))
                .isEqualTo(result);
        assertThat(Schemas.problems("cloud.schema.json", result)).isEmpty();
        return result;
    }

    private Path csv(String text) throws IOException {
        return Files.writeString(directory.resolve("demand.csv"), text);
    }

    private static List<JsonNode> possible(JsonNode result) {
        List<JsonNode> possible = new ArrayList<>();
        result.get("alternatives")
                .forEach(
                        each -> {
                            if (each.get("isPossible").asBoolean()) {
                                possible.add(each);
                            }
                        });
        return possible;
    }

    @Test
    void ranksEveryPolicyOnEachProviderAndOnTheFreeChoiceAboveTheBound() throws IOException {
        JsonNode result = cloud("a", "oscillating", SHORT, "--providers", "aws,gcp,azure");

        assertThat(result.get("alternatives"))
                .filteredOn(each -> !each.get("providers").asText().contains("/")) // simple plans
                .hasSize(5 * 4);
        double bound = result.at("/bound/usd").asDouble();
        double before = 0;
        for (JsonNode each : possible(result)) {
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
                cloud("a", "random", SHORT, "--quantum", "1h", "--policies", "fixed,lookahead");

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
        assertThat(charged).hasSize(possible(result).size());
        for (JsonNode each : possible(result)) {
            String key = each.get("policy").asText() + " " + each.get("providers").asText();
            assertThat(each.get("usd").asDouble())
                    .as(key)
                    .isCloseTo(charged.get(key), within(1e-6));
        }
    }

    @Test
    void ranksWhatDoesNotHoldTheDemandBehindWhatDoes() throws IOException {
        JsonNode result =
                cloud("a", "oscillating", "--boot=3m", "--providers=aws", "--max-shortage=2h");

        boolean hasShort = false;
        for (JsonNode each : possible(result)) {
            boolean isShort = each.get("underProvisionedSeconds").asInt() > 7_200;
            assertThat(each.get("holds").asBoolean()).isEqualTo(!isShort);
            assertThat(hasShort && !isShort).as("a holding one behind a short one").isFalse();
            hasShort |= isShort;
        }
        assertThat(hasShort).isTrue();
        assertThat(possible(result).get(0).get("holds").asBoolean()).isTrue();
        JsonNode allowed =
                cloud("b", "oscillating", "--boot=3m", "--providers=aws", "--max-shortage=1d");
        double before = 0;
        for (JsonNode each : possible(allowed)) {
            assertThat(each.get("usd").asDouble()).isGreaterThanOrEqualTo(before);
            before = each.get("usd").asDouble();
        }
    }

    /**
     * VMs that boot for most of an hour hold nothing: the cheapest of those is no place to go to.
     */
    @Test
    void advisesNobodyToGoToWhatDoesNotHoldTheDemand() throws IOException {
        JsonNode result =
                cloud("a", "oscillating", SHORT, "--boot=50m", "--policies=fixed,type-adaptive");
        assertThat(possible(result)).noneMatch(each -> each.get("holds").asBoolean());
        assertThat(result.at("/advice/stay").asBoolean()).isTrue();
        assertThat(
                        Stowage.run("inspect", directory.resolve("a"))
                                .exits(0)
                                .out()
                                .replaceAll("\\s+", " "))
                .contains("Nothing compared holds the demand:")
                .doesNotContain("Go from");
        assertThat(Files.readString(directory.resolve("a/report.html")))
                .contains("Nothing compared holds the demand");
        assertThat(result.get("notes").toString()).contains("azure does not charge the last 60 s");
    }

    /** N2 at a list price above AWS, and below it after sustained use. */
    @Test
    void ranksByTheBillAndNotByListPrices() throws IOException {
        Path steady = csv("time_s,cpu,memory_gib\n0,40,160\n1314000,40,160\n");
        JsonNode result =
                cloud(
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
        for (JsonNode each : possible(result)) {
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
            cloud("t" + threads, "random", SHORT, "--seed", "3", "--threads", threads);
        }
        for (String file : List.of("cloud.json", "timeline.csv")) {
            assertThat(directory.resolve("t4").resolve(file))
                    .hasSameTextualContentAs(directory.resolve("t1").resolve(file));
        }
    }

    @Test
    void takesADemandFromACsvAndSaysWhatSingleCannotHold() throws IOException {
        Path demand = csv("cpu,time_s,memory_gib\n4,100,8\n5000,700,8\n4,1300,8\n");

        JsonNode result = cloud("a", demand, "--policies", "single,fixed", "--providers", "aws");

        assertThat(result.at("/demand/seconds").asDouble()).isEqualTo(1_800);
        assertThat(result.at("/demand/peak/cpu").asDouble()).isEqualTo(5_000);
        JsonNode last = result.get("alternatives").get(1);
        assertThat(last.get("policy").asText()).isEqualTo("single");
        assertThat(last.at("/refusal/place").asText()).isEqualTo("demand at 600 s");
        assertThat(last.at("/refusal/able").toString()).contains("adaptive", "fixed");
        Stowage.run(
                        "cloud",
                        demand,
                        "--policies",
                        "single",
                        "--providers",
                        "aws",
                        "-o",
                        directory.resolve("b"))
                .exits(3)
                .says("demand at 600 s", "5000.0 cores", "These policies can: adaptive, fixed");
    }

    @Test
    void addsUpTheRequestsOfTasks() throws IOException {
        Path tasks =
                Files.writeString(
                        directory.resolve("tasks.csv"),
                        """
                        submit_s,duration_s,cpu,memory_gib,class
                        0,600,2,4,batch
                        60,600,1,2,user_facing
                        600,60,2,4,batch
                        """);

        JsonNode all = cloud("a", tasks, "--policies", "fixed");
        JsonNode batch = cloud("b", tasks, "--policies", "fixed", "--class", "batch");

        assertThat(all.at("/demand/tasks").asInt()).isEqualTo(3);
        assertThat(all.at("/demand/peak/cpu").asDouble()).isEqualTo(3);
        assertThat(all.at("/demand/seconds").asDouble()).isEqualTo(660);
        assertThat(batch.at("/demand/tasks").asInt()).isEqualTo(2);
        assertThat(batch.at("/demand/peak/cpu").asDouble()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0,1,1;-5,2,2 | 3: found "-5" as time_s
                    0,1,1;60,-2,2 | 3: found "-2" as cpu
                    0,1,1;60,NaN,2 | 3: found "NaN" as cpu
                    0,1,1;60,2, | 3: found no memory_gib
                    0,1,1;,2,2 | 3: found no time_s
                    0,1,1;60,2,2;60,1,1 | 4: found time_s 60, not after the row before it
                    0,1,1;60,2,2;30,1,1 | 4: found time_s 30, not after the row before it
                    0,1,1 | found 1 row, expected at least two
                    0,0,0;60,0,0 | a demand of nothing
                    0,1,1;60,1e12,1 | at most 10,000,000 cores
                    """)
    void refusesABadDemandWithItsLine(String rows, String message) throws IOException {
        Path demand = csv("time_s,cpu,memory_gib\n" + rows.strip().replace(';', '\n') + "\n");

        Stowage.run("cloud", demand, "-o", directory.resolve("a"))
                .exits(3)
                .says("demand.csv", message);
        assertThat(directory.resolve("a")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    sawtooth | one of gradual, oscillating, random
                    oscillating --policies cheapest | "cheapest"
                    oscillating --policies optimal | expected one of single
                    oscillating --providers ibm | one of aws, gcp, azure
                    oscillating --arch sparc | one of x86_64, arm64
                    oscillating --quantum 0s | expected whole seconds, at least 1
                    oscillating --interruptions 0.1 | found without --spot
                    oscillating --class batch | found with a shape, expected a trace
                    oscillating --stay aws/mars | "aws/mars"
                    oscillating --min-size 8c8g --max-size 4c4g | expected at least 8c8g
                    """)
    void refusesWrongUsage(String line, String message) {
        List<Object> args = new ArrayList<>(List.of("cloud"));
        args.addAll(List.of(line.strip().split(" ")));
        args.addAll(List.of("-o", directory.resolve("a")));
        Stowage.run(args.toArray()).exits(2).says(message);
    }

    @Test
    void refusesWhatTheCatalogueDoesNotHave() {
        Object out = directory.resolve("a");
        Stowage.run("cloud", "gradual", "--regions", "aws/mars", "-o", out)
                .exits(3)
                .says("\"aws/mars\"", "us-east-1");
        Stowage.run("cloud", "gradual", "--cpu-score", "m9.huge", "-o", out)
                .exits(3)
                .says("\"m9.huge\"");
        Stowage.run("cloud", "gradual", SHORT, "--explain", "m9.huge", "-o", out)
                .exits(3)
                .says("\"m9.huge\"", "none of the providers");
        Stowage.run("cloud", "gradual", "--min-size", "9000c9g", "-o", out)
                .exits(3)
                .says("nothing to rent", "below the least size");
    }

    @Test
    void saysWhyATypeWasRentedOrNot() throws IOException {
        JsonNode result = cloud("a", "gradual", SHORT, "--arch", "x86_64", "--explain", "all");

        Map<String, Integer> places = new TreeMap<>();
        for (JsonNode each : result.get("explanation")) {
            places.merge(each.get("why").asText().replaceFirst(":.*", ""), 1, Integer::sum);
        }
        int dominated = result.at("/types/dominated").asInt();
        int offers = result.at("/types/offers").asInt();
        int leftOut = 0;
        for (JsonNode count : result.at("/types/leftOut")) {
            leftOut += count.asInt();
        }
        assertThat(result.get("explanation")).hasSize(offers + leftOut);
        assertThat(places.get("left out")).isEqualTo(leftOut).isPositive();
        assertThat(
                        places.getOrDefault("never pays in a mix", 0)
                                + places.getOrDefault("rented alone; never pays in a mix", 0))
                .isEqualTo(dominated);
    }

    @Test
    void advisesToStayWhereGoingSavesTooLittle() {
        Object[] args = {
            "cloud",
            "gradual",
            SHORT,
            "--stay",
            "aws/us-east-1/fixed",
            "--savings-threshold",
            "99%",
            "-o",
            directory.resolve("a")
        };

        assertThat(Stowage.run(args).exits(0).out().replaceAll("\\s+", " "))
                .contains("Stay with fixed on aws/us-east-1:", "less than the threshold of 99.0%");
        args[6] = "1%";
        assertThat(Stowage.run(concat(args, "--force")).exits(0).out())
                .contains("Go from fixed on aws/us-east-1 to ");
    }

    private static Object[] concat(Object[] args, Object last) {
        List<Object> all = new ArrayList<>(List.of(args));
        all.add(last);
        return all.toArray();
    }

    @Test
    void rentsSpotVmsThatAreTakenBackAndCountsThem() throws IOException {
        JsonNode result =
                cloud(
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

        JsonNode only = possible(result).get(0);
        assertThat(only.get("interruptions").asInt()).isPositive();
        assertThat(result.get("notes").toString())
                .contains("a mix with VMs on demand is not compared")
                .doesNotContain("never to be taken back");
        assertThat(only.at("/mix/0/pricing").asText()).isEqualTo("spot");
        assertThat(only.get("usd").asDouble())
                .isGreaterThanOrEqualTo(result.at("/bound/usd").asDouble());
    }

    @Test
    void saysThatSpotVmsAreTakenNeverToBeTakenBackIfNoRateIsGiven() throws IOException {
        JsonNode result =
                cloud("a", "gradual", SHORT, "--spot", "--policies=fixed", "--providers=aws");

        assertThat(possible(result).get(0).get("interruptions").asInt()).isZero();
        assertThat(result.get("notes").toString())
                .contains(
                        "Spot VMs are taken never to be taken back, as no rate was given",
                        "a mix with VMs on demand is not compared");
    }

    @Test
    void saysThatAllRegionsCountAsEquallyGoodUnlessSomeAreNamed() throws IOException {
        String[] rest = {SHORT, "--policies=fixed", "--providers=aws"};
        JsonNode free = cloud("a", "gradual", rest[0], rest[1], rest[2]);
        JsonNode named = cloud("b", "gradual", rest[0], rest[1], rest[2], "--regions=us-east-1");

        int regions = free.at("/catalogue/providers/0/regions").asInt();
        assertThat(free.get("notes").toString())
                .contains("All " + regions + " regions count as equally good");
        assertThat(named.get("notes").toString()).doesNotContain("equally good");
    }

    /** A small VM is cheap at one place, a large one at the other; moving costs too much. */
    @Test
    void saysWhereAFreeChoiceCostsMoreThanOneProvider() throws IOException {
        Path prices =
                Files.writeString(
                        directory.resolve("prices.csv"),
                        """
                        provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date
                        aws,here,m.small,m,1,1,0.09,a test,2026-07-20
                        aws,here,m.large,m,8,8,0.80,a test,2026-07-20
                        gcp,there,n.small,n,1,1,0.10,a test,2026-07-20
                        gcp,there,n.large,n,8,8,0.40,a test,2026-07-20
                        """);
        JsonNode result =
                cloud(
                        "a",
                        csv("time_s,cpu,memory_gib\n0,1,1\n3600,8,8\n86400,8,8\n"),
                        "--catalog",
                        prices,
                        "--providers=aws,gcp",
                        "--policies=single",
                        "--state-gib=1000",
                        "--egress=0.09");

        assertThat(result.get("notes").toString())
                .contains("single on any provider costs", "more than on gcp alone");
    }

    @Test
    void callsTheGapToABoundThatIsNotTheOptimumAtMostThat() throws IOException {
        String said =
                Stowage.run(
                                "cloud",
                                "oscillating",
                                "--duration=2h",
                                "--boot=90s",
                                "--providers=aws,gcp",
                                "--policies=fixed,offline-optimum",
                                "--quantum=1h",
                                "-o",
                                directory.resolve("a"))
                        .exits(0)
                        .out();

        assertThat(said).contains("gap <=", "so the gap is at most that", "; short by up to ");
        assertThat(Files.readString(directory.resolve("a/report.html")))
                .contains("Above optimum, at most", "at worst", "has too little for the least time")
                .doesNotContain("is the cheapest: ");
    }

    @Test
    void showsWhatIsMissingWhileVmsBoot() throws IOException {
        JsonNode result =
                cloud("a", "random", SHORT, "--boot", "90s", "--policies", "fixed,lookahead");

        assertThat(result.toString()).contains("lookahead[ahead=3]");
        assertThat(possible(result))
                .anySatisfy(
                        each ->
                                assertThat(each.get("underProvisionedSeconds").asInt())
                                        .isPositive());
        for (JsonNode each : possible(result)) {
            assertThat(each.get("mostMissing").asDouble() > 0)
                    .isEqualTo(each.get("underProvisionedSeconds").asInt() > 0);
        }
    }

    @Test
    void refusesAnExistingOutput() throws IOException {
        Path out = Files.createDirectory(directory.resolve("a"));
        Files.writeString(out.resolve("mine.txt"), "mine");

        Stowage.run("cloud", "gradual", SHORT, "-o", out).exits(3).says("an existing directory");
        Stowage.run("cloud", "gradual", SHORT, "-o", out, "--force")
                .exits(3)
                .says("a directory with other content");
    }

    @Test
    void saysHowManyVmsToCommitTo() throws IOException {
        JsonNode steady =
                cloud(
                        "steady",
                        csv("time_s,cpu,memory_gib\n0,16,64\n3600,16,64\n"),
                        "--providers=aws",
                        "--regions=us-east-1",
                        "--policies=lookahead",
                        "--commitment=1");
        JsonNode best = steady.at("/commitments/best");
        assertThat(best.get("usd").asDouble())
                .isLessThan(best.get("onDemandUsd").asDouble())
                .isGreaterThanOrEqualTo(best.get("boundUsd").asDouble());
        assertThat(best.get("lines")).isNotEmpty();
        double committed = 0;
        for (JsonNode line : best.get("lines")) {
            committed += line.get("count").asInt() * line.get("usdPerHour").asDouble() * 2;
        }
        assertThat(committed).isLessThanOrEqualTo(best.get("usd").asDouble() + 1e-6);
        for (JsonNode line : steady.at("/commitments/breakEven")) {
            assertThat(line.get("breakEven").asDouble()).isBetween(0.1, 1.0);
            assertThat(line.get("count").asInt()).isPositive();
        }
        Stowage.run("cloud", "gradual", SHORT, "--commitment=2").exits(2);
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
                .says("cloud.json", "found formatVersion 1", "formatVersion 3");
    }

    @Test
    void doesNotRentAtAPriceThatVerifyDoubtsUnlessTold() throws IOException {
        StringBuilder rows =
                new StringBuilder(
                        "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date\n");
        for (String region : List.of("one", "two", "three", "four")) {
            String price = region.equals("four") ? "0.02" : "0.1";
            rows.append("aws,").append(region).append(",m.large,m,2,8,").append(price);
            rows.append(",a test,2026-07-20\n");
        }
        Path prices = Files.writeString(directory.resolve("prices.csv"), rows.toString());
        JsonNode result = cloud("right", "gradual", SHORT, "--providers=aws", "--catalog", prices);
        assertThat(result.get("alternatives").findValuesAsText("region")).doesNotContain("four");
        assertThat(result.at("/types/leftOut/suspect").asInt()).isEqualTo(1);
        String doubt =
                "aws four m.large (0.02 USD/hour, expected about 0.1000 as in other regions)";
        assertThat(result.get("notes").toString()).contains(doubt, "--allow-suspect");
        assertThat(Files.readString(directory.resolve("right/report.html"))).contains(doubt);

        JsonNode asked =
                cloud(
                        "wrong",
                        "gradual",
                        SHORT,
                        "--providers=aws",
                        "--catalog",
                        prices,
                        "--allow-suspect");
        assertThat(asked.at("/alternatives/0/mix/0/region").asText()).isEqualTo("four");
        assertThat(asked.get("notes").toString()).contains("rests on a price", doubt);
    }
}
