package dev.stowage.policy.commitment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Shortfall;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CommitmentPlanTest {
    private static final long SEED = 31;
    private static final long HOUR = 3_600_000_000L;
    private static final int YEAR = 12;

    @Test
    void commitsToEachVmThatIsInUseBeyondTheBreakEven() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int trial = 0; trial < 100; trial++) {
            int share = 20 + random.nextInt(80);
            Market market = market(List.of(vm("one", 1, 1, 100, share)));
            int[] levels = random.ints(24, 0, 12).toArray();
            CommitmentPlan plan = CommitmentPlan.of(market, demand(levels), YEAR);
            double expected = 0;
            int count = 0;
            for (int k = 1; k <= 12; k++) {
                double used = 0;
                for (int level : levels) {
                    used += level >= k ? 1 : 0;
                }
                double committed = 24 * 0.001 * share;
                expected += Math.min(0.1 * used, committed);
                count += committed < 0.1 * used - 1e-9 ? 1 : 0;
            }
            assertThat(plan.usd()).as("trial %d", trial).isCloseTo(expected, within(1e-9));
            assertThat(plan.lines().stream().mapToInt(CommitmentPlan.Line::count).sum())
                    .as("trial %d", trial)
                    .isEqualTo(count);
            assertThat(plan.boundUsd()).as("trial %d", trial).isCloseTo(expected, within(1e-6));
        }
    }

    @Test
    void costsBetweenTheBoundAndWhatTryingAllCountsFinds() {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        int optimal = 0;
        for (int trial = 0; trial < 40; trial++) {
            Market market =
                    market(
                            List.of(
                                    vm("a", 1, 2, 100, 50 + random.nextInt(40)),
                                    vm("b", 4, 4, 330, 150 + random.nextInt(150))));
            int[] levels = random.ints(12, 0, 10).toArray();
            CommitmentPlan plan = CommitmentPlan.of(market, demand(levels), YEAR);
            double best = best(market, levels);
            assertThat(plan.usd()).isGreaterThanOrEqualTo(best - 1e-9).isLessThan(best * 1.02);
            assertThat(plan.boundUsd()).isPositive().isLessThanOrEqualTo(best + 1e-9);
            assertThat(plan.usd()).isLessThanOrEqualTo(plan.onDemandUsd());
            optimal += plan.usd() < best + 1e-9 ? 1 : 0;
        }
        assertThat(optimal).as("of 40 that are optimal").isGreaterThanOrEqualTo(38);
    }

    /** 2,000 levels, of which a search by groups sees 400; every VM that pays can be counted. */
    @Test
    void countsEachOfManyLevels() {
        SplittableRandom random = new SplittableRandom(SEED + 3);
        Market market = market(List.of(vm("one", 1, 1, 100, 60)));
        long[] milli = random.longs(2_000, 0, 12_000).toArray();
        long[] starts = new long[milli.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = i * HOUR;
        }
        ServiceDemand demand =
                new ServiceDemand(
                        starts,
                        java.util.Arrays.stream(milli).map(m -> m * 1_000).toArray(),
                        new long[milli.length],
                        milli.length * HOUR);
        CommitmentPlan plan = CommitmentPlan.of(market, demand, YEAR);
        double expected = 0;
        for (int k = 1; k <= 12; k++) {
            int least = 1_000 * (k - 1);
            long used = java.util.Arrays.stream(milli).filter(m -> m > least).count();
            expected += Math.min(0.1 * used, 0.06 * milli.length);
        }
        assertThat(plan.usd()).isCloseTo(expected, within(1e-6));
        assertThat(plan.boundUsd()).isLessThanOrEqualTo(expected).isGreaterThan(0.9 * expected);
        assertThat(plan.isSearchCut()).isFalse();
    }

    @Test
    void saysThatTheSearchStoppedAtItsLimit() {
        Market market = market(List.of(vm("one", 1, 1, 100, 60)));
        int levels = (int) (CommitmentSearch.MOST_COVERS / 2) + 1;
        ServiceDemand demand =
                new ServiceDemand(
                        java.util.stream.LongStream.range(0, levels).map(i -> i * HOUR).toArray(),
                        java.util.stream.LongStream.range(0, levels).map(i -> i * 100).toArray(),
                        new long[levels],
                        levels * HOUR);
        assertThat(CommitmentPlan.of(market, demand, YEAR).isSearchCut()).isTrue();
    }

    @Test
    void commitsToNothingThatIsNotSoldForTheTerm() {
        Market market = market(List.of(vm("one", 1, 1, 100, 10)));
        CommitmentPlan plan = CommitmentPlan.of(market, demand(3, 3), 36);
        assertThat(plan.lines()).isEmpty();
        assertThat(plan.usd()).isEqualTo(plan.onDemandUsd()).isCloseTo(0.6, within(1e-9));
    }

    /** Also of more levels than the plan looks at one by one. */
    @Test
    void costsWhatIsCommittedAndRentedBesideAndThatHoldsTheDemand() {
        SplittableRandom random = new SplittableRandom(SEED + 2);
        Market market = market(List.of(vm("a", 1, 2, 100, 60), vm("b", 4, 4, 330, 200)));
        for (int hours : new int[] {1, 24, 400, 401, 1_000}) {
            int[] levels = random.ints(hours, 0, 10).toArray();
            CommitmentPlan plan = CommitmentPlan.of(market, demand(levels), YEAR);
            Resources committed = Resources.NONE;
            double usd = 0;
            for (CommitmentPlan.Line line : plan.lines()) {
                for (int i = 0; i < line.count(); i++) {
                    committed = committed.plus(line.item().provides());
                }
                usd += hours * line.count() * committed(line.item());
            }
            long now = 0;
            for (CommitmentPlan.Beside beside : plan.beside(demand(levels))) {
                assertThat(beside.fromSeconds()).isEqualTo(now);
                now = beside.toSeconds();
                usd += beside.vms().nanoUsdPerHour() / 1e9 * (now - beside.fromSeconds()) / 3_600;
                Resources held = committed.plus(beside.vms().provides());
                for (long at = beside.fromSeconds() / 3_600; at * 3_600 < now; at++) {
                    int level = levels[(int) at];
                    assertThat(held.covers(Resources.ofCoresAndGib(level, level))).isTrue();
                }
            }
            assertThat(now).isEqualTo(hours * 3_600L);
            assertThat(plan.usd()).isCloseTo(usd, within(1e-6));
        }
    }

    /** Tries all numbers of both types. */
    private static double best(Market market, int[] levels) {
        double best = Double.POSITIVE_INFINITY;
        CoverItem a = market.items().get(0);
        CoverItem b = market.items().get(1);
        for (int x = 0; x <= 10; x++) {
            for (int y = 0; y <= 3; y++) {
                double cost = levels.length * (x * committed(a) + y * committed(b));
                for (int level : levels) {
                    Resources held = Resources.ofCoresAndGib(x + 4L * y, 2L * x + 4L * y);
                    Resources rest = Shortfall.of(Resources.ofCoresAndGib(level, level), held);
                    cost += market.cheapestMix(rest).nanoUsdPerHour() / 1e9;
                }
                best = Math.min(best, cost);
            }
        }
        return best;
    }

    private static double committed(CoverItem item) {
        return item.offer().commitments().get(0).usdPerHour().doubleValue();
    }

    private static ServiceDemand demand(int... cores) {
        List<Long> starts = new ArrayList<>();
        for (int i = 0; i < cores.length; i++) {
            starts.add(i * HOUR);
        }
        return new ServiceDemand(
                starts.stream().mapToLong(s -> s).toArray(),
                java.util.Arrays.stream(cores).mapToLong(c -> c * 1_000_000L).toArray(),
                java.util.Arrays.stream(cores)
                        .mapToLong(c -> c * Resources.BYTES_PER_GIB)
                        .toArray(),
                cores.length * HOUR);
    }

    private static Market market(List<CoverItem> items) {
        BillingRule billing =
                new BillingRule("p", 1, 0, BillingRule.Rounding.UP, "USD", "made by a test");
        return new Market("p", "r", billing, items, List.of());
    }

    /** Prices in thousandths of a USD an hour, on demand and for a year. */
    private static CoverItem vm(String name, long cores, long gib, long price, long committed) {
        VmType type =
                new VmType(
                        "p",
                        name,
                        "family",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        Commitment year =
                new Commitment(
                        Commitment.Kind.RESERVED,
                        YEAR,
                        BigDecimal.valueOf(committed, 3),
                        BigDecimal.ZERO,
                        "made by a test");
        return CoverItem.of(
                new VmOffer(
                        type,
                        "r",
                        BigDecimal.valueOf(price, 3),
                        "made by a test",
                        LocalDate.of(2026, 1, 1),
                        Optional.empty(),
                        List.of(year)));
    }
}
