package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code cloud --commitment} writes besides the answer: bill, FOCUS rows, report. */
class CloudCommitmentTest {
    @TempDir private Path directory;

    private static List<NamedCsvRecord> rows(Path csv) throws IOException {
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(csv)) {
            return rows.stream().toList();
        }
    }

    private static BigDecimal sum(List<NamedCsvRecord> rows, String column) {
        return rows.stream()
                .map(row -> new BigDecimal(row.getField(column)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static NamedCsvRecord one(List<NamedCsvRecord> rows, String column, String value) {
        return rows.stream()
                .filter(row -> row.getField(column).equals(value))
                .reduce(
                        (a, b) -> {
                            throw new AssertionError("two rows with " + column + " = " + value);
                        })
                .orElseThrow();
    }

    private JsonNode best(Path out) throws IOException {
        return new ObjectMapper()
                .readTree(out.resolve("cloud.json").toFile())
                .at("/commitments/best");
    }

    /**
     * One VM is needed for three hours, two more in the second: 0.10 USD an hour on demand, 0.06
     * committed, two thirds of it at the start. The first pays from 60 % of the time.
     */
    @Test
    void billsCommittedVmsForTheShareOfTheirTermAndTheRestOnDemand() throws IOException {
        Path prices =
                Files.writeString(
                        directory.resolve("prices.csv"),
                        "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,"
                                + "commitments,source,date\n"
                                + "aws,here,m.one,m,1,1,0.1,savings-plan-1y=0.02+350.4,"
                                + "a test,2026-07-20\n");
        Path demand =
                Files.writeString(
                        directory.resolve("demand.csv"),
                        "time_s,cpu,memory_gib\n0,1,1\n3600,3,3\n7200,1,1\n");
        Path out = directory.resolve("a");
        String said =
                Stowage.run(
                                "cloud",
                                demand,
                                "--catalog",
                                prices,
                                "--providers=aws",
                                "--commitment=1",
                                "--start=2027-02-27",
                                "--focus",
                                "-o",
                                out)
                        .exits(0)
                        .out();

        assertThat(said.replaceAll("\\s+", " "))
                .contains("1 x m.one at aws here; 0.38 USD instead of 0.50");
        assertThat(best(out).get("usd").asDouble()).isCloseTo(0.38, within(1e-6));
        assertThat(best(out).get("billUsd").asDouble()).isEqualTo(0.38);
        List<NamedCsvRecord> bill = rows(out.resolve("committed-bill.csv"));
        assertThat(sum(bill, "amount")).isEqualByComparingTo("0.38");
        assertThat(one(bill, "charge", "commitment-fee").getField("amount")).isEqualTo("0.06");
        assertThat(one(bill, "charge", "commitment-upfront").getField("amount")).isEqualTo("0.12");
        assertThat(one(bill, "pricing", "on-demand").getField("vm_hours")).isEqualTo("2");
        assertThat(one(bill, "pricing", "on-demand").getField("amount")).isEqualTo("0.20");
        assertThat(one(bill, "pricing", "committed").getField("vm_hours")).isEqualTo("3");
        checkFocus(rows(out.resolve("committed-focus.csv")));
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("id=\"commitments\"", "savings-plan-1y-partial-upfront");
    }

    /** Of two providers the cheaper sells no commitments. */
    @Test
    void saysThatTheCheapestCostsLessWithout() throws IOException {
        Path prices =
                Files.writeString(
                        directory.resolve("prices.csv"),
                        "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,"
                                + "commitments,source,date\n"
                                + "aws,here,m.one,m,1,1,0.1,reserved-1y=0.06,a test,2026-07-20\n"
                                + "gcp,there,n.one,n,1,1,0.04,,a test,2026-07-20\n");
        Path demand =
                Files.writeString(
                        directory.resolve("demand.csv"),
                        "time_s,cpu,memory_gib\n0,1,1\n3600,1,1\n");
        Path out = directory.resolve("a");

        String said =
                Stowage.run(
                                "cloud",
                                demand,
                                "--catalog",
                                prices,
                                "--providers=aws,gcp",
                                "--commitment=1",
                                "-o",
                                out)
                        .exits(0)
                        .out();

        assertThat(said.replaceAll("\\s+", " "))
                .contains("0.12 USD instead of 0.20", "costs less without: 0.08 USD");
        assertThat(Files.readString(out.resolve("report.html"))).contains("costs less without");
    }

    /**
     * N2 has sustained use: what a VM on demand costs for a quarter of the month, two, and so on.
     */
    @Test
    void commitsToAsManyAsCostLeastAfterSustainedUse() throws IOException {
        int[] needed = {11, 14, 11, 13};
        Path demand =
                Files.writeString(
                        directory.resolve("demand.csv"),
                        """
                        time_s,cpu,memory_gib
                        0,22,88
                        657000,28,112
                        1314000,22,88
                        1971000,26,104
                        """);
        Path out = directory.resolve("a");
        String said =
                Stowage.run(
                                "cloud",
                                demand,
                                "--providers=gcp",
                                "--regions=us-central1",
                                "--types=n2-standard-2",
                                "--policies=fixed",
                                "--decision=10m",
                                "--commitment=1",
                                "-o",
                                out)
                        .exits(0)
                        .out();
        JsonNode best = best(out);
        double price =
                new ObjectMapper()
                        .readTree(out.resolve("cloud.json").toFile())
                        .at("/alternatives/0/mix/0/usdPerHour")
                        .asDouble();
        double committed = best.at("/lines/0/usdPerHour").asDouble();
        double least = Double.POSITIVE_INFINITY;
        int count = -1;
        for (int n = 0; n <= 14; n++) {
            double usd = costWith(n, needed, committed, price);
            if (usd < least) {
                least = usd;
                count = n;
            }
        }
        assertThat(best.at("/lines/0/count").asInt()).isEqualTo(count);
        assertThat(best.get("usd").asDouble()).isCloseTo(least, within(0.01));
        assertThat(best.get("onDemandUsd").asDouble())
                .isCloseTo(costWith(0, needed, committed, price), within(0.01));
        assertThat(best.get("boundUsd").asDouble()).isLessThanOrEqualTo(least);
        assertThat(said.replace('\n', ' ')).contains("they count by VM type", "no savings plans");
    }

    private static double costWith(int n, int[] needed, double committed, double price) {
        double[] rates = {1, 0.8678, 0.733, 0.6};
        double usd = n * committed * 730;
        for (int k = n + 1; k <= 14; k++) {
            int quarters = 0;
            for (int level : needed) {
                usd += level >= k ? price * 182.5 * rates[quarters++] : 0;
            }
        }
        return usd;
    }

    private static void checkFocus(List<NamedCsvRecord> focus) {
        assertThat(sum(focus, "EffectiveCost")).isEqualByComparingTo("0.38");
        assertThat(sum(focus, "BilledCost")).isEqualByComparingTo("350.66");
        NamedCsvRecord used = one(focus, "PricingCategory", "Committed");
        assertThat(used.getField("ChargeCategory")).isEqualTo("Usage");
        assertThat(used.getField("CommitmentDiscountStatus")).isEqualTo("Used");
        assertThat(used.getField("CommitmentDiscountId")).isNotEmpty();
        assertThat(new BigDecimal(used.getField("EffectiveCost"))).isEqualByComparingTo("0.18");
        NamedCsvRecord paid = one(focus, "ChargeFrequency", "One-Time");
        assertThat(paid.getField("ChargeCategory")).isEqualTo("Purchase");
        assertThat(paid.getField("PricingCategory")).isEqualTo("Standard");
        assertThat(paid.getField("CommitmentDiscountId"))
                .isEqualTo(used.getField("CommitmentDiscountId"));
        assertThat(new BigDecimal(paid.getField("BilledCost"))).isEqualByComparingTo("350.4");
    }

    /**
     * By the second, so that the rules round nothing up, except for the minimum of a minute where
     * levels may be shorter.
     */
    @ParameterizedTest
    @CsvSource({"oscillating,1,0.005", "gradual,3,0.005", "random,1,0.05"})
    void addsUpToWhatThePlanSays(String shape, int years, double most) throws IOException {
        Path out = directory.resolve("a");
        Stowage.run(
                        "cloud",
                        shape,
                        "--providers=aws",
                        "--policies=lookahead",
                        "--commitment=" + years,
                        "-o",
                        out)
                .exits(0);

        JsonNode best = best(out);
        List<NamedCsvRecord> bill = rows(out.resolve("committed-bill.csv"));
        assertThat(sum(bill, "amount").doubleValue())
                .isEqualTo(best.get("billUsd").asDouble())
                .isCloseTo(best.get("usd").asDouble(), within(most + 1e-6));
        for (JsonNode line : best.get("lines")) {
            String type = line.get("type").asText();
            NamedCsvRecord fee =
                    bill.stream()
                            .filter(row -> row.getField("charge").startsWith("commitment"))
                            .filter(row -> row.getField("item").startsWith(type + " "))
                            .findFirst()
                            .orElseThrow();
            assertThat(new BigDecimal(fee.getField("vm_hours")))
                    .isEqualByComparingTo(new BigDecimal(24 * line.get("count").asInt()));
        }
        assertThat(best.get("lines")).isNotEmpty();
    }
}
