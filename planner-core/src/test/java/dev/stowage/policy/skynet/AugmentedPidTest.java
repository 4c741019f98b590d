package dev.stowage.policy.skynet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AugmentedPidTest {
    private static final boolean[] MANAGED = {true};
    private static final double LAG = 0.5;

    /** Seconds until in the band for five seconds, of one application whose need jumps. */
    private static int secondsToBand(Gains gains, double jump) {
        AugmentedPid pid = new AugmentedPid(1, gains, 1.1);
        ResourceLoop loop = new ResourceLoop(1.1, false);
        double[] amount = {1.1};
        double[] proposed = new double[1];
        double performance = 1.1;
        int since = -1;
        for (int second = 0; second < 60; second++) {
            double need = second < 5 ? 1 : jump;
            performance += (1 - Math.exp(-1 / LAG)) * (amount[0] / need - performance);
            boolean isInBand = performance >= 0.999 && performance <= 1.201;
            since = !isInBand || second < 5 ? -1 : since < 0 ? second : since;
            if (since >= 0 && second - since >= 5) {
                return since - 5;
            }
            double factor = pid.factor(0, performance);
            if (!ResourceLoop.isInBand(performance)) {
                double[] used = {Math.min(1, need * performance / amount[0])};
                loop.propose(performance, factor, amount, used, false, MANAGED, proposed);
                amount[0] = proposed[0];
            }
        }
        return 60;
    }

    @ParameterizedTest
    @CsvSource({"0.4", "0.55", "0.7", "1.4", "1.8", "2.5"})
    void isBackInTheBandWithinFiveSteps(double jump) {
        assertThat(secondsToBand(Gains.FAST, jump)).isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"0.4", "0.55", "0.7", "1.4", "1.8", "2.5"})
    void changesNothingAtConstantLoadOnceItHasConverged(double jump) {
        assertThat(secondsToBand(Gains.PUBLISHED_SPEED, jump)).isLessThan(60);
        assertThat(secondsToBand(Gains.FAST.plain(), jump)).isLessThan(60);
    }

    /** Equations 3.5 to 3.8 by hand: e = 0.6 after 0.1, a = 0.6 * 0.5 / 1.1^2. */
    @Test
    void retunesItsGainsAsPublished() {
        AugmentedPid pid = new AugmentedPid(1, new Gains(0.1, 0.2, 0.01, true), 1.1);
        pid.factor(0, 1.0);
        double a = 0.6 * 0.5 / 1.21;
        double step = 0.1 * (1 + a) * 0.5 + 0.2 * (1 + a) * 0.6 + 0.01 * (1 + 12 * a) * (0.5 - 0.1);
        assertThat(Math.log(pid.factor(0, 0.5))).isCloseTo(step, within(1e-12));
    }

    @Test
    void relatesWhatIsMeasuredToItsObjective() {
        PerformanceObjective latency = new PerformanceObjective("latency in ms", 1, false);
        assertThat(latency.relative(2)).isEqualTo(0.5);
        assertThat(latency.isWithin(4, Double.POSITIVE_INFINITY)).isFalse();
        assertThat(latency.isWithin(1, 1)).isTrue();
        assertThat(new PerformanceObjective("throughput", 100, true).relative(150)).isEqualTo(1.5);
    }
}
