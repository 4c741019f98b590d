package dev.stowage.sim.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closed forms; RankingTest holds the bound to the bills of drawn deployments. */
class SustainedBoundTest {
    private static final long WEEK = 7 * 86_400L;
    private static final double LAYER = 1.0 / 4_000;

    private static Market market(String... rates) {
        SustainedUse use =
                new SustainedUse(
                        List.of("family"),
                        List.of(rates).stream().map(BigDecimal::new).toList(),
                        "made by a test");
        BillingRule rule =
                new BillingRule(
                        "a", 1, 0, BillingRule.Rounding.UP, "USD", "made by a test", List.of(use));
        return new Market(
                "a", "region", rule, List.of(CloudSamples.vm("a", "one", 1, 1, 100)), List.of());
    }

    /** 1 core for four weeks at 1, 0.8, 0.6 and 0.4 of 0.1 USD; two more for one week. */
    @Test
    void chargesEachLayerForItsOwnTime() {
        ServiceDemand demand = CloudSamples.demand(WEEK, 1, 1, 3, 3, 1, 1, 1, 1);
        double usd = SustainedBound.usd(List.of(market("1", "0.8", "0.6", "0.4")), demand);
        double exact = 0.1 * 168 * (1 + 0.8 + 0.6 + 0.4 + 2);
        assertThat(usd).isLessThanOrEqualTo(exact).isCloseTo(exact, within(exact * 3 * LAYER));
    }

    /** What is cheapest for a layer depends on how long it is in use. */
    @Test
    void takesTheCheapestRatesForEachLayer() {
        BillingRule plain =
                new BillingRule("b", 1, 0, BillingRule.Rounding.UP, "USD", "made by a test");
        Market other =
                new Market(
                        "b",
                        "region",
                        plain,
                        List.of(CloudSamples.vm("b", "two", 1, 1, 80)),
                        List.of());
        ServiceDemand demand = CloudSamples.demand(WEEK, 1, 1, 3, 3, 1, 1, 1, 1);
        List<Market> both = List.of(market("1", "0.8", "0.6", "0.4"), other);
        double exact = 168 * (0.1 * (1 + 0.8 + 0.6 + 0.4) + 0.08 * 2);
        assertThat(SustainedBound.usd(both, demand))
                .isLessThanOrEqualTo(exact)
                .isCloseTo(exact, within(exact * 3 * LAYER));
    }
}
