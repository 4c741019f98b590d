package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} with servers that files say are there, energy, and mixes that survive losses. */
class OwnedServersPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPES =
            """
              types:
                - {name: old, cpu: 4, memoryGiB: 16, monthlyUsd: 30, idleWatts: 100, peakWatts: 300, max: 0}
                - {name: small, cpu: 4, memoryGiB: 16, monthlyUsd: 20, purchaseUsd: 1200, years: 5, idleWatts: 60, peakWatts: 100}
                - {name: large, cpu: 16, memoryGiB: 64, monthlyUsd: 130, idleWatts: 90, peakWatts: 150, max: 3}
            """;

    @TempDir private Path directory;

    @BeforeEach
    void writeTasks() throws IOException {
        Random random = new Random(3);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 60; i++) {
            csv.append(i * 5).append(',').append(20 + random.nextInt(100)).append(',');
            csv.append(1 + random.nextInt(2)).append(',').append(1 + random.nextInt(6));
            csv.append('\n');
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private Stowage.Result planned(String servers, String objective) throws IOException {
        write(
                "s.yaml",
                """
                workload: {csv: tasks.csv}
                servers:
                %sobjective: {pendingSeconds: {max: 30}%s}
                search: {max: 60}
                clouds: {providers: []}
                """
                        .formatted(servers, objective));
        return run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("p"), "--force");
    }

    private JsonNode mix(String servers) throws IOException {
        planned(servers, "").exits(0);
        return plan().get("mix");
    }

    private JsonNode plan() throws IOException {
        return JSON.readTree(directory.resolve("p/plan.json").toFile());
    }

    @Test
    void anInventoryAsCsvIsThatOfTheSameGroups() throws IOException {
        JsonNode byHand =
                mix(
                        TYPES
                                + """
                                  existing:
                                    - {type: old, count: 2}
                                    - {type: large, count: 1, mayRetire: true}
                                    - {type: old, count: 5, retireBy: 2027-03}
                                """);
        write(
                "fleet.csv",
                """
                type,may_retire,retire_by
                old,false,
                large,true,
                old,false,2027-03
                old,false,2027-03
                old,false,
                old,false,2027-03
                old,false,2027-03
                old,false,2027-03
                """);
        JsonNode byFile = mix(TYPES + "  existing: [{csv: fleet.csv}]\n");
        assertThat(byFile.get("kinds")).isEqualTo(byHand.get("kinds"));
        assertThat(byFile.get("monthlyUsd")).isEqualTo(byHand.get("monthlyUsd"));
        assertThat(byFile.get("retired")).hasSize(5);
        assertThat(plan().at("/provenance/inputs/servers that are there").asText())
                .isEqualTo("8 servers of fleet.csv");
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        assertThat(JSON.readTree(directory.resolve("q/plan.json").toFile()).get("mix"))
                .isEqualTo(byFile);
    }

    @Test
    void theNodesOfAClusterAreThereBySize() throws IOException {
        StringBuilder nodes = new StringBuilder("{\"kind\": \"List\", \"items\": [");
        for (int i = 0; i < 4; i++) {
            String size =
                    i == 3
                            ? "\"cpu\": \"16\", \"memory\": \"64Gi\""
                            : "\"cpu\": \"7900m\", \"memory\": \"" + (30_000_000 + i) + "Ki\"";
            nodes.append(i == 0 ? "" : ", ")
                    .append(
                            """
                            {"kind": "Node", "metadata": {"name": "n%d"}, "status": {
                              "capacity": {%s}, "allocatable": {%s},
                              "conditions": [{"type": "Ready", "status": "True"}]}}
                            """
                                    .formatted(i, size, size));
        }
        write("nodes.json", nodes + "]}");
        write("pods.json", "{\"kind\": \"List\", \"items\": []}");
        run(
                        "ingest",
                        "kubernetes",
                        directory.resolve("nodes.json"),
                        directory.resolve("pods.json"),
                        "-o",
                        directory.resolve("snapshot"))
                .exits(0);
        String existing = "  existing: [{trace: snapshot, monthlyUsd: 5, mayRetire: true}]\n";
        JsonNode mix = mix(TYPES + existing);
        assertThat(mix.at("/kinds/0/type").asText()).isEqualTo("7.9c28.61g");
        assertThat(mix.at("/kinds/0/most").asInt()).isEqualTo(3);
        assertThat(mix.at("/kinds/0/count").asInt()).isEqualTo(3);
        assertThat(mix.at("/kinds/0/monthlyUsd").asDouble()).isEqualTo(5);
        assertThat(mix.at("/kinds/1/type").asText()).isEqualTo("large");
        assertThat(mix.at("/kinds/1/most").asInt()).isEqualTo(1);
        assertThat(mix.at("/kinds/1/monthlyUsd").asDouble()).isEqualTo(130);
        assertThat(plan().get("notes").toString())
                .contains("4 machines of trace snapshot that are up when it ends, in 2 sizes");

        assertThat(planned(TYPES + "  existing: [{trace: snapshot}]\n", "").exits(3).err())
                .contains("a size that no type has", "monthlyUsd beside trace");
        String energy = "  energy: {pue: 1.5, use: 0.5, usdPerKWh: 0.1}\n";
        assertThat(planned(TYPES + energy + existing, "").exits(3).err())
                .contains("peakWatts beside trace");
    }

    @Test
    void whatIsWrongWithAFileOfServersIsSaidWithItsLine() throws IOException {
        for (String[] wrong :
                new String[][] {
                    {"type\nnew\n", "fleet.csv:2:", "the unknown type \"new\""},
                    {"type,count\nold,2.5\n", "fleet.csv:2:", "2.5 in count"},
                    {"type,count\nold,0\n", "fleet.csv:2:", "0 in count"},
                    {"type,number\nold,1\n", "fleet.csv:1:", "the column \"number\""},
                    {"count\n1\n", "fleet.csv:1:", "no column \"type\""},
                    {"type,may_retire\nold,yes\n", "fleet.csv:2:", "\"yes\" in may_retire"},
                    {"type,retire_by\nold,March\n", "fleet.csv:2:", "\"March\" in retire_by"},
                    {
                        "type,may_retire,retire_by\nold,true,2027-03\n",
                        "fleet.csv:2:",
                        "one of them"
                    },
                    {"", "fleet.csv", "an empty file"},
                }) {
            write("fleet.csv", wrong[0]);
            assertThat(planned(TYPES + "  existing: [{csv: fleet.csv}]\n", "").exits(3).err())
                    .contains(wrong[1], wrong[2]);
        }
        assertThat(planned(TYPES + "  existing: [{csv: no.csv}]\n", "").exits(3).err())
                .contains("no.csv");
        assertThat(planned(TYPES + "  existing: [{trace: no}]\n", "").exits(3).err())
                .contains("no");
        assertThat(
                        planned(
                                        TYPES
                                                + """
                                                  existing:
                                                    - {csv: a.csv, trace: b}
                                                    - {type: old}
                                                    - {count: 2}
                                                    - {csv: a.csv, mayRetire: true}
                                                    - {type: old, count: 1, monthlyUsd: 3}
                                                """,
                                        "")
                                .exits(3)
                                .err())
                .contains("csv and trace")
                .contains("type without count")
                .contains("neither type, nor csv, nor trace")
                .contains("mayRetire or retireBy beside csv")
                .contains("monthlyUsd without trace");
    }

    @Test
    void energyIsInTheCostAndMayBeWhatThereIsToBeTheLeastOf() throws IOException {
        String terms = "  energy: {pue: 1.5, use: 0.5, usdPerKWh: 0.2, gCO2PerKWh: 400}\n";
        JsonNode cost = mix(TYPES + terms);
        // 80 W at half use, times 1.5, over 730 h at 0.2 USD: 17.52, beside 20 + 1200 / 60
        assertThat(cost.at("/kinds/0/type").asText()).isEqualTo("small");
        assertThat(cost.at("/kinds/0/watts").asDouble()).isEqualTo(120);
        assertThat(cost.at("/kinds/0/monthlyUsd").asDouble()).isEqualTo(57.52);
        assertThat(cost.at("/kinds/0/monthlyKgCO2").asDouble()).isEqualTo(35.04);
        JsonNode power = mix(TYPES + terms + "  minimise: power\n");
        assertThat(power.get("minimised").asText()).isEqualTo("power");
        assertThat(power.get("value")).isEqualTo(power.get("watts"));
        assertThat(power.get("watts").asDouble()).isLessThanOrEqualTo(cost.get("watts").asDouble());
        assertThat(power.get("monthlyUsd").asDouble())
                .isGreaterThanOrEqualTo(cost.get("monthlyUsd").asDouble());
        assertThat(power.get("cheapest").asBoolean()).isTrue();
        double watts =
                120 * power.at("/kinds/0/count").asInt() + 180 * power.at("/kinds/1/count").asInt();
        assertThat(power.get("watts").asDouble()).isEqualTo(watts);
        assertThat(run("inspect", directory.resolve("p")).exits(0).out().replace('\u00a0', ' '))
                .containsPattern("lower bound +[0-9.]+ kW \\(each mix below");
        JsonNode carbon = mix(TYPES + terms + "  minimise: carbon\n");
        assertThat(carbon.get("monthlyKgCO2").asDouble())
                .isEqualTo(carbon.get("value").asDouble())
                .isCloseTo(power.get("watts").asDouble() * 0.73 * 0.4, within(0.01));
        assertThat(
                        planned(TYPES + terms + "  minimise: carbon\n", "")
                                .out()
                                .replaceAll("\\s+", " "))
                .contains(
                        "of CO2 a month. It is to have the least CO2", "small count for more than");
        String made = TYPES.replace("max: 3", "max: 3, embodiedKgCO2: 60000, years: 5");
        JsonNode embodied = mix(made + terms + "  minimise: carbon\n");
        assertThat(embodied.at("/kinds/1/count").asInt()).isZero();
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        assertThat(JSON.readTree(directory.resolve("q/plan.json").toFile()).get("mix"))
                .isEqualTo(embodied);
    }

    @Test
    void whatIsWrongWithEnergyIsSaid() throws IOException {
        assertThat(planned(TYPES + "  minimise: power\n", "").exits(3).err())
                .contains("power without energy");
        assertThat(
                        planned(
                                        TYPES
                                                + "  minimise: carbon\n  energy: {pue: 0.9, use:"
                                                + " 1.2, gCO2PerKwh: 3}\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("no gCO2PerKWh", "0.9", "1.2", "gCO2PerKwh");
        assertThat(planned(TYPES + "  energy: {pue: 1.2, use: 0.5}\n", "").exits(3).err())
                .contains("no usdPerKWh");
        String unknown = TYPES.replace(", idleWatts: 60, peakWatts: 100", "");
        assertThat(
                        planned(unknown + "  energy: {pue: 1.2, use: 0.5, usdPerKWh: 1}\n", "")
                                .exits(3)
                                .err())
                .contains("a type without watts");
        assertThat(
                        planned(
                                        "  type: {cpu: 4, memoryGiB: 16}\n  energy: {pue: 1.2, use:"
                                                + " 0.5, usdPerKWh: 1}\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("energy without types");
    }

    @Test
    void aMixSurvivesTheLossOfServersAndOfRacks() throws IOException {
        JsonNode none = mix(TYPES);
        planned(TYPES, ", survive: {servers: 1}").exits(0);
        JsonNode one = plan();
        assertThat(one.get("met").asBoolean()).isTrue();
        assertThat(one.at("/survival/everyChoice").asBoolean()).isTrue();
        assertThat(one.at("/survival/effects/0/largest").asDouble()).isLessThanOrEqualTo(30);
        assertThat(one.at("/mix/monthlyUsd").asDouble())
                .isGreaterThan(none.get("monthlyUsd").asDouble());
        planned(TYPES + "  serversPerDomain: 2\n", ", survive: {domains: 1}").exits(0);
        assertThat(plan().at("/mix/monthlyUsd").asDouble())
                .isGreaterThanOrEqualTo(one.at("/mix/monthlyUsd").asDouble());
        assertThat(
                        planned(
                                        "  types: [{name: a, cpu: 4, memoryGiB: 16, monthlyUsd: 1,"
                                                + " max: 2}]\n",
                                        ", survive: {servers: 2}")
                                .exits(3)
                                .err())
                .contains("2 servers lost of at most 2");
        assertThat(planned(TYPES, ", survive: {}").exits(3).err().replaceAll("\\s+", " "))
                .contains(
                        "objective.survive: found nothing in it, expected at least one of servers,"
                                + " domains",
                        "found neither servers nor domains");
    }

    private Stowage.Result spending(String usd) throws IOException {
        return planned(TYPES + "  budget: {monthlyUsd: " + usd + "}\n", "");
    }

    @Test
    void aBudgetBuysTheBestThatWasFoundAndSaysTheLeastThatIsPossible() throws IOException {
        double cheapest = mix(TYPES).get("monthlyUsd").asDouble();
        double longest = plan().at("/objective/0/value").asDouble();
        spending("100000").exits(0);
        assertThat(plan().get("met").asBoolean()).isTrue();
        assertThat(plan().at("/objective/0/value").asDouble()).isLessThanOrEqualTo(longest);
        assertThat(plan().at("/mix/budget/cheapestMonthlyUsd").asDouble()).isEqualTo(cheapest);
        assertThat(plan().at("/mix/budget/leastMonthlyUsd").asDouble()).isEqualTo(cheapest);

        String tight = String.valueOf(cheapest - 1);
        String out = spending(tight).out().replaceAll("\\s+", " ");
        assertThat(out)
                .contains("a month was found that meets the objective", "stays furthest below")
                .contains("found to hold costs $" + (int) cheapest)
                .contains("no mix below $" + (int) cheapest);
        JsonNode mix = plan().get("mix");
        assertThat(plan().get("met").asBoolean()).isFalse();
        assertThat(mix.get("monthlyUsd").asDouble()).isLessThan(cheapest);
        assertThat(mix.get("cheapest").asBoolean()).isFalse();
        assertThat(plan().at("/objective/0/value").asDouble()).isGreaterThan(30);
        assertThat(Files.readString(directory.resolve("p/report.html"))).contains("of a budget of");
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q"));
        assertThat(JSON.readTree(directory.resolve("q/plan.json").toFile()).get("mix"))
                .isEqualTo(mix);
    }

    @Test
    void aBudgetThatBuysNothingIsRefusedWithTheLeastThatItTakes() throws IOException {
        assertThat(spending("39").exits(3).err())
                .contains("servers.budget.monthlyUsd", "$39", "at least $40", "cheapest server");
        assertThat(
                        planned(
                                        TYPES
                                                + "  existing: [{type: old, count: 3}]\n"
                                                + "  budget: {monthlyUsd: 80}\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("at least $90", "what the servers cost that stay");
        String energy = "  energy: {pue: 1.5, use: 0.5}\n  minimise: power\n";
        assertThat(planned(TYPES + energy + "  budget: {monthlyUsd: 80}\n", "").exits(3).err())
                .contains("a budget with minimise: power");
    }

    @Test
    void typesThatComeTooLateAreNotBoughtAndOrdersHaveADay() throws IOException {
        String types =
                TYPES.replace("max: 3", "max: 3, leadWeeks: 12")
                        .replace("years: 5", "years: 5, leadWeeks: 4.5");
        String old =
                """
                  existing:
                    - {type: old, count: 2, retireBy: 2027-04}
                    - {type: old, count: 1, retireBy: 2027-03}
                """;
        String soon = "  schedule: {from: 2027-02-01, by: 2027-03-31}\n";
        JsonNode mix = mix(types + old + soon);
        // 4.5 weeks are 32 days: 31 March less 32 days
        assertThat(mix.at("/orders/0/by").asText()).isEqualTo("2027-02-27");
        assertThat(mix.at("/orders/0/count")).isEqualTo(mix.at("/kinds/1/count"));
        assertThat(mix.at("/kinds/0/count").asInt()).isEqualTo(2);
        assertThat(mix.get("kinds")).hasSize(2);
        assertThat(mix.get("retired").toString()).contains("1 × old by 2027-03");
        assertThat(plan().get("notes").toString())
                .contains("large is not bought: ordered on 2027-02-01 it is there on 2027-04-26");
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        assertThat(JSON.readTree(directory.resolve("q/plan.json").toFile()).get("mix"))
                .isEqualTo(mix);
        JsonNode later = mix(types + old + "  schedule: {from: 2027-02-01, by: 2027-04-26}\n");
        assertThat(later.get("kinds")).hasSize(2);
        assertThat(later.at("/kinds/1/type").asText()).isEqualTo("large");
        assertThat(planned(types + old + soon, "").out().replaceAll("\\s+", " "))
                .contains("× small (order by 2027-02-27)");
    }

    @Test
    void whatIsWrongWithAScheduleIsSaid() throws IOException {
        String lead = TYPES.replace("max: 3", "max: 3, leadWeeks: 12");
        assertThat(planned(lead, "").exits(3).err()).contains("leadWeeks without servers.schedule");
        assertThat(
                        planned(lead + "  schedule: {from: 2027-02-30, by: 2027-01-01}\n", "")
                                .exits(3)
                                .err())
                .contains("2027-02-30", "a day that there is");
        assertThat(
                        planned(lead + "  schedule: {from: 2027-02-03, by: 2027-01-01}\n", "")
                                .exits(3)
                                .err())
                .contains("2027-01-01, before from");
        String late = TYPES.replace("years: 5", "years: 5, leadWeeks: 9");
        assertThat(
                        planned(
                                        late.replace("max: 3", "max: 3, leadWeeks: 9")
                                                + "  schedule: {from: 2027-02-03, by: 2027-03-01}\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("none that is there in time", "small is not bought");
        assertThat(
                        planned(
                                        TYPES
                                                + "  existing: [{type: old, count: 1, retireBy:"
                                                + " 2027-13}]\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("2027-13", "a month or a day that there is");
    }
}
