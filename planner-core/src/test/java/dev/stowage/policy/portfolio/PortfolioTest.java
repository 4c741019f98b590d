package dev.stowage.policy.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PortfolioTest {
    private static final double HOUR_MICROS = 3.6e9;
    private static final int THREE_YEARS = 36;
    private static final BillingRule BY_THE_SECOND =
            new BillingRule("test", 1, 0, BillingRule.Rounding.UP, "USD", "made by a test");

    /**
     * Held to HiGHS: 200 cases with commitments of two terms, spot VMs and levels of any length.
     */
    @Test
    void costsNoMoreThanATenthOfAPerCentAboveTheBest() throws IOException {
        int cases = 0;
        for (String line : lines()) {
            String[] fields = line.split(" ", -1);
            Market market = market(fields[0]);
            ServiceDemand demand = demand(fields[1]);
            double[] risk = numbers(fields[2]);
            double least = Double.parseDouble(fields[3]) / 1_000;
            Portfolio found =
                    new PlacePortfolio(
                                    market,
                                    new DemandCurve(demand),
                                    THREE_YEARS,
                                    Optional.of(
                                            new SpotRisk(
                                                    risk[0], risk[1], risk[2], risk[3], risk[4],
                                                    risk[5])))
                            .best(Double.POSITIVE_INFINITY);
            assertThat(found.proof().usd()).as(line).isBetween(least * 0.999999, least * 1.001);
            assertThat(found.proof().boundUsd()).as(line).isLessThanOrEqualTo(least * 1.000001);
            assertThat(found.proof().isExact()).as(line).isTrue();
            assertThat(found.usd(demand)).as(line).isCloseTo(found.proof().usd(), within(1e-6));
            cases++;
        }
        assertThat(cases).isEqualTo(200);
    }

    /** A steady need at 10 of 10 hours pays from the break-even on; 4 of 10 at 60 % do not. */
    @Test
    void commitsToWhatIsUsedLongEnough() {
        Market market = market("1,1,100,60,0,0");
        ServiceDemand demand = demand("2,2,4;5,5,6");
        Portfolio found =
                new PlacePortfolio(market, new DemandCurve(demand), THREE_YEARS, Optional.empty())
                        .best(Double.POSITIVE_INFINITY);
        assertThat(found.lines()).hasSize(1);
        assertThat(found.lines().get(0).count()).isBetween(2, 5); // 6 of 10 hours break even
        assertThat(found.proof().usd()).isCloseTo(0.06 * 20 + 0.1 * 3 * 6, within(1e-9));
        assertThat(
                        new PlacePortfolio(market, new DemandCurve(demand), 0, Optional.empty())
                                .best(1e9)
                                .proof()
                                .usd())
                .isCloseTo(0.1 * (2 * 4 + 5 * 6), within(1e-9));
    }

    @Test
    void rentsNoSpotWhereAllGoAtOnceTooOften() {
        SpotRisk risk = new SpotRisk(1, 0.5, 1, 3_600, 0, 0.1); // out half of the time
        assertThat(risk.isBearable()).isFalse();
        assertThat(risk.rented(1)).isEmpty();
        Portfolio found =
                new PlacePortfolio(
                                market("1,1,100,0,0,10"),
                                new DemandCurve(demand("3,3,4")),
                                0,
                                Optional.of(risk))
                        .best(Double.POSITIVE_INFINITY);
        assertThat(found.spot()).isEmpty();
    }

    private static Market market(String text) {
        List<CoverItem> items = new ArrayList<>();
        for (String type : text.split(";", -1)) {
            items.add(item("t" + items.size(), numbers(type)));
        }
        return new Market("test", "region", BY_THE_SECOND, items, List.of());
    }

    private static CoverItem item(String name, double[] of) {
        VmType type =
                new VmType(
                        "test",
                        name,
                        "family",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib((long) of[0], (long) of[1]));
        List<Commitment> commitments = new ArrayList<>();
        for (int term = 0; term < 2; term++) {
            if (of[3 + term] > 0) {
                commitments.add(
                        new Commitment(
                                Commitment.Kind.RESERVED,
                                term == 0 ? 12 : THREE_YEARS,
                                usd(of[3 + term]),
                                BigDecimal.ZERO,
                                "made by a test"));
            }
        }
        Optional<SpotPrice> spot =
                of[5] > 0
                        ? Optional.of(
                                new SpotPrice(usd(of[5]), "made by a test", OptionalDouble.empty()))
                        : Optional.empty();
        return CoverItem.of(
                new VmOffer(
                        type,
                        "region",
                        usd(of[2]),
                        "made by a test",
                        LocalDate.of(2026, 1, 1),
                        spot,
                        commitments));
    }

    private static BigDecimal usd(double milli) {
        return BigDecimal.valueOf((long) milli, 3);
    }

    private static ServiceDemand demand(String text) {
        String[] levels = text.split(";", -1);
        long[] starts = new long[levels.length];
        long[] cpu = new long[levels.length];
        long[] memory = new long[levels.length];
        double end = 0;
        for (int i = 0; i < levels.length; i++) {
            double[] level = numbers(levels[i]);
            starts[i] = (long) end;
            cpu[i] = (long) (level[0] * Resources.MICRO_CORES_PER_CORE);
            memory[i] = (long) (level[1] * Resources.BYTES_PER_GIB);
            end += level[2] * HOUR_MICROS;
        }
        return new ServiceDemand(starts, cpu, memory, (long) end);
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = PortfolioTest.class.getResourceAsStream("portfolio-milp.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
