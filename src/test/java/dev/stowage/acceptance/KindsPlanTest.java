package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plan} of several kinds of servers. */
class KindsPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPES =
            """
              types:
                - {name: old, cpu: 4, memoryGiB: 16, monthlyUsd: 30, max: 0}
                - {name: small, cpu: 4, memoryGiB: 16, monthlyUsd: 20, purchaseUsd: 1200, years: 5}
                - {name: large, cpu: 16, memoryGiB: 64, monthlyUsd: 130, max: 3}
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

    private Stowage.Result planned(String servers, String more) throws IOException {
        Files.writeString(
                directory.resolve("s.yaml"),
                """
                workload: {csv: tasks.csv}
                servers:
                %sobjective: {pendingSeconds: {max: 30}%s}
                search: {max: 60}
                clouds: {providers: []}
                """
                        .formatted(servers, more));
        return run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("p"), "--force");
    }

    private JsonNode plan(String servers) throws IOException {
        planned(servers, "").exits(0);
        return JSON.readTree(directory.resolve("p/plan.json").toFile());
    }

    private boolean holds(int small, int large) throws IOException {
        String fleet =
                (small == 0 ? "" : small + "x4c16g")
                        + (small > 0 && large > 0 ? "," : "")
                        + (large == 0 ? "" : large + "x16c64g");
        String out =
                run(
                                "simulate",
                                directory.resolve("tasks.csv"),
                                "--servers=" + fleet,
                                "--placement=best-fit",
                                "--json",
                                "--force",
                                "-o",
                                directory.resolve("r"))
                        .exits(0)
                        .out();
        return JSON.readTree(out).at("/objectivePendingSeconds/max").asDouble() <= 30
                && JSON.readTree(out).at("/pendingSeconds/max").asDouble() <= 30;
    }

    @Test
    void theMixIsTheCheapestOfAllThatSimulateHolds() throws IOException {
        JsonNode mix = plan(TYPES).get("mix");
        assertThat(mix.get("cheapest").asBoolean()).isTrue();
        assertThat(mix.get("gap").asDouble()).isZero();
        double cheapest = Double.POSITIVE_INFINITY;
        for (int large = 0; large <= 3; large++) {
            for (int small = 0; small <= 16; small++) {
                double cost = 40.0 * small + 130.0 * large;
                if (small + large > 0 && cost < cheapest && holds(small, large)) {
                    cheapest = cost;
                }
            }
        }
        assertThat(mix.get("monthlyUsd").asDouble()).isEqualTo(cheapest);
        assertThat(mix.get("front")).hasSizeGreaterThan(1);
    }

    /** What each kind is for: tasks by their sizes, and the load of the run by an own sum. */
    @Test
    void saysWhatEachKindIsFor() throws IOException {
        Random random = new Random(8);
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        double work = 0;
        for (int i = 0; i < 80; i++) {
            int cpu = i % 8 == 0 ? 9 + random.nextInt(4) : 1 + random.nextInt(2);
            int seconds = 20 + random.nextInt(100);
            work += cpu * seconds;
            csv.append(i * 5).append(',').append(seconds).append(',').append(cpu).append(",2\n");
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
        String out = planned(TYPES, "").exits(0).out().replaceAll("\\s+", " ");
        JsonNode plan = JSON.readTree(directory.resolve("p/plan.json").toFile());
        assertThat(Schemas.problems("plan.schema.json", plan)).isEmpty();
        JsonNode roles = plan.at("/mix/roles");
        assertThat(roles).hasSize(2);
        JsonNode small = roles.get(0);
        JsonNode large = roles.get(1);
        assertThat(small.get("fitting").asInt()).isEqualTo(70);
        assertThat(small.get("onlyHere").asInt()).isZero();
        assertThat(large.get("fitting").asInt()).isEqualTo(80);
        assertThat(large.get("onlyHere").asInt()).isEqualTo(10);
        assertThat(small.get("starts").asInt() + large.get("starts").asInt()).isEqualTo(80);
        assertThat(small.get("cpuCarried").asDouble() + large.get("cpuCarried").asDouble())
                .isCloseTo(1, within(1e-9));
        double given =
                small.get("cpuGiven").asDouble() * 4 * small.get("count").asInt()
                        + large.get("cpuGiven").asDouble() * 16 * large.get("count").asInt();
        double cores = 4.0 * small.get("count").asInt() + 16.0 * large.get("count").asInt();
        double mean = plan.at("/curve/0/cpuAllocated.mean").asDouble();
        assertThat(given / cores).isCloseTo(mean, within(1e-9));
        assertThat(given).isPositive().isLessThan(work);
        assertThat(out)
                .contains("large: 10 tasks fit no planned server of another size; ")
                .contains("small: no task needs this size; ");
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("What each planned kind is for");
    }

    @Test
    void whatIsThereStaysGoesOrIsKeptAsItPays() throws IOException {
        JsonNode stays = plan(TYPES + "  existing: [{type: old, count: 3}]\n");
        assertThat(stays.at("/mix/kinds/0/count").asInt()).isEqualTo(3);
        double without = plan(TYPES).at("/mix/monthlyUsd").asDouble();
        JsonNode may = plan(TYPES + "  existing: [{type: old, count: 3, mayRetire: true}]\n");
        assertThat(may.at("/mix/monthlyUsd").asDouble())
                .isLessThanOrEqualTo(Math.min(without, stays.at("/mix/monthlyUsd").asDouble()));
        String out =
                planned(TYPES + "  existing: [{type: old, count: 9, retireBy: 2027-03}]\n", "")
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(out)
                .startsWith("Buy ")
                .contains("retire 9 × old by 2027-03", "a month. No cheaper mix holds");
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("id=\"kinds\"", "What would change the choice");

        JsonNode first = JSON.readTree(directory.resolve("p/plan.json").toFile());
        run("plan", directory.resolve("p/scenario.yaml"), "-o", directory.resolve("q")).exits(0);
        JsonNode again = JSON.readTree(directory.resolve("q/plan.json").toFile());
        assertThat(again.get("mix")).isEqualTo(first.get("mix"));
        assertThat(run("report", directory.resolve("q")).exits(0).out().replaceAll("\\s+", " "))
                .contains("$" + first.at("/mix/monthlyUsd").intValue() + " a month");
        assertThat(
                        run("inspect", directory.resolve("q"))
                                .exits(0)
                                .out()
                                .replace('\u00a0', ' ')
                                .replaceAll("\\s+", " "))
                .contains("meets the objective")
                .contains("the mix " + dollars(first.at("/mix/monthlyUsd")) + " a month")
                .contains(
                        "lower bound "
                                + dollars(first.at("/mix/bound"))
                                + " a month (each mix below was excluded by a bound")
                .contains("gap 0.0 %")
                .doesNotContain("servers (");
    }

    private static String dollars(JsonNode usd) {
        return String.format(Locale.ROOT, "$%,.2f", usd.decimalValue());
    }

    @Test
    void aClaimOfDrawnWindowsIsHeldToWindowsThatTheSearchDidNotSee() throws IOException {
        String growth = "workload: {csv: tasks.csv, growth: 1.3}";
        planned(TYPES, "");
        Path file = directory.resolve("s.yaml");
        Files.writeString(
                file, Files.readString(file).replace("workload: {csv: tasks.csv}", growth));
        String out =
                run("plan", file, "-o", directory.resolve("p"), "--force")
                        .exits(0)
                        .out()
                        .replaceAll("\\s+", " ");
        assertThat(out).contains("that the search did not see");
        JsonNode plan = JSON.readTree(directory.resolve("p/plan.json").toFile());
        assertThat(plan.at("/confidence/claimed").asDouble()).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void aMixThatMissesIsNotCalledTheCheapest() throws IOException {
        String few = "  types: [{name: few, cpu: 4, memoryGiB: 16, monthlyUsd: 20, max: 2}]\n";
        String out = planned(few, "").exits(1).out().replaceAll("\\s+", " ");
        JsonNode plan = JSON.readTree(directory.resolve("p/plan.json").toFile());
        assertThat(plan.get("met").asBoolean()).isFalse();
        assertThat(plan.at("/mix/cheapest").asBoolean()).isFalse();
        assertThat(plan.at("/mix/gap").isNull()).isTrue();
        assertThat(out).doesNotContain("No cheaper mix holds", "above the cheapest");
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .doesNotContain("no cheaper one held");
    }

    @Test
    void whatIsWrongWithKindsIsSaidAllAtOnce() throws IOException {
        String error =
                planned(
                                """
                                  types:
                                    - {name: a, cpu: 4, memoryGiB: 16}
                                    - {name: a, cpu: 4, memoryGiB: 16, purchaseUsd: 9}
                                  existing: [{type: b, count: 1}]
                                """,
                                ", survive: {servers: 1}")
                        .exits(3)
                        .err();
        assertThat(error)
                .contains("a type without a price")
                .contains("a second type \"a\"")
                .contains("purchaseUsd without years")
                .contains("the unknown type \"b\"");
        assertThat(planned("  serversPerDomain: 2\n", "").exits(3).err())
                .contains("neither type nor types");
        assertThat(
                        planned("  types: [{name: a, cpu: 0.5, memoryGiB: 1, monthlyUsd: 1}]\n", "")
                                .exits(3)
                                .err())
                .contains("servers.types", "too small for every one of 60 tasks");
        assertThat(
                        planned(
                                        """
                                          types:
                                            - {name: a, cpu: 4, memoryGiB: 16, monthlyUsd: 1}
                                            - {name: t, cpu: 0.5, memoryGiB: 1, monthlyUsd: 1}
                                        """,
                                        "")
                                .exits(3)
                                .err())
                .contains("which holds none of 60 tasks");
        assertThat(
                        planned(
                                        "  types: [{name: a, cpu: 4, memoryGiB: 16, monthlyUsd: 1,"
                                                + " max: 0}]\n",
                                        "")
                                .exits(3)
                                .err())
                .contains("types of which none can be bought");
    }

    @Test
    void whatKindsDoNotHaveYetIsRefusedByName() throws IOException {
        planned(
                TYPES
                        + """
                          failures: {mttfHours: 1, mttrHours: 0.1}
                          domainFailures: {mttfHours: 2, mttrHours: 0.1}
                          serversPerDomain: 2
                          maintenance: [{firstServer: 0, servers: 1, startHours: 0, lengthHours: 1}]
                          idleOff: {afterSeconds: 30, wakeSeconds: 20}
                        """,
                "");
        Path file = directory.resolve("s.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        + "packing: {headroom: 0.1}\n"
                        + "uncertainty: {growth: {normal: [1, 0.1]}, generators: [paper]}\n");
        assertThat(run("plan", file, "-o", directory.resolve("p"), "--force").exits(3).err())
                .contains(
                        "servers.failures beside servers.types",
                        "servers.domainFailures beside servers.types",
                        "servers.maintenance beside servers.types",
                        "servers.idleOff beside servers.types",
                        "packing beside servers.types",
                        "uncertainty.growth beside servers.types",
                        "uncertainty.generators beside servers.types");
    }
}
