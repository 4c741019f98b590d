package dev.stowage.policy.portfolio;

import static dev.stowage.policy.portfolio.PortfolioCases.demand;
import static dev.stowage.policy.portfolio.PortfolioCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.portfolio.PortfolioCases.Sold;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PortfolioTest {
    private static final int THREE_YEARS = 36;

    /**
     * Held to HiGHS: 200 cases with commitments of two terms, spot VMs and levels of any length.
     */
    @Test
    void costsNoMoreThanATenthOfAPerCentAboveTheBest() throws IOException {
        int cases = 0;
        for (String[] fields : PortfolioCases.of("portfolio-milp.txt")) {
            String line = String.join(" ", fields);
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

    private static Market market(String types) {
        return PortfolioCases.market(types, PortfolioTest::sold);
    }

    private static Sold sold(double[] of) {
        List<Commitment> commitments = new ArrayList<>();
        PortfolioCases.add(commitments, Commitment.Kind.RESERVED, 12, of[3]);
        PortfolioCases.add(commitments, Commitment.Kind.RESERVED, THREE_YEARS, of[4]);
        return new Sold("family", commitments, PortfolioCases.spot(of[5]));
    }
}
