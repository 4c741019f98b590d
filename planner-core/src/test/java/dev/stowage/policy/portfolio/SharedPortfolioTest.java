package dev.stowage.policy.portfolio;

import static dev.stowage.policy.portfolio.PortfolioCases.demand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.portfolio.PortfolioCases.Sold;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Portfolios with commitments that several types share. */
class SharedPortfolioTest {
    private static final int YEAR = 12;

    /**
     * Held to HiGHS: 100 cases with plans of spending and 100 with vCPUs and memory apart, beside
     * reserved and convertible VMs.
     */
    @Test
    void costsNoMoreThanATenthOfAPerCentAboveTheBest() throws IOException {
        int cases = 0;
        int bought = 0;
        for (String[] fields : PortfolioCases.of("shared-milp.txt")) {
            String line = String.join(" ", fields);
            ServiceDemand demand = demand(fields[2]);
            double least = Double.parseDouble(fields[3]) / 1_000;
            Portfolio found = best(market(fields[0], fields[1]), demand);
            assertThat(found.proof().usd()).as(line).isBetween(least * 0.999999, least * 1.001);
            assertThat(found.proof().boundUsd()).as(line).isLessThanOrEqualTo(least * 1.000001);
            assertThat(found.proof().isExact()).as(line).isTrue();
            assertThat(found.usd(demand)).as(line).isCloseTo(found.proof().usd(), within(1e-6));
            bought += found.shared().isPresent() ? 1 : 0;
            cases++;
        }
        assertThat(cases).isEqualTo(200);
        assertThat(bought).isGreaterThan(100);
    }

    /** Kinds that are not wanted are not bought, and cost what they do without: HiGHS again. */
    @Test
    void buysOnlyTheKindsThatAreWanted() throws IOException {
        for (String[] fields : PortfolioCases.of("shared-milp.txt").subList(0, 60)) {
            String line = String.join(" ", fields);
            ServiceDemand demand = demand(fields[2]);
            double least = Double.parseDouble(fields[4]) / 1_000;
            Portfolio found =
                    new PlacePortfolio(
                                    market(fields[0], fields[1]),
                                    new DemandCurve(demand),
                                    YEAR,
                                    EnumSet.of(
                                            Commitment.Kind.RESERVED, Commitment.Kind.CONVERTIBLE),
                                    Optional.empty())
                            .best(Double.POSITIVE_INFINITY);
            assertThat(found.shared()).isEmpty();
            assertThat(found.proof().usd()).as(line).isBetween(least * 0.999999, least * 1.001);
        }
    }

    /** 2 of 4 hours need 3 VMs, the others 1: a sum of 1 VM is spent, for 60 instead of 100. */
    @Test
    void spendsOnWhatIsUsedLongEnough() {
        Portfolio found = best(market("spending", "1,1,100,0,0,60"), demand("3,3,2;1,1,2"));
        assertThat(found.proof().usd()).isCloseTo(0.06 * 4 + 0.1 * 2 * 2, within(1e-9));
        SharedPlan plan = found.shared().orElseThrow();
        assertThat(plan.words()).isEqualTo("USD 0.06 an hour");
        assertThat(plan.usdPerHour()).isEqualByComparingTo("0.06");
    }

    /**
     * A level of many cores and one of much memory: a core costs 10, a GiB 2, committed half. Two
     * types of one family hold both levels, so 8 cores and 32 GiB are bought once for both.
     */
    @Test
    void boughtResourcesServeDifferentTypes() {
        Portfolio found =
                best(market("resources", "2,2,24,0,0,12;2,16,52,0,0,26"), demand("8,8,5;4,32,5"));
        SharedPlan.Resource plan = (SharedPlan.Resource) found.shared().orElseThrow();
        assertThat(plan.cores()).isGreaterThanOrEqualTo(new BigDecimal(4));
        assertThat(plan.committed().usdPerCore()).isEqualByComparingTo("0.005");
        assertThat(plan.onDemand().usdPerGib()).isEqualByComparingTo("0.002");
        // 4 cores and 8 GiB serve both; what one level alone needs breaks even at half of the time
        assertThat(found.proof().usd())
                .isCloseTo(
                        10 * (4 * 0.005 + 8 * 0.001) + 5 * 4 * 0.010 + 5 * 24 * 0.002,
                        within(1e-9));
    }

    /**
     * A plan for all types, and VMs and a plan for each of two families, of which HiGHS buys any
     * number: the bound holds, and what is not the best is not called exact.
     */
    @Test
    void saysHowFarOnePlanMayBeFromSeveral() throws IOException {
        int near = 0;
        List<String[]> cases = PortfolioCases.of("several-milp.txt");
        for (String[] fields : cases) {
            String line = String.join(" ", fields);
            double several = Double.parseDouble(fields[3]) / 1_000;
            double one = Double.parseDouble(fields[4]) / 1_000;
            Portfolio.Proof found = best(market(fields[0], fields[1]), demand(fields[2])).proof();
            assertThat(found.usd()).as(line).isBetween(several * 0.999999, one * 1.001);
            assertThat(found.boundUsd()).as(line).isLessThanOrEqualTo(several * 1.000001);
            assertThat(!found.isExact() || found.usd() <= several * 1.001).as(line).isTrue();
            near += found.usd() <= several * 1.001 ? 1 : 0;
        }
        assertThat(cases).hasSize(200);
        assertThat(near).isGreaterThanOrEqualTo(175);
    }

    private static Portfolio best(Market market, ServiceDemand demand) {
        return new PlacePortfolio(market, new DemandCurve(demand), YEAR, Optional.empty())
                .best(Double.POSITIVE_INFINITY);
    }

    private static Market market(String kind, String types) {
        return PortfolioCases.market(types, of -> sold(kind, of));
    }

    private static Sold sold(String kind, double[] of) {
        List<Commitment> commitments = new ArrayList<>();
        PortfolioCases.add(commitments, Commitment.Kind.RESERVED, YEAR, of[3]);
        PortfolioCases.add(commitments, Commitment.Kind.CONVERTIBLE, YEAR, of[4]);
        if (kind.equals("resources")) {
            PortfolioCases.add(commitments, Commitment.Kind.COMMITTED_USE, YEAR, of[5]);
            return new Sold(of[5] > 0 ? "family" : "other", commitments, Optional.empty());
        }
        PortfolioCases.add(commitments, Commitment.Kind.SAVINGS_PLAN, YEAR, of[5]);
        if (kind.equals("several")) {
            PortfolioCases.add(commitments, Commitment.Kind.FAMILY_SAVINGS_PLAN, YEAR, of[6]);
            return new Sold("family" + of[7], commitments, Optional.empty());
        }
        return new Sold("family", commitments, Optional.empty());
    }
}
