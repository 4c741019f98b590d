package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YearlyCycleTest {
    private static final long DAY = 86_400_000_000L;

    private static double[] days(int seed, int days, double year) {
        Random random = new Random(seed);
        double[] values = new double[days];
        Arrays.setAll(
                values,
                day ->
                        200
                                + 0.1 * day
                                + year * Math.cos(2 * Math.PI * day / 365.2425)
                                + 8 * random.nextGaussian());
        return values;
    }

    @Test
    void isSeenWhereItIs() {
        for (int seed = 0; seed < 40; seed++) {
            assertThat(YearlyCycle.isIn(days(seed, 900, 60), DAY)).isTrue();
            assertThat(YearlyCycle.isIn(days(seed, 900, 0), DAY)).isFalse();
            assertThat(YearlyCycle.isIn(days(seed, 400, 60), DAY)).as("too short").isFalse();
        }
    }

    /** A year to a year and a half does not tell whether a wave comes again. */
    @Test
    void mayBeThereInAShorterHistory() {
        int walks = 0;
        for (int seed = 0; seed < 200; seed++) {
            int days = 370 + seed % 150;
            assertThat(YearlyCycle.mayBeIn(days(seed, days, 60), DAY)).isTrue();
            assertThat(YearlyCycle.mayBeIn(days(seed, days, 0), DAY)).isFalse();
            assertThat(YearlyCycle.mayBeIn(days(seed, 900, 60), DAY)).as("is seen").isFalse();
            Random random = new Random(seed);
            double[] walk = new double[days];
            double level = 500;
            for (int i = 0; i < days; i++) {
                level += 4 * random.nextGaussian();
                walk[i] = level;
            }
            walks += YearlyCycle.mayBeIn(walk, DAY) ? 1 : 0;
        }
        assertThat(walks).isLessThanOrEqualTo(20); // they may look like waves
    }

    @Test
    void isSeenInMonths() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            double[] months = new double[40];
            double[] noise = new double[40];
            Arrays.setAll(noise, i -> 200 + 5 * i + 4 * random.nextGaussian());
            Arrays.setAll(months, i -> noise[i] + 30 * Math.sin(Math.PI * i / 6));
            assertThat(YearlyCycle.isIn(months, BucketClock.MEAN_MONTH)).isTrue();
            assertThat(YearlyCycle.isIn(noise, BucketClock.MEAN_MONTH)).isFalse();
        }
    }
}
