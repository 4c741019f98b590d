package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Last buckets on another level are named; those of series that wander or grow are not. */
class EndShiftTest {
    private static final int SERIES = 300;

    private static int found(double walk, double slope, int days, double step) {
        int found = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            Random random = new Random(seed);
            double[] values = new double[300];
            double level = 1_000;
            for (int i = 0; i < values.length; i++) {
                level += slope + walk * random.nextGaussian();
                values[i] =
                        level
                                + 10 * random.nextGaussian()
                                + 60 * Math.sin(2 * Math.PI * i / 7)
                                + (i >= values.length - days ? step : 0);
            }
            found +=
                    LevelShift.atEnd(values, new BitSet(), 7, 7)
                                    .filter(shift -> shift.bucket() >= values.length - 6)
                                    .isPresent()
                            ? 1
                            : 0;
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 3", "3, 0", "10, 0", "30, 1"})
    void namesNoneWhereThereIsNone(double walk, double slope) {
        assertThat(found(walk, slope, 0, 0)).isLessThanOrEqualTo(SERIES / 50);
    }

    /** Five weeks of hours with nights and weekends, which a season of a day does not know. */
    private static int foundInHours(int hours, double step) {
        int found = 0;
        for (int seed = 0; seed < SERIES / 3; seed++) {
            Random random = new Random(seed);
            double[] values = new double[480 + 11 * (seed % 31)];
            for (int i = 0; i < values.length; i++) {
                values[i] =
                        500
                                - (i / 24 % 7 > 4 ? 150 : 0)
                                + 80 * Math.sin(2 * Math.PI * i / 24)
                                + 10 * random.nextGaussian()
                                + (i >= values.length - hours ? step : 0);
            }
            found += LevelShift.atEnd(values, new BitSet(), 24, 168).isPresent() ? 1 : 0;
        }
        return found;
    }

    @Test
    void takesNoWeekendForAShift() {
        assertThat(foundInHours(0, 0)).isLessThanOrEqualTo(SERIES / 150);
    }

    @ParameterizedTest
    @CsvSource({"8", "20", "50", "90"})
    void namesAStepOfHours(int hours) {
        assertThat(foundInHours(hours, 1_000)).isGreaterThanOrEqualTo(SERIES / 3 * 95 / 100);
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "4", "5", "6"})
    void namesAStep(int days) {
        assertThat(found(0, 0.5, days, 200)).isGreaterThanOrEqualTo(SERIES * 95 / 100);
    }
}
