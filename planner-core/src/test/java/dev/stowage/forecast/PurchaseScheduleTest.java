package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.forecast.PurchaseSchedule.Order;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What is bought holds the demand, and not one server could be left out. */
class PurchaseScheduleTest {
    private static final double[] USABLE = {300, 900};
    private static final double[] ADDED = {16, 64};

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
                        for (int r = 0; r < USABLE.length; r++) {
                            isAbove |= amounts[r][path] > USABLE[r] + more * ADDED[r];
                        }
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
                ServerNeeds needs = ServerNeeds.of(paths, USABLE, ADDED, confidence);
                PurchaseSchedule plan = PurchaseSchedule.of(needs, 20, 30);
                assertThat(plan.orders()).as("seed " + seed).hasSizeGreaterThan(1);
                int covered = plan.orders().get(0).arrives();
                double[] above = shareAbove(paths, plan::servers);
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
                        bucket -> plan.servers(bucket) - (order.arrives() <= bucket ? 1 : 0));
        boolean isBroken = false;
        for (int bucket = order.arrives(); bucket < until; bucket++) {
            isBroken |= above[bucket] > 1 - confidence + 1e-9;
        }
        assertThat(isBroken).as("one fewer than " + order).isTrue();
    }

    private static ServerNeeds needs(int... all) {
        return new ServerNeeds(all, new int[][] {all, new int[all.length]});
    }

    @Test
    void ordersAsLateAsItMay() {
        PurchaseSchedule plan = PurchaseSchedule.of(needs(0, 0, 0, 1, 2, 3, 3, 4), 2, 2);
        assertThat(plan.orders())
                .containsExactly(
                        new Order(1, 3, 3, 2, 2, 0),
                        new Order(3, 5, 5, 1, 3, 0),
                        new Order(5, 7, 7, 1, 4, 0));
        assertThat(plan.uncoveredFrom()).isEqualTo(-1);
        assertThat(plan.total()).isEqualTo(4);
    }

    @Test
    void buysForAPeakThatComesBeforeTheNextOrder() {
        PurchaseSchedule plan = PurchaseSchedule.of(needs(1, 5, 2, 2, 6), 0, 3);
        assertThat(plan.orders())
                .containsExactly(new Order(0, 0, 0, 5, 5, 0), new Order(4, 4, 4, 1, 6, 0));
    }

    @Test
    void saysWhenNoOrderComesInTime() {
        PurchaseSchedule plan = PurchaseSchedule.of(needs(0, 1, 1, 2, 2, 2), 3, 10);
        assertThat(plan.orders()).containsExactly(new Order(-2, 3, 1, 2, 2, 0));
        assertThat(plan.uncoveredFrom()).isEqualTo(1);
        assertThat(plan.uncoveredUntil()).isEqualTo(3);
        PurchaseSchedule never = PurchaseSchedule.of(needs(0, 1, 1), 30, 10);
        assertThat(never.orders()).isEmpty();
        assertThat(never.uncoveredFrom()).isEqualTo(1);
        assertThat(never.uncoveredUntil()).isEqualTo(3);
    }

    @Test
    void needsNothingWhereNothingIsShort() {
        PurchaseSchedule plan = PurchaseSchedule.of(needs(0, 0, 0), 5, 1);
        assertThat(plan.orders()).isEmpty();
        assertThat(plan.uncoveredFrom()).isEqualTo(-1);
        assertThat(plan.total()).isZero();
    }

    @Test
    void keepsEveryNeedUnderRandomOnes() {
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            int[] all = random.ints(1 + random.nextInt(40), 0, 9).toArray();
            int lead = random.nextInt(12);
            PurchaseSchedule plan = PurchaseSchedule.of(needs(all), lead, 1 + random.nextInt(10));
            for (int bucket = 0; bucket < all.length; bucket++) {
                boolean isUncovered =
                        plan.uncoveredFrom() <= bucket && bucket < plan.uncoveredUntil();
                assertThat(isUncovered || plan.servers(bucket) >= all[bucket])
                        .as("round %d, bucket %d of %s", round, bucket, plan)
                        .isTrue();
                assertThat(!isUncovered || bucket < lead).isTrue();
            }
        }
    }

    @Test
    void countsTheLeastServersThatHold() {
        assertThat(ServerNeeds.servers(10, 10, 3)).isZero();
        assertThat(ServerNeeds.servers(10.001, 10, 3)).isEqualTo(1);
        assertThat(ServerNeeds.servers(13, 10, 3)).isEqualTo(1);
        assertThat(ServerNeeds.servers(13.5, 10, 3)).isEqualTo(2);
        assertThat(ServerNeeds.servers(Double.POSITIVE_INFINITY, 10, 3))
                .isEqualTo(ServerNeeds.MOST);
        assertThat(ServerNeeds.servers(0.1 + 0.2, 0.1, 0.2)).isEqualTo(1);
    }
}
