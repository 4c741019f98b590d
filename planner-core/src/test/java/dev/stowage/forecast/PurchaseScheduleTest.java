package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.forecast.PurchaseSchedule.Order;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What is bought holds the demand, and not one server could be left out. */
class PurchaseScheduleTest {
    private static final double[] USABLE = {300, 900};
    private static final OfferedKind SERVER = new OfferedKind(16, 64, 0, OfferedKind.MOST, 20);

    private static DemandPaths paths(long seed, int buckets) {
        EtsForm form = new EtsForm(Trend.ADDITIVE, 7);
        EtsParameters parameters = new EtsParameters(0.2, 0.01, 0.1, 1);
        DemandModel cpu = fitted(form, parameters, 200, 0.9, seed);
        DemandModel memory = fitted(form, parameters, 650, 2.5, seed + 1);
        return new DemandPaths(List.of(cpu, memory), 1_000, buckets, seed);
    }

    private static DemandModel fitted(
            EtsForm form, EtsParameters parameters, double level, double slope, long seed) {
        EtsState start = new EtsState(level, slope, Draws.season(7, level / 10));
        double[] values = Draws.of(form, parameters, start, level / 40, 90, seed);
        return ModelSelection.of(values, List.of(7), List.of(Scale.LINEAR), 24, 1).model();
    }

    /** Share of the paths with a resource above what is usable, by bucket; counted naively. */
    private static double[] shareAbove(DemandPaths paths, IntUnaryOperator servers) {
        double[] shares = new double[paths.buckets()];
        paths.forEachBucket(
                (bucket, amounts) -> {
                    int more = servers.applyAsInt(bucket);
                    int above = 0;
                    for (int path = 0; path < paths.paths(); path++) {
                        boolean isAbove = false;
                        isAbove |= amounts[0][path] > USABLE[0] + more * SERVER.cores();
                        isAbove |= amounts[1][path] > USABLE[1] + more * SERVER.gib();
                        above += isAbove ? 1 : 0;
                    }
                    shares[bucket] = (double) above / paths.paths();
                });
        return shares;
    }

    @Test
    void holdsWithTheConfidenceAndWithNoServerToSpare() {
        for (double confidence : new double[] {0.8, 0.95, 0.99}) {
            for (long seed = 1; seed <= 4; seed++) {
                DemandPaths paths = paths(seed, 200);
                UsableNeeds needs = UsableNeeds.of(paths, USABLE, confidence);
                PurchaseSchedule plan = PurchaseSchedule.of(needs, List.of(SERVER), 30);
                assertThat(plan.orders()).as("seed " + seed).hasSizeGreaterThan(1);
                int covered = plan.orders().get(0).arrives();
                double[] above = shareAbove(paths, bucket -> plan.counts(bucket, 1)[0]);
                for (int bucket = covered; bucket < 200; bucket++) {
                    assertThat(above[bucket])
                            .as("seed " + seed + ", bucket " + bucket)
                            .isLessThanOrEqualTo(1 - confidence + 1e-9);
                }
                for (int i = 0; i < plan.orders().size(); i++) {
                    oneFewerIsTooFew(plan, i, paths, confidence);
                }
            }
        }
    }

    private static void oneFewerIsTooFew(
            PurchaseSchedule plan, int index, DemandPaths paths, double confidence) {
        Order order = plan.orders().get(index);
        int until =
                index + 1 < plan.orders().size()
                        ? plan.orders().get(index + 1).arrives()
                        : paths.buckets();
        double[] above =
                shareAbove(
                        paths,
                        bucket -> plan.counts(bucket, 1)[0] - (order.arrives() <= bucket ? 1 : 0));
        boolean isBroken = false;
        for (int bucket = order.arrives(); bucket < until; bucket++) {
            isBroken |= above[bucket] > 1 - confidence + 1e-9;
        }
        assertThat(isBroken).as("one fewer than " + order).isTrue();
    }

    /** Two cores come at once, any number after six buckets; ten buckets would lie between. */
    @Test
    void aSmallOrderThatHoldsForAShortTimeDoesNotKeepTheNextOneBack() {
        UsableNeeds needs = needs(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        OfferedKind few = new OfferedKind(1, 1, 50, 2, 0);
        OfferedKind slow = new OfferedKind(1, 1, 10, OfferedKind.MOST, 6);
        PurchaseSchedule plan = PurchaseSchedule.of(needs, List.of(few, slow), 10);
        assertThat(plan.orders().get(0).arrives()).isEqualTo(1);
        assertThat(plan.orders().get(1).arrives()).isEqualTo(6);
        assertThat(plan.lateFrom()).isEqualTo(3);
        assertThat(plan.lateUntil()).isEqualTo(6);
    }

    private static UsableNeeds needs(int... all) {
        return new UsableNeeds(
                new double[] {0, 0},
                Arrays.stream(all)
                        .mapToObj(each -> Staircase.of(each, 0))
                        .toArray(Staircase[]::new));
    }

    /** A core each, of which any number may be bought. */
    private static OfferedKind core(int lead) {
        return new OfferedKind(1, 1, 0, OfferedKind.MOST, lead);
    }

    private static Order order(int arrives, int neededFrom, Integer... counts) {
        return new Order(arrives, neededFrom, List.of(counts), 0, true);
    }

    private static PurchaseSchedule plan(UsableNeeds needs, int every, OfferedKind... kinds) {
        return PurchaseSchedule.of(needs, List.of(kinds), every);
    }

    @Test
    void ordersAsLateAsItMay() {
        PurchaseSchedule plan = plan(needs(0, 0, 0, 1, 2, 3, 3, 4), 2, core(2));
        assertThat(plan.orders()).containsExactly(order(3, 3, 2), order(5, 5, 1), order(7, 7, 1));
        assertThat(plan.lateFrom()).isEqualTo(-1);
        assertThat(plan.shortFrom()).isEqualTo(-1);
        assertThat(plan.counts(7, 1)).containsExactly(4);
    }

    @Test
    void buysForAPeakThatComesBeforeTheNextOrder() {
        PurchaseSchedule plan = plan(needs(1, 5, 2, 2, 6), 3, core(0));
        assertThat(plan.orders()).containsExactly(order(0, 0, 5), order(4, 4, 1));
    }

    @Test
    void saysWhenNoOrderComesInTime() {
        PurchaseSchedule plan = plan(needs(0, 1, 1, 2, 2, 2), 10, core(3));
        assertThat(plan.orders()).containsExactly(order(3, 1, 2));
        assertThat(plan.lateFrom()).isEqualTo(1);
        assertThat(plan.lateUntil()).isEqualTo(3);
        PurchaseSchedule never = plan(needs(0, 1, 1), 10, core(30));
        assertThat(never.orders()).isEmpty();
        assertThat(never.lateFrom()).isEqualTo(1);
        assertThat(never.lateUntil()).isEqualTo(3);
    }

    @Test
    void needsNothingWhereNothingIsShort() {
        PurchaseSchedule plan = plan(needs(0, 0, 0), 1, core(5));
        assertThat(plan.orders()).isEmpty();
        assertThat(plan.lateFrom()).isEqualTo(-1);
        assertThat(plan.counts(2, 1)).containsExactly(0);
    }

    @Test
    void takesADearKindUntilACheapOneCanBeThere() {
        OfferedKind cheap = new OfferedKind(10, 1, 10, OfferedKind.MOST, 4);
        OfferedKind dear = new OfferedKind(5, 1, 20, OfferedKind.MOST, 1);
        PurchaseSchedule plan = plan(needs(0, 4, 4, 4, 12, 30), 2, cheap, dear);
        assertThat(plan.orders()).containsExactly(order(1, 1, 0, 1), order(4, 4, 3, 0));
        assertThat(plan.lateFrom()).isEqualTo(-1);
    }

    @Test
    void buysWhatThereIsAndSaysFromWhenItIsTooLittle() {
        OfferedKind few = new OfferedKind(10, 1, 10, 2, 0);
        PurchaseSchedule plan = plan(needs(0, 4, 14, 20, 21, 30, 5), 10, few);
        assertThat(plan.orders()).containsExactly(order(1, 1, 2));
        assertThat(plan.shortFrom()).isEqualTo(4);
        assertThat(plan.lateFrom()).isEqualTo(-1);
        PurchaseSchedule none = plan(needs(0, 21), 10, few);
        assertThat(none.orders()).isEmpty();
        assertThat(none.shortFrom()).isEqualTo(1);
    }

    @Test
    void keepsEveryNeedUnderRandomOnes() {
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            int[] all = random.ints(1 + random.nextInt(40), 0, 9).toArray();
            int lead = random.nextInt(12);
            PurchaseSchedule plan = plan(needs(all), 1 + random.nextInt(10), core(lead));
            for (int bucket = 0; bucket < all.length; bucket++) {
                boolean isLate = plan.lateFrom() <= bucket && bucket < plan.lateUntil();
                assertThat(isLate || plan.counts(bucket, 1)[0] >= all[bucket])
                        .as("round %d, bucket %d of %s", round, bucket, plan)
                        .isTrue();
                assertThat(!isLate || bucket < lead).isTrue();
            }
        }
    }

    /** Kinds with a largest number and lead times of their own; each bucket is looked at again. */
    @Test
    void saysOfEachBucketWhetherItIsHeld() {
        Random random = new Random(4);
        int gaps = 0;
        for (int round = 0; round < 2_000; round++) {
            int[] all = random.ints(1 + random.nextInt(40), 0, 40).toArray();
            OfferedKind[] kinds = new OfferedKind[1 + random.nextInt(3)];
            for (int i = 0; i < kinds.length; i++) {
                kinds[i] =
                        new OfferedKind(
                                1 + random.nextInt(9),
                                1,
                                random.nextInt(9),
                                random.nextInt(12),
                                random.nextInt(8));
            }
            int every = 1 + random.nextInt(10);
            PurchaseSchedule plan = plan(needs(all), every, kinds);
            int last = -every;
            for (Order order : plan.orders()) {
                if (order.arrives() < last + every) { // only where the one before holds no longer
                    int[] before = plan.counts(last, kinds.length);
                    double had = 0;
                    for (int i = 0; i < kinds.length; i++) {
                        had += before[i] * kinds[i].cores();
                    }
                    assertThat(order.arrives()).isGreaterThan(last);
                    assertThat(all[order.neededFrom()])
                            .as("round %d, %s", round, plan)
                            .isGreaterThan((int) had);
                }
                last = order.arrives();
                for (int i = 0; i < kinds.length; i++) {
                    assertThat(order.counts().get(i) == 0 || kinds[i].leadBuckets() <= last)
                            .as("round %d, %s", round, order)
                            .isTrue();
                }
            }
            for (int bucket = 0; bucket < all.length; bucket++) {
                int[] counts = plan.counts(bucket, kinds.length);
                double has = 0;
                double most = 0;
                for (int i = 0; i < kinds.length; i++) {
                    assertThat(counts[i]).isLessThanOrEqualTo(kinds[i].most());
                    has += counts[i] * kinds[i].cores();
                    most += kinds[i].most() * kinds[i].cores();
                }
                boolean isLate = plan.lateFrom() <= bucket && bucket < plan.lateUntil();
                boolean isShort =
                        plan.shortFrom() >= 0 && plan.shortFrom() <= bucket && most < all[bucket];
                gaps += has < all[bucket] ? 1 : 0;
                assertThat(has >= all[bucket] || isLate || isShort)
                        .as("round %d, bucket %d of %s", round, bucket, plan)
                        .isTrue();
            }
        }
        assertThat(gaps).isGreaterThan(1_000);
    }
}
