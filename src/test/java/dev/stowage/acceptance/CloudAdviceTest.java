package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code stowage cloud} advises, and what it says of what that rests on. */
class CloudAdviceTest {
    private static final String SHORT = "--duration=4h";

    @TempDir private Path directory;

    private CloudRuns runs() {
        return new CloudRuns(directory);
    }

    private Path csv(String text) throws IOException {
        return Files.writeString(directory.resolve("demand.csv"), text);
    }

    /**
     * VMs that boot for most of an hour hold nothing: the cheapest of those is no place to go to.
     */
    @Test
    void advisesNobodyToGoToWhatDoesNotHoldTheDemand() throws IOException {
        JsonNode result =
                runs().cloud(
                                "a",
                                "oscillating",
                                SHORT,
                                "--boot=50m",
                                "--policies=fixed,type-adaptive");
        assertThat(CloudRuns.possible(result)).noneMatch(each -> each.get("holds").asBoolean());
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

    @Test
    void saysWhyATypeWasRentedOrNot() throws IOException {
        JsonNode result =
                runs().cloud("a", "gradual", SHORT, "--arch", "x86_64", "--explain", "all");

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
                .contains("Stay with fixed on aws/us-east-1:", "less than the threshold of 99.0 %");
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
    void saysThatSpotVmsAreTakenNeverToBeTakenBackIfNoRateIsGiven() throws IOException {
        JsonNode result =
                runs().cloud(
                                "a",
                                "gradual",
                                SHORT,
                                "--spot",
                                "--policies=fixed",
                                "--providers=aws");

        assertThat(CloudRuns.possible(result).get(0).get("interruptions").asInt()).isZero();
        assertThat(result.get("notes").toString())
                .contains(
                        "Spot VMs are taken never to be taken back, as no rate was given",
                        "a mix with VMs on demand is not compared");
    }

    @Test
    void saysThatAllRegionsCountAsEquallyGoodUnlessSomeAreNamed() throws IOException {
        String[] rest = {SHORT, "--policies=fixed", "--providers=aws"};
        JsonNode free = runs().cloud("a", "gradual", rest[0], rest[1], rest[2]);
        JsonNode named =
                runs().cloud("b", "gradual", rest[0], rest[1], rest[2], "--regions=us-east-1");

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
                runs().cloud(
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
                runs().cloud(
                                "a",
                                "random",
                                SHORT,
                                "--boot",
                                "90s",
                                "--policies",
                                "fixed,lookahead");

        assertThat(result.toString()).contains("lookahead[ahead=3]");
        assertThat(CloudRuns.possible(result))
                .anySatisfy(
                        each ->
                                assertThat(each.get("underProvisionedSeconds").asInt())
                                        .isPositive());
        for (JsonNode each : CloudRuns.possible(result)) {
            assertThat(each.get("mostMissing").asDouble() > 0)
                    .isEqualTo(each.get("underProvisionedSeconds").asInt() > 0);
        }
    }

    @Test
    void saysHowManyVmsToCommitTo() throws IOException {
        JsonNode steady =
                runs().cloud(
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
        JsonNode result =
                runs().cloud("right", "gradual", SHORT, "--providers=aws", "--catalog", prices);
        assertThat(result.get("alternatives").findValuesAsText("region")).doesNotContain("four");
        assertThat(result.at("/types/leftOut/suspect").asInt()).isEqualTo(1);
        String doubt =
                "aws four m.large (0.02 USD/hour, expected about 0.1000 as in other regions)";
        assertThat(result.get("notes").toString()).contains(doubt, "--allow-suspect");
        assertThat(Files.readString(directory.resolve("right/report.html"))).contains(doubt);

        JsonNode asked =
                runs().cloud(
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
