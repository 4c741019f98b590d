package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Spikes are found, and ordinary buckets are not, at the ends as in the middle. */
class OutliersTest {
    private static final int SERIES = 200;
    private static final BitSet NONE = new BitSet();

    /** Level, trend and season of a drawn series. */
    private enum Kind {
        MONTHS(40, 12, 200, 5, 30, 4),
        THREE_YEARS(36, 12, 500, 8, 60, 20),
        FIVE_YEARS(60, 12, 500, -2, 60, 20),
        DAYS(200, 7, 500, 2.5, 60, 25),
        STEEP_DAYS(60, 7, 500, 10, 60, 20),
        HOURS(336, 24, 100, 0.1, 30, 3),
        WEEK_OF_HOURS(840, 168, 100, 0.1, 30, 3),
        WEEKS(60, 1, 200, 5, 0, 10);

        private final int length;
        private final int period;
        private final double base;
        private final double slope;
        private final double season;
        private final double sigma;

        Kind(int length, int period, double base, double slope, double season, double sigma) {
            this.length = length;
            this.period = period;
            this.base = base;
            this.slope = slope;
            this.season = season;
            this.sigma = sigma;
        }

        double usual(int bucket) {
            return base + slope * bucket + season * Math.sin(2 * Math.PI * bucket / period);
        }

        double[] drawn(int seed) {
            Random random = new Random(seed);
            double[] values = new double[length];
            Arrays.setAll(values, i -> usual(i) + sigma * random.nextGaussian());
            return values;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void namesNothingInCleanSeries(Kind kind) {
        int named = 0;
        double spreads = 0;
        int series = kind.period > 100 ? SERIES / 8 : SERIES;
        for (int seed = 0; seed < series; seed++) {
            double[] values = kind.drawn(seed);
            named += Outliers.of(values, NONE, kind.period).isEmpty() ? 0 : 1;
            spreads += RobustPattern.of(values, NONE, kind.period).spread();
        }
        assertThat(named).isLessThanOrEqualTo(SERIES / 100);
        assertThat(spreads / series).isCloseTo(kind.sigma, withinPercentage(7));
    }

    /**
     * Of so many standard deviations. Few years of months tell that of a month only roughly, so
     * that spikes have to be larger to be sure there.
     */
    @ParameterizedTest
    @CsvSource({"200, 7, 8", "336, 24, 8", "120, 1, 8", "180, 12, 8", "60, 12, 10", "40, 12, 12"})
    void findsSpikesAtTheEndsToo(int n, int period, double spike) {
        int[] places = {0, 1, n / 2, n - 2, n - 1};
        int[] found = new int[places.length];
        for (int seed = 0; seed < SERIES; seed++) {
            Random random = new Random(seed);
            int at = places[seed % places.length];
            double[] values = new double[n];
            Arrays.setAll(
                    values,
                    i ->
                            (1_000 + 100.0 * i / n + season(i, period))
                                    * Math.exp(0.02 * (i == at ? spike : random.nextGaussian())));
            BitSet outliers = Outliers.of(values, NONE, period);
            found[seed % places.length] += outliers.get(at) ? 1 : 0;
        }
        assertThat(Arrays.stream(found).sum())
                .as(Arrays.toString(found))
                .isGreaterThanOrEqualTo(SERIES * 95 / 100);
    }

    private static double season(int bucket, int period) {
        return period == 1 ? 0 : 60 * Math.sin(2 * Math.PI * bucket / period);
    }
}
