package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changed since an earlier night, whether that is noise, and why. */
class SweepChangeTest {
    @TempDir private Path folder;
    private SweepFixture fixture;

    @BeforeEach
    void files() throws IOException {
        fixture = SweepFixture.in(folder);
    }

    @Test
    void theSameNightTwiceHasNoChange() throws IOException {
        fixture.replace("base.yaml", "monthlyUsd: 38", "monthlyUsd: 38.50");
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 1.30]}\n");
        fixture.run(0, sweep, "monday");
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains("Nothing changed in 2 joined cells", "inputs of the cells are the same");
    }

    @Test
    void eachInputIsChangedBackAlone() throws IOException {
        Path sweep = fixture.sweep("vary: {policies.placement: [best-fit, worst-fit]}\n");
        fixture.run(0, sweep, "monday");
        String servers = figure("monday", 0, "servers");
        StringBuilder more = new StringBuilder(Files.readString(folder.resolve("tasks.csv")));
        for (int i = 0; i < 60; i++) {
            more.append("7,30,1,1\n");
        }
        Files.writeString(folder.resolve("tasks.csv"), more);
        fixture.replace("base.yaml", "monthlyUsd: 38", "monthlyUsd: 40");
        var result =
                fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday"), "--explain");
        assertThat(result.out())
                .contains(
                        "tasks.csv: tasks 60 before, 120 now",
                        "servers.type.monthlyUsd: 38 before, 40 now",
                        "4 cells asked again",
                        "with tasks.csv as before it is " + servers);
        JsonNode explanation =
                new ObjectMapper()
                        .readTree(fixture.out("tuesday/sweep.json").toFile())
                        .at("/changes/explanation");
        for (JsonNode part : explanation.get("figures")) {
            if (part.get("figure").textValue().equals("servers")) {
                boolean isPrice = part.get("input").textValue().endsWith("monthlyUsd");
                assertThat(part.get("withInputAsBefore"))
                        .isEqualTo(part.get(isPrice ? "after" : "before"));
            }
        }
    }

    private String figure(String night, int cell, String name) throws IOException {
        return new ObjectMapper()
                .readTree(fixture.out(night).resolve("sweep.json").toFile())
                .at("/cells/" + cell + "/figures/" + name)
                .asText();
    }

    @Test
    void countsTheOffersThatMoved() throws IOException {
        String head = Files.readString(Path.of(CATALOGUE)).lines().findFirst().orElseThrow();
        var rows = Files.readString(Path.of(CATALOGUE)).lines().skip(1).limit(6).toList();
        Path prices = folder.resolve("prices.csv");
        Files.writeString(prices, head + "\n" + String.join("\n", rows) + "\n");
        Path sweep = fixture.sweep("vary: {catalog: [prices.csv]}\n");
        fixture.run(0, sweep, "monday");
        String row = rows.get(2);
        int column = java.util.List.of(head.split(",")).indexOf("price_usd_per_hour");
        String[] fields = row.split(",", -1);
        fields[column] = "99";
        Files.writeString(prices, Files.readString(prices).replace(row, String.join(",", fields)));
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains("1 of 6 offers moved: 1 dearer, 0 cheaper");
    }

    private static final String CATALOGUE =
            "cloud-catalogs/src/main/resources/dev/stowage/catalog/reference.csv";

    @Test
    void newAndVanishedCellsAreNamed() throws IOException {
        fixture.run(0, fixture.sweep("vary: {workload.growth: [1, 2]}\n"), "monday");
        Path sweep = fixture.sweep("vary: {workload.growth: [2, 3]}\n");
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains(
                        "New cells: workload.growth=3",
                        "Vanished cells: workload.growth=1",
                        "1 joined cell");
    }

    @Test
    void sampledInputsHaveIndicesAndTheirReportSaysWhatIsEnough() throws IOException {
        Path sweep =
                fixture.sweep(
                        """
                        vary:
                          workload.growth: {uniform: [1, 2]}
                          servers.type.monthlyUsd: {uniform: [30, 40]}
                        sample: {method: sobol, n: 16, indices: true}
                        """);
        var result = fixture.run(0, sweep, "out");
        assertThat(result.out())
                .contains(
                        "servers are enough in 90 % of 32 draws",
                        "What decides servers: workload.growth");
        JsonNode root = new ObjectMapper().readTree(fixture.out("out/sweep.json").toFile());
        JsonNode inputs = root.at("/effects/0/sobol/inputs");
        assertThat(inputs.get(0).at("/total/value").doubleValue()).isGreaterThan(0.8);
        assertThat(inputs.get(1).at("/total/value").doubleValue()).isZero();
        assertThat(root.at("/capacity/0/cells").intValue()).isEqualTo(32);
        assertThat(Files.readString(fixture.out("out/report.html")))
                .contains("Needed capacity", "Main effects", "Sobol' indices", "Look for yourself");
    }
}
