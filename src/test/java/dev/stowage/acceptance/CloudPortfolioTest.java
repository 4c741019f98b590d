package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.policy.portfolio.SpotMeasurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code cloud --portfolio}, on prices and demands made by hand. */
class CloudPortfolioTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER =
            "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,"
                    + "spot_usd_per_hour,spot_source,commitments,source,date\n";

    @TempDir private Path directory;

    private Path prices() throws IOException {
        return Files.writeString(
                directory.resolve("prices.csv"),
                HEADER
                        + "aws,here,m.one,m,1,1,0.1,0.03,a test,"
                        + "reserved-1y=0.07;reserved-3y=0.06,a test,2026-07-20\n");
    }

    /** So many days in which one core is needed for 18 hours and three for 6. */
    private Path demand(int days) throws IOException {
        StringBuilder text = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int day = 0; day < days; day++) {
            text.append(day * 86_400).append(",1,1\n");
            text.append(day * 86_400 + 64_800).append(",3,3\n");
        }
        text.append(days * 86_400).append(",1,1\n"); // as long as the one before it: six hours
        return Files.writeString(directory.resolve("demand.csv"), text);
    }

    private JsonNode portfolio(Path demand, String... options) throws IOException {
        return portfolioOf(prices(), demand, options);
    }

    private JsonNode portfolioOf(Path prices, Path demand, String... options) throws IOException {
        List<Object> all = new ArrayList<>(List.of("cloud", demand, "--portfolio"));
        all.addAll(List.of("--catalog", prices, "--providers=aws"));
        all.addAll(List.of(options));
        all.addAll(List.of("-o", directory.resolve("out"), "--force", "--json"));
        JsonNode result = JSON.readTree(Stowage.run(all.toArray()).exits(0).out());
        assertThat(JSON.readTree(directory.resolve("out/portfolio.json").toFile()))
                .isEqualTo(result);
        Path out = directory.resolve("out");
        assertThat(JSON.readTree(Stowage.run("inspect", out, "--json").exits(0).out()))
                .isEqualTo(result);
        assertThat(Schemas.problems("portfolio.schema.json", result)).isEmpty();
        return result;
    }

    /** By hand: the first VM is always used, the others for a quarter of the time. */
    @Test
    void commitsToTheBaseAndRentsThePeaks() throws IOException {
        JsonNode result = portfolio(demand(10));
        double hours = 246;
        assertThat(result.at("/best/usd").asDouble())
                .isCloseTo(0.06 * hours + 0.1 * 2 * 60, within(1e-6));
        assertThat(result.at("/onDemand/usd").asDouble())
                .isCloseTo(0.1 * (hours + 2 * 60), within(1e-6));
        assertThat(result.at("/best/isExact").asBoolean()).isTrue();
        assertThat(result.at("/lines")).hasSize(2);
        Path out = directory.resolve("out");
        JsonNode beside =
                JSON.readTree(Stowage.run("report", out, "--json").exits(0).out()).at("/results/0");
        assertThat(beside.get("kind").asText()).isEqualTo("portfolio");
        assertThat(beside.get("usd").decimalValue())
                .isEqualByComparingTo(result.at("/best/usd").decimalValue());
        assertThat(Stowage.run("plan", "diff", out, out).exits(0).out()).contains("portfolio at");
        assertThat(result.at("/lines/0/pricing").asText()).isEqualTo("committed");
        assertThat(result.at("/lines/0/term").asText()).isEqualTo("3 years");
        assertThat(result.at("/lines/0/most").asInt()).isEqualTo(1);
        assertThat(result.at("/lines/1/most").asInt()).isEqualTo(2);
        assertThat(result.at("/lines/1/vmHours").asDouble()).isEqualTo(120);
        assertThat(result.at("/savingInterval/low").asDouble())
                .isLessThanOrEqualTo(result.get("saving").asDouble());
        assertThat(result.get("spot")).isNull();
        assertThat(result.get("notes").toString()).contains("no rate was given");
        assertThat(Files.readString(directory.resolve("out/report.html")))
                .contains("If the demand falls");
        assertThat(portfolio(demand(10), "--commitment=1").at("/lines/0/term").asText())
                .isEqualTo("a year");
    }

    /** A demand of the same days saves the same, however they are drawn. */
    @Test
    void isSureWhereEachDayIsTheSame() throws IOException {
        JsonNode result = portfolio(demand(30));
        double daily = 1 - (0.06 * 24 + 0.1 * 12) / (0.1 * 36);
        assertThat(result.at("/savingInterval/low").asDouble()).isCloseTo(daily, within(1e-9));
        assertThat(result.at("/savingInterval/high").asDouble()).isCloseTo(daily, within(1e-9));
        assertThat(result.at("/savingInterval/blockDays").asInt()).isEqualTo(7);
        assertThat(portfolio(demand(3)).get("savingInterval")).isNull();
    }

    /**
     * Out for 1/13 of the time (an hour, once in twelve), alone: one of one is too few too often,
     * two of which one has to work are short for 1/169 of it.
     */
    @Test
    void rentsSparesForTheRiskOfSpotVmsAndCountsTheirRestarts() throws IOException {
        String rate = String.valueOf(1 / 12.0);
        JsonNode result =
                portfolio(
                        demand(10),
                        "--interruptions=" + rate.substring(0, 12),
                        "--together=0%",
                        "--restart=1h",
                        "--spot-risk=1%");
        double hourly = 0.03 + 0.1 / 12;
        assertThat(result.at("/spot/outShare").asDouble()).isCloseTo(1 / 13.0, within(1e-9));
        double committed = 0.06 * 246;
        double three = 5 * hourly; // of five at most two are out but for 0.4 % of the time
        assertThat(result.at("/best/usd").asDouble())
                .isLessThanOrEqualTo(committed + 60 * three + 1e-6);
        assertThat(result.at("/best/interruptionsUsd").asDouble()).isPositive();
        JsonNode none = portfolio(demand(10), "--interruptions=1", "--restart=1h");
        assertThat(none.at("/spot/isBearable").asBoolean()).isFalse();
        assertThat(none.get("lines").toString()).doesNotContain("spot");
        assertThat(none.get("notes").toString()).contains("more than --spot-risk allows");
    }

    /** With commitments for the whole base, a demand of nothing but less costs no less for them. */
    @Test
    void saysWhatIsLostIfTheDemandFalls() throws IOException {
        Path steady =
                Files.writeString(
                        directory.resolve("steady.csv"),
                        "time_s,cpu,memory_gib\n0,10,10\n360000,10,10\n");
        JsonNode falls = portfolio(steady).get("falls");
        double hours = 200;
        assertThat(falls).hasSize(3);
        assertThat(falls.get(2).get("usd").asDouble()).isCloseTo(10 * 0.06 * hours, within(1e-6));
        assertThat(falls.get(2).get("lostUsd").asDouble())
                .isCloseTo(3 * 0.06 * hours, within(1e-6));
        assertThat(falls.get(2).get("savesUsd").asDouble())
                .isCloseTo((7 * 0.1 - 10 * 0.06) * hours, within(1e-6));
    }

    /** The figures that the product gives of spot VMs are those of the traces. */
    @Test
    void saysOfSpotVmsWhatWasMeasured() throws IOException {
        Path traces = Shared.require("data/spot-traces");
        for (SpotMeasurement each : SpotMeasurement.ALL) {
            JsonNode trace = JSON.readTree(traces.resolve(each.trace()).toFile());
            double hours = trace.at("/metadata/gap_seconds").asDouble() / 3_600;
            int most = 0;
            int ran = 0;
            int lost = 0;
            int before = 0;
            double pairs = 0;
            double atFour = 0;
            for (JsonNode now : trace.get("data")) {
                int gone = Math.max(0, before - now.asInt());
                most = Math.max(most, now.asInt());
                ran += now.asInt();
                lost += gone;
                pairs += before == 4 ? gone * (gone - 1) / 3.0 : 0;
                atFour += before == 4 ? gone : 0;
                before = now.asInt();
            }
            assertThat(each.vmHours()).isCloseTo(ran * hours, within(0.06));
            assertThat(each.takenBack()).isEqualTo(lost);
            assertThat(each.availability())
                    .isCloseTo(ran / (double) most / trace.get("data").size(), within(6e-5));
            if (most == 4) {
                assertThat(SpotMeasurement.TOGETHER).isCloseTo(pairs / atFour, within(6e-4));
            }
        }
    }

    /**
     * By hand: one core is used throughout, and two more a quarter of the time. Under the plan a
     * core costs 0.055, less than reserved for three years at 0.06. The lines of the bill add up.
     */
    @Test
    void buysAPlanOfSpendingWhereItIsCheaperAndBillsIt() throws IOException {
        Path file = prices();
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("reserved-3y=0.06", "reserved-3y=0.06;savings-plan-3y=0.055"));
        JsonNode result = portfolioOf(file, demand(10));
        double hours = 246;
        assertThat(result.at("/best/usd").asDouble())
                .isCloseTo(0.055 * hours + 0.1 * 2 * 60, within(1e-6));
        assertThat(result.at("/best/isExact").asBoolean()).isTrue();
        assertThat(result.at("/lines/0/pricing").asText()).isEqualTo("plan");
        assertThat(result.at("/lines/0/type").asText()).isEqualTo("USD 0.055 an hour");
        assertThat(result.at("/lines/1/pricing").asText()).isEqualTo("paid-by-plan");
        assertThat(result.at("/lines/1/usd").asDouble()).isCloseTo(-0.1 * hours, within(1e-6));
        double lines = 0;
        for (JsonNode line : result.get("lines")) {
            lines += line.get("usd").asDouble();
        }
        assertThat(lines).isCloseTo(result.at("/best/usd").asDouble(), within(1e-6));
        assertThat(Files.readString(directory.resolve("out/bill.csv")))
                .contains("plan-credit,m.one savings-plan-3y-no-upfront")
                .contains("plan-fee,\"savings-plan-3y-no-upfront, USD 0.055 an hour\"");
        JsonNode reserved =
                portfolioOf(file, demand(10), "--commitment-kinds=reserved,convertible");
        assertThat(reserved.at("/best/usd").asDouble())
                .isCloseTo(0.06 * hours + 0.1 * 2 * 60, within(1e-6));
        Stowage.run("cloud", demand(1), "--portfolio", "--commitment-kinds=convertable")
                .exits(2)
                .says("Did you mean convertible?");
        Stowage.run("cloud", demand(1), "--commitment-kinds=reserved").exits(2);
    }

    @Test
    void refusesWhatDoesNotGoTogether() throws IOException {
        Stowage.run("cloud", demand(1), "--portfolio", "--spot").exits(2);
        Stowage.run("cloud", demand(1), "--restart=5m").exits(2);
        Stowage.run("cloud", demand(1), "--portfolio", "--together=10%").exits(2);
        Stowage.run("cloud", demand(1), "--portfolio", "--interruptions=often").exits(2);
    }
}
