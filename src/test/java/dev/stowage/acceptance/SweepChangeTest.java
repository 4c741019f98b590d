package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
                        "The answer changed in 2 of 2 joined cells: servers in 2, cost.monthlyUsd in 2",
                        "2 cells asked again, 4 times in all",
                        "with tasks.csv as before it is " + servers)
                .containsPattern("cost.monthlyUsd went from [0-9,]+ to [0-9,]+; with")
                .doesNotContain("cost.yearlyUsd went", "planned.servers went")
                .doesNotContainPattern("went from [0-9]+\\.[0-9]{7}");
        assertThat(Files.readString(fixture.out("tuesday/report.html")))
                .contains(
                        "2 cells asked again, 4 times in all, each with one input as it was before.")
                .doesNotContain(" went from ");
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

    /**
     * Twice the distribution is twice the price at each point, so the cost is twice what it was in
     * each cell if, and only if, each draw is compared with its own.
     */
    @Test
    void drawsOfAnotherDistributionAreComparedPointByPoint() throws IOException {
        String sample =
                "sample: {method: latin-hypercube, n: 8}\nchecks: [change of cost.monthlyUsd <= 100.1 %,"
                        + " change of servers = 0]\n";
        String drawn = "vary: {workload.growth: [1, 2], servers.type.monthlyUsd: {uniform: ";
        fixture.run(0, fixture.sweep(drawn + "[10, 20]}}\n" + sample), "monday");
        var tuesday =
                fixture.run(
                        0,
                        fixture.sweep(drawn + "[20, 40]}}\n" + sample),
                        "tuesday",
                        "--against",
                        fixture.out("monday"),
                        "--explain");
        assertThat(tuesday.out())
                .contains(
                        "16 of 16 joined cells",
                        "servers.type.monthlyUsd: drawn from uniform [10, 20] before, drawn from"
                                + " uniform [20, 40] now, compared draw by draw.")
                .containsPattern("with servers.type.monthlyUsd as before it is")
                .doesNotContain("New cells", "Vanished cells");
        JsonNode result = new ObjectMapper().readTree(fixture.out("tuesday/sweep.json").toFile());
        int costs = 0;
        for (JsonNode each : result.at("/changes/figures")) {
            if (each.get("figure").textValue().equals("cost.monthlyUsd")) {
                assertThat(Double.parseDouble(each.get("after").textValue()))
                        .isCloseTo(
                                2 * Double.parseDouble(each.get("before").textValue()),
                                within(0.02)); // draws have six digits
                costs++;
            }
        }
        assertThat(costs).isEqualTo(16);
        for (JsonNode part : result.at("/changes/explanation/figures")) {
            assertThat(part.get("withInputAsBefore").asDouble())
                    .isEqualTo(part.get("before").asDouble());
        }
    }

    /** Another number of points is another sample: nothing says which draw was which. */
    @Test
    void drawsOfAnotherSampleAreNewCells() throws IOException {
        String drawn = "vary: {workload.growth: {uniform: [1, 2]}}\nsample: {method: random, n: ";
        fixture.run(0, fixture.sweep(drawn + "4, seed: 1}\n"), "monday");
        Path sweep = fixture.sweep(drawn + "4, seed: 2}\n");
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains(
                        "nothing is compared",
                        "sample: 4 points by random of workload.growth, seed 1 before, 4 points by"
                                + " random of workload.growth, seed 2 now");
    }

    /** Draws of whole numbers fall together, and others of them when the distribution is moved. */
    @Test
    void drawsThatFellTogetherAreComparedOneByOne() throws IOException {
        String drawn = "vary: {seed: {integer: ";
        String sample = "}}\nsample: {method: sobol, n: 8}\n";
        fixture.run(0, fixture.sweep(drawn + "[1, 2]" + sample), "monday");
        Path sweep = fixture.sweep(drawn + "[1, 4]" + sample);
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains("4 joined cells")
                .doesNotContain("New cells", "Vanished cells");
    }

    /** Eight draws fell on 2 and on 3 cores, and all fall on 2 now: those of 3 changed. */
    @Test
    void drawsThatFallTogetherAreComparedWithEachCellThatTheyWere() throws IOException {
        String drawn = "vary: {servers.type.cpu: {integer: ";
        String sample = "}}\nsample: {method: sobol, n: 8}\nchecks: [change of servers = 0]\n";
        fixture.run(0, fixture.sweep(drawn + "[2, 3]" + sample), "monday");
        String less = figure("monday", 0, "servers");
        String more = figure("monday", 1, "servers");
        assertThat(less).isNotEqualTo(more);
        String out =
                fixture.run(
                                1,
                                fixture.sweep(drawn + "[2, 2]" + sample),
                                "tuesday",
                                "--against",
                                fixture.out("monday"),
                                "--explain")
                        .out();
        assertThat(out)
                .contains("change of servers = 0: broken by 1 of 1 cell", "1 of 1 joined cell")
                .contains("Not changed back: draws that fall together", "No cell was asked again.")
                .doesNotContain("Vanished cells", "Nothing changed");
    }

    /** 60.0 is 60, also where the need of a slice is compared. */
    @Test
    void needsAreComparedHoweverTheNumbersOfASliceAreSpelled() throws IOException {
        String drawn = "vary: {servers.type.monthlyUsd: {uniform: [10, 20]}, workload.growth: [";
        String sample = "]}\nsample: {method: sobol, n: 4}\n";
        fixture.run(0, fixture.sweep(drawn + "1, 2" + sample), "monday");
        Path sweep = fixture.sweep(drawn + "1.0, 2.00" + sample);
        assertThat(
                        fixture.run(
                                        0,
                                        sweep,
                                        "tuesday",
                                        "--against",
                                        fixture.out("monday"),
                                        "--explain")
                                .out())
                .contains("Nothing changed in 8 joined cells", "No cell was asked again.")
                .containsPattern("workload.growth=1[.0]*: enough in 90 %: 16 servers before, as")
                .containsPattern("workload.growth=2[.0]*: enough in 90 %: 30 servers before, as")
                .doesNotContain("each with one input");
    }

    @Test
    void aDamagedEarlierNightIsRefusedWithItsPlace() throws IOException {
        Path sweep = fixture.sweep("vary: {workload.growth: [1, 2]}\n");
        fixture.run(0, sweep, "monday");
        Path file = fixture.out("monday/sweep.json");
        String whole = Files.readString(file);
        Files.writeString(file, whole.replaceFirst("\"base\"", "\"bass\""));
        assertThat(fixture.run(3, sweep, "tuesday", "--against", fixture.out("monday")).err())
                .contains("nothing at base", "Run the earlier sweep again with this version.");
        Files.writeString(file, whole.substring(0, whole.length() / 2));
        assertThat(fixture.run(3, sweep, "wednesday", "--against", fixture.out("monday")).err())
                .contains("sweep.json:", "sweep.json of this version");
    }

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

    /** The name of an alternative stays, and what it sets does not. */
    @Test
    void anAlternativeThatSetsOtherValuesIsAReason() throws IOException {
        Path monday =
                fixture.sweep(
                        "vary: {size: {a: {servers.type.cpu: 3}, b: {servers.type.cpu: 8}}}\n");
        fixture.run(0, monday, "monday");
        Path tuesday =
                fixture.sweep(
                        "vary: {size: {a: {servers.type.cpu: 2}, b: {servers.type.cpu: 8}}}\n");
        var result =
                fixture.run(0, tuesday, "tuesday", "--against", fixture.out("monday"), "--explain");
        assertThat(result.out())
                .contains(
                        "servers.type.cpu: 3 before, 2 now (size=a)",
                        "1 cell asked again",
                        "with servers.type.cpu as before it is")
                .doesNotContain("The inputs of the cells are the same");
    }

    @Test
    void aSeedThatAnAlternativeSetsIsASeed() throws IOException {
        String drawn =
                "vary: {draw: {a: {seed: %d}, b: {seed: 2}}, policies.placement: [random]}\n";
        fixture.run(0, fixture.sweep(drawn.formatted(1)), "monday");
        var result =
                fixture.run(
                        0,
                        fixture.sweep(drawn.formatted(11)),
                        "tuesday",
                        "--against",
                        fixture.out("monday"));
        assertThat(result.out())
                .contains("seed: 1 before, 11 now (draw=a", "other draws, not told from noise")
                .doesNotContain("same draws");
    }

    /** What simulate replays from a file under policies that draw nothing has no noise. */
    @Test
    void aReplayWithoutDrawsHasNoNoise() throws IOException {
        String replay =
                "question: simulate\nbase: {workload: tasks.csv, servers: %s, placement: %s}\n";
        Path sweep = fixture.out("replay.yaml");
        Files.writeString(sweep, replay.formatted("3x4c8g", "best-fit"));
        fixture.run(0, sweep, "monday");
        Files.writeString(sweep, replay.formatted("2x4c8g", "best-fit"));
        assertThat(fixture.run(0, sweep, "tuesday", "--against", fixture.out("monday")).out())
                .contains("no draws", "all of it comes of the inputs")
                .doesNotContain("same draws");
        Files.writeString(sweep, replay.formatted("2x4c8g", "random"));
        fixture.run(0, sweep, "wednesday");
        Files.writeString(sweep, replay.formatted("3x4c8g", "random"));
        assertThat(fixture.run(0, sweep, "thursday", "--against", fixture.out("wednesday")).out())
                .contains("same draws, others not tried")
                .doesNotContain("no draws");
    }

    @Test
    void cellsThatLostTheirAnswerAreNamed() throws IOException {
        String text =
                """
                servers: [{name: a, count: 3, cpu: 8, memoryGiB: 16}]
                services: [{name: x, replicas: 3, cpu: %s, memoryGiB: 4, on: [a-1, a-2, a-3]}]
                """;
        Files.writeString(fixture.out("one.yaml"), text.formatted("3"));
        Files.writeString(fixture.out("two.yaml"), text.formatted("4"));
        Path sweep = fixture.out("pack.yaml");
        Files.writeString(
                sweep,
                """
                question: pack
                base: {max-moves: 2}
                vary: {input: [one.yaml, two.yaml]}
                """);
        fixture.run(0, sweep, "monday");
        Files.writeString(fixture.out("one.yaml"), text.formatted("7"));
        Files.writeString(fixture.out("two.yaml"), text.formatted("9"));

        Object[] arguments = {
            "sweep",
            sweep,
            "-o",
            fixture.out("tuesday"),
            "--against",
            fixture.out("monday"),
            "--explain"
        };
        String out = Stowage.run(arguments).out();

        assertThat(out)
                .contains("Without an answer now, with one before: input=two.yaml")
                .contains("input=one.yaml: result.servers went from 2 to 3")
                .contains(" no draws,")
                .contains("input=one.yaml: moves[0].bytes went from", " to none; with one.yaml as")
                .doesNotContain("it is without an answer");
    }

    @Test
    void aSettingMayBeCalledAsAFigure() throws IOException {
        Path sweep =
                fixture.sweep(
                        """
                        vary:
                          servers: {a: {servers.type.cpu: 3}, b: {servers.type.cpu: 8}}
                          state: {x: {seed: 1}}
                        """);
        fixture.run(0, sweep, "out");
        assertThat(Files.readString(fixture.out("out/sweep.csv")))
                .startsWith("setting servers,setting state,state,reason,servers,");
    }
}
