package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
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

/** {@code plan} for several days in a row: growth by whole factors, so that nothing is drawn. */
class StagedPlanTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BUYS =
            "    - {name: r1, cpu: 4, memoryGiB: 16, monthlyUsd: 10, purchaseUsd: 1200, years: 5,"
                    + " leadWeeks: 4%s}\n";

    @TempDir private Path directory;

    @BeforeEach
    void writeTasks() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 12; i++) {
            csv.append(i / 4 * 60).append(",50,1,2\n");
        }
        Files.writeString(directory.resolve("tasks.csv"), csv);
    }

    private Stowage.Result planned(String prices, String existing, String schedule)
            throws IOException {
        Files.writeString(
                directory.resolve("s.yaml"),
                "workload: {csv: tasks.csv}\nservers:\n  types:\n"
                        + "    - {name: r0, cpu: 4, memoryGiB: 16, monthlyUsd: 40, max: 0}\n"
                        + BUYS.formatted(prices)
                        + existing
                        + "  schedule: {from: 2027-01-01, "
                        + schedule
                        + "}\nobjective: {pendingSeconds: {max: 0}}\nsearch: {max: 9}\n"
                        + "clouds: {providers: []}\n");
        return run("plan", directory.resolve("s.yaml"), "-o", directory.resolve("p"), "--force");
    }

    private JsonNode plan(String prices, String existing, String schedule) throws IOException {
        planned(prices, existing, schedule).exits(0);
        return JSON.readTree(directory.resolve("p/plan.json").toFile());
    }

    private static String stages(int... growth) {
        StringBuilder stages = new StringBuilder("stages: [");
        for (int i = 0; i < growth.length; i++) {
            stages.append(i == 0 ? "" : ", ")
                    .append("{by: 2027-0%d-01, growth: %d}".formatted(3 + i, growth[i]));
        }
        return stages + "], until: 2028-01-01";
    }

    @Test
    void oneDayIsThePlanOfToday() throws IOException {
        JsonNode today = plan("", "", "by: 2027-03-01");
        JsonNode staged = plan("", "", stages(1));
        for (String part : new String[] {"servers", "mix", "objective", "lowerBound"}) {
            assertThat(staged.get(part)).as(part).isEqualTo(today.get(part));
        }
        assertThat(staged.at("/purchases/gap").asDouble()).isZero();
        assertThat(staged.at("/purchases/totalUsd").asDouble())
                .isCloseTo(30 * 12.0 / 365 * 306, within(0.005));
    }

    @Test
    void withoutGrowthNothingIsOrderedAfterTheFirstDay() throws IOException {
        JsonNode plan = plan("", "", stages(2, 2, 2));
        assertThat(plan.at("/purchases/orders")).hasSize(1);
        assertThat(plan.at("/purchases/orders/0/count").asInt()).isEqualTo(2);
        assertThat(plan.at("/purchases/orders/0/orderBy").asText()).isEqualTo("2027-02-01");
        assertThat(plan.at("/purchases/paidUsd").asDouble()).isEqualTo(2400);
    }

    @Test
    void buysForEachDayAtThePriceOfItsOrderAndKeepsWhatMayStay() throws IOException {
        String there = "  existing: [{type: r0, count: 1, retireBy: 2027-04}]\n";
        double perDay = 12.0 / 365;
        JsonNode later =
                plan(", prices: [{from: 2027-03-15, purchaseUsd: 1320}]", there, stages(1, 2, 3))
                        .get("purchases");
        assertThat(later.at("/stages/0/servers/0/count").asInt()).isEqualTo(1);
        assertThat(later.at("/stages/1/servers")).hasSize(2);
        assertThat(
                        later.at("/stages/1/servers/0/retired").asInt()
                                + later.at("/stages/1/servers/1/retired").asInt())
                .isEqualTo(1);
        assertThat(later.at("/orders")).hasSize(2);
        assertThat(later.at("/orders/0/monthlyUsd").asDouble()).isEqualTo(30); // of 4 March
        assertThat(later.at("/orders/1/monthlyUsd").asDouble()).isEqualTo(32); // of 3 April
        assertThat(later.get("totalUsd").asDouble())
                .isCloseTo(perDay * (40 * 31 + 2 * 30 * 275 + 32 * 245), within(0.01));

        JsonNode all =
                plan(", prices: [{from: 2027-03-15, purchaseUsd: 1800}]", there, stages(1, 2, 3))
                        .get("purchases");
        assertThat(all.at("/orders")).hasSize(1); // 40 for 245 days is more than 30 for 275
        assertThat(all.at("/orders/0/count").asInt()).isEqualTo(3);
        assertThat(all.get("totalUsd").asDouble())
                .isCloseTo(perDay * (40 * 31 + 3 * 30 * 275), within(0.01));
        JsonNode cheaper = plan("", there, stages(1, 2, 3));
        assertThat(cheaper.at("/purchases/totalUsd").asDouble())
                .isLessThan(all.get("totalUsd").asDouble());
        assertThat(Files.readString(directory.resolve("p/report.html")))
                .contains("What to buy when");
        String written = Files.readString(directory.resolve("p/scenario.yaml"));
        Files.writeString(directory.resolve("again.yaml"), written.replace("../", ""));
        run("plan", directory.resolve("again.yaml"), "-o", directory.resolve("q"), "--force")
                .exits(0);
        assertThat(JSON.readTree(directory.resolve("q/plan.json").toFile()).get("purchases"))
                .isEqualTo(cheaper.get("purchases"));
    }

    @Test
    void stopsAtADayThatIsNotHeldAndSaysAllThatIsWrong() throws IOException {
        planned(", max: 2", "", stages(1, 3, 4)).exits(1);
        JsonNode plan = JSON.readTree(directory.resolve("p/plan.json").toFile());
        assertThat(plan.at("/met").asBoolean()).isFalse();
        assertThat(plan.at("/purchases/missing").asInt()).isEqualTo(1);
        assertThat(plan.at("/purchases/bound").isNull()).isTrue();
        String err =
                planned(
                                ", prices: [{from: 2027-02-30, monthlyUsd: 1}]",
                                "",
                                "by: 2027-03-01, stages: [{by: 2027-05-01, growth: 1}, {by:"
                                        + " 2027-04-01, growth: 2}]")
                        .exits(3)
                        .err();
        assertThat(err)
                .contains("by and stages")
                .contains("stages without until")
                .contains("2027-04-01, not after 2027-05-01")
                .contains("\"2027-02-30\"");
    }
}
