package dev.stowage.workflow.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Bills of portfolios, by places whose charging periods differ. */
class PortfolioSearchTest {
    private static final long SEED = 22;

    /** As Azure charges, where a begun minute is free, and as AWS does. */
    private static final Map<String, BillingRule> RULES =
            Map.of(
                    "free",
                    new BillingRule(
                            "free", 60, 0, BillingRule.Rounding.DOWN, "USD", "test", List.of()),
                    "second",
                    new BillingRule(
                            "second", 1, 60, BillingRule.Rounding.UP, "USD", "test", List.of()));

    private static Market market(String provider, long milliUsd) {
        VmType type =
                new VmType(
                        provider,
                        "t",
                        "t",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(1, 1));
        CoverItem item =
                CoverItem.of(
                        new VmOffer(
                                type,
                                "r",
                                BigDecimal.valueOf(milliUsd, 3),
                                "test",
                                LocalDate.of(2026, 1, 1)));
        return new Market(provider, "r", RULES.get(provider), List.of(item), List.of());
    }

    private static double usd(List<Market> markets, ServiceDemand demand) {
        return new PortfolioSearch(
                        markets,
                        demand,
                        EnumSet.allOf(Commitment.Kind.class),
                        Optional.empty(),
                        provider -> RULES.get(provider))
                .cheapest(0, Optional.empty())
                .best()
                .usd();
    }

    /** The n-th VM runs whenever n are needed, and until a whole minute is over, or for one. */
    private static double plain(long[] cores, long step, String provider, long milliUsd) {
        long charged = 0;
        for (long n = 1; n <= 6; n++) {
            long run = 0;
            for (int i = 0; i <= cores.length; i++) {
                if (i < cores.length && cores[i] >= n) {
                    run += step;
                } else if (run > 0) {
                    charged += provider.equals("free") ? (run + 59) / 60 * 60 : Math.max(60, run);
                    run = 0;
                }
            }
        }
        return charged * milliUsd / 3.6e6;
    }

    /** A free begun minute is not used, so that no place looks cheaper than its VMs can be. */
    @Test
    void chargesWholePeriodsAtEveryPlace() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 200; trial++) {
            long step = 15L * (1 + random.nextInt(8));
            long[] cores = random.longs(12, 0, 7).toArray();
            cores[0] = 1;
            ServiceDemand demand =
                    new ServiceDemand(
                            LongStream.range(0, 12).map(i -> i * step * 1_000_000).toArray(),
                            LongStream.of(cores).map(n -> n * 1_000_000).toArray(),
                            LongStream.of(cores).map(n -> n << 30).toArray(),
                            12 * step * 1_000_000);
            long free = 80L + random.nextInt(40);
            long second = 80L + random.nextInt(40);
            String what = "trial " + trial + " of seed " + SEED;
            double ofFree = plain(cores, step, "free", free);
            double ofSecond = plain(cores, step, "second", second);
            assertThat(usd(List.of(market("free", free)), demand))
                    .as(what)
                    .isEqualTo(ofFree, within(1e-9));
            assertThat(usd(List.of(market("second", second)), demand))
                    .as(what)
                    .isEqualTo(ofSecond, within(1e-9));
            List<Market> both = List.of(market("free", free), market("second", second));
            assertThat(usd(both, demand))
                    .as(what)
                    .isLessThanOrEqualTo(Math.min(ofFree, ofSecond) + 1e-9);
        }
    }
}
