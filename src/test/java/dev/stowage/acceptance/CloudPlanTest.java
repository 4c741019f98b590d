package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code stowage cloud} with what a plan has to be like to be carried out. */
class CloudPlanTest {
    private static final String SHORT = "--duration=4h";

    @TempDir private Path directory;

    private JsonNode cloud(String name, Object... args) throws IOException {
        return new CloudRuns(directory).cloud(name, args);
    }

    @Test
    void recommendsTheSimplestPlanAndSaysWhatSimplicityCosts() throws IOException {
        JsonNode result = cloud("simple", "oscillating", SHORT, "--boot=90s", "--providers=aws");

        JsonNode advised = result.at("/recommendation/simplest");
        assertThat(advised.get("policy").asText()).isEqualTo("always-on");
        assertThat(result.at("/alternatives/0/holds").asBoolean()).isTrue();
        assertThat(advised.get("aboveBest").asDouble())
                .isLessThanOrEqualTo(result.at("/recommendation/within").asDouble());
        String text = Stowage.run("inspect", directory.resolve("simple")).exits(0).out();
        assertThat(text).contains("Recommended: always-on on aws/us-east-1", "types");
        assertThat(Files.readString(directory.resolve("simple/report.html")))
                .contains("Recommended: always-on");
    }

    /** The first has a type more, and is cheaper by less than 2 %. */
    @Test
    void billsTheRecommendedPlan() throws IOException {
        JsonNode result =
                cloud(
                        "billed",
                        "oscillating",
                        SHORT,
                        "--providers=gcp",
                        "--quantum=1h",
                        "--decision=1h");

        double advised = result.at("/recommendation/simplest/usd").asDouble();
        assertThat(advised).isGreaterThan(result.at("/alternatives/0/usd").asDouble() + 0.01);
        List<String> lines = Files.readAllLines(directory.resolve("billed/bill.csv"));
        double billed =
                lines.stream()
                        .skip(1)
                        .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[9]))
                        .sum();
        assertThat(billed).isCloseTo(advised, within(0.005));
        assertThat(Files.readString(directory.resolve("billed/report.html")))
                .contains("e2-highmem-2. The lines add up");
        assertThat(result.at("/bound/decidedUsd").asDouble())
                .isGreaterThanOrEqualTo(result.at("/bound/usd").asDouble());
    }

    @Test
    void keepsToTheHomeTheTypesTheOverheadAndTheZones() throws IOException {
        JsonNode result =
                cloud(
                        "limited",
                        "gradual",
                        SHORT,
                        "--home=aws/us-east-1",
                        "--max-types=2",
                        "--max-changes=1",
                        "--head-room=10%",
                        "--overhead=0.2c0.5g",
                        "--zones=3",
                        "--min-hold=1h");

        assertThat(new HashSet<>(result.get("alternatives").findValuesAsText("region")))
                .containsExactly("us-east-1");
        for (JsonNode each : CloudRuns.possible(result)) {
            boolean fits = each.get("types").asInt() <= 2 && each.get("holds").asBoolean();
            assertThat(each.get("fits").asBoolean())
                    .isEqualTo(fits && each.get("mostChangesInADay").asInt() <= 1);
            each.get("mix").forEach(vm -> assertThat(vm.get("most").asInt() % 3).isZero());
        }
        assertThat(result.at("/alternatives/0/fits").asBoolean()).isTrue();
        assertThat(result.get("notes").toString())
                .contains("Home is aws/us-east-1", "no latencies", "gcp, azure", "3 zones");
        assertThat(result.at("/bound/isExact").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--home=us-east-11 | us-east-1",
                "--home=azure/us-east-1 | --home",
                "--zones=0 | from 1 to 20",
                "--max-types=none | at least 1",
                "--zones=2 --commitment=1 | counts VMs one by one",
                "--max-types=2 --portfolio | about policies"
            })
    void refusesLimitsThatCannotBe(String flags, String message) {
        List<Object> all = new ArrayList<>(List.of("cloud", "gradual", SHORT));
        all.addAll(List.of(flags.split(" ", -1)));
        all.addAll(List.of("-o", directory.resolve("none")));
        Stowage.Result result = Stowage.run(all.toArray());
        assertThat(result.exit()).isIn(2, 3);
        result.says(message);
    }
}
