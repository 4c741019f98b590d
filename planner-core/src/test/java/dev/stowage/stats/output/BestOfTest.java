package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BestOfTest {
    private static BestOf best(double level, double[]... alternatives) {
        double[] means =
                Arrays.stream(alternatives)
                        .mapToDouble(each -> Arrays.stream(each).average().orElseThrow())
                        .toArray();
        return BestOf.of(
                means,
                (a, b, each) -> Difference.paired(alternatives[a], alternatives[b], each),
                level);
    }

    @Test
    void namesTheBestAndItsRivals() {
        double[] slow = {10.1, 11.2, 9.9, 10.4, 10.8, 10.3, 11.0, 10.6};
        double[] fast = {5.1, 6.3, 4.8, 5.4, 5.9, 5.5, 6.2, 5.0};
        double[] alike = {5.2, 6.1, 5.0, 5.4, 6.0, 5.7, 6.0, 5.1};
        BestOf best = best(0.95, slow, fast, alike);
        assertThat(best.best()).isEqualTo(1);
        assertThat(best.rivals()).containsExactly(2);
        assertThat(best.isDecided()).isFalse();
        assertThat(best.againstBest().get(0).mean()).isBetween(4.9, 5.1);
        assertThat(best.againstBest().get(1).mean()).isZero();
        assertThat(best(0.95, slow, fast).isDecided()).isTrue();
    }

    @Test
    void leavesEachPairItsShareOfTheRisk() {
        double[] values = {1, 2, 3};
        BestOf best = best(0.94, values, values, values);
        assertThat(best.best()).isZero();
        assertThat(best.againstBest()).allMatch(each -> Math.abs(each.level() - 0.98) < 1e-12);
    }

    @Test
    void isSeldomDecidedWhereNoneIsBetter() {
        int decided = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            RandomGenerator random = Seeds.stream(5, "none-is-better", run);
            double[][] alternatives = new double[4][8];
            for (double[] each : alternatives) {
                Arrays.setAll(each, i -> random.nextGaussian());
            }
            decided += best(0.95, alternatives).isDecided() ? 1 : 0;
        }
        assertThat(decided).isLessThan(50);
    }

    @Test
    void putsAnInfiniteMeanLast() {
        double[] endless = {Double.POSITIVE_INFINITY, 1};
        double[] finite = {100, 101};
        assertThat(best(0.95, endless, finite).best()).isEqualTo(1);
        assertThat(best(0.95, endless, finite).rivals()).containsExactly(0);
    }

    @Test
    void asksForMoreReplicationsAsLongAsTheIntervalIsTooWide() {
        Precision precision = new Precision(0.1, true, 5, 100);
        assertThat(precision.allowed(11))
                .isEqualTo(1.0, org.assertj.core.api.Assertions.within(1e-12));
        assertThat(precision.isReached(around(11.1, 1))).isTrue();
        assertThat(precision.isReached(around(11.1, 1.1))).isFalse();
        assertThat(precision.next(10, around(11, 2))).isEqualTo(20); // four times, at most double
        assertThat(precision.next(10, around(11, 1.3))).isEqualTo(17);
        assertThat(precision.next(10, around(11, 1.01))).isEqualTo(15);
        assertThat(precision.next(90, around(11, 9))).isEqualTo(100);
        assertThat(precision.next(5, around(0, 1))).isEqualTo(10); // no share of nothing
        assertThat(new Precision(10, false, 2, 3).allowed(1e6)).isEqualTo(10);
    }

    private static MedianInterval around(double median, double halfWidth) {
        return new MedianInterval(median, median, median - halfWidth, median + halfWidth);
    }

    @Test
    void sharesTheRiskAmongAllLooks() {
        Precision precision = new Precision(0.1, true, 5, 100);
        double risk = 0;
        for (int look = 1; look <= 1000; look++) {
            risk += 1 - precision.level(look, 0.95);
        }
        assertThat(risk).isBetween(0.0499, 0.05);
    }
}
