package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.forecast.PurchaseSchedule.Order;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Quantiles that are written and orders that are made agree: both are counted over one set. */
class FutureQuantilesTest {
    private static final int DAYS = 200;
    private static final int AHEAD = 180;
    private static final double[] LEVELS = {0.5, 0.8, 0.9, 0.95, 0.975, 0.99};

    /** Lines in noise, as a reader from outside drew them: short, and of any slope. */
    private static DemandModel line(long seed, double level) {
        Random random = new Random(seed);
        double slope = level / 2_000 * (1 + random.nextInt(4));
        double noise = level / 40 * (1 + random.nextInt(4));
        double[] values = new double[DAYS];
        Arrays.setAll(values, t -> level + slope * t + noise * random.nextGaussian());
        return ModelSelection.of(values, List.of(7), List.of(Scale.LINEAR), AHEAD, 1).model();
    }

    private static DemandPaths paths(long seed, double ofMemory) {
        return new DemandPaths(
                List.of(line(seed, 400), line(seed + 100, ofMemory)), 2_000, AHEAD, seed);
    }

    private static double most(double[] values, int from, int until) {
        return Arrays.stream(values, from, until).max().orElseThrow();
    }

    @Test
    void isTheLeastThatEnoughPathsStayWithin() {
        DemandPaths paths = paths(1, 900);
        FutureQuantiles quantiles = FutureQuantiles.of(paths, LEVELS);
        paths.forEachBucket(
                (bucket, amounts) -> {
                    for (int resource = 0; resource < 2; resource++) {
                        for (double level : LEVELS) {
                            double amount = quantiles.of(resource, level)[bucket];
                            double[] drawn = amounts[resource];
                            long above = Arrays.stream(drawn).filter(a -> a > amount).count();
                            long atLeast = Arrays.stream(drawn).filter(a -> a >= amount).count();
                            double may = (1 - level) * drawn.length + 1e-6;
                            assertThat((double) above).isLessThanOrEqualTo(may);
                            assertThat((double) atLeast).isGreaterThan(may);
                        }
                    }
                });
    }

    @Test
    void anOrderHoldsTheQuantileOfItsLevelAndNoServerMore() {
        OfferedKind server = new OfferedKind(7, 10_000, 0, OfferedKind.MOST, 0);
        int orders = 0;
        for (long seed = 0; seed < 3; seed++) {
            DemandPaths paths = paths(seed, 5);
            FutureQuantiles quantiles = FutureQuantiles.of(paths, LEVELS);
            for (double level : LEVELS) {
                double[] usable = {420, 10_000};
                UsableNeeds needs = UsableNeeds.of(paths, usable, level);
                PurchaseSchedule plan =
                        PurchaseSchedule.of(needs, List.of(server), 1 + (int) seed * 9);
                double[] wanted = quantiles.of(0, level);
                for (int i = 0; i < plan.orders().size(); i++) {
                    Order order = plan.orders().get(i);
                    int until =
                            i + 1 < plan.orders().size()
                                    ? plan.orders().get(i + 1).arrives()
                                    : AHEAD;
                    double has = usable[0] + 7 * plan.counts(order.arrives(), 1)[0];
                    double need = most(wanted, order.arrives(), until);
                    assertThat(has)
                            .as("seed %d, %s of %s", seed, level, order)
                            .isBetween(need, need + 7);
                    orders++;
                }
            }
        }
        assertThat(orders).isGreaterThan(50);
    }

    /** Where both resources bind, a future counts once: never less than what either alone needs. */
    @Test
    void whatIsEnoughForBothIsEnoughForEach() {
        OfferedKind server = new OfferedKind(7, 16, 0, OfferedKind.MOST, 0);
        for (long seed = 0; seed < 2; seed++) {
            DemandPaths paths = paths(seed, 900);
            FutureQuantiles quantiles = FutureQuantiles.of(paths, LEVELS);
            for (double level : LEVELS) {
                UsableNeeds needs = UsableNeeds.of(paths, new double[] {300, 700}, level);
                PurchaseSchedule plan = PurchaseSchedule.of(needs, List.of(server), 28);
                for (int bucket = plan.orders().get(0).arrives(); bucket < AHEAD; bucket++) {
                    int servers = plan.counts(bucket, 1)[0];
                    assertThat(300 + 7.0 * servers)
                            .isGreaterThanOrEqualTo(quantiles.of(0, level)[bucket]);
                    assertThat(700 + 16.0 * servers)
                            .isGreaterThanOrEqualTo(quantiles.of(1, level)[bucket]);
                }
            }
        }
    }

    @Test
    void knowsWhatWasCountedAlone() {
        FutureQuantiles quantiles = FutureQuantiles.of(paths(1, 5), 0.5);
        assertThatThrownBy(() -> quantiles.of(0, 0.9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.9");
    }
}
