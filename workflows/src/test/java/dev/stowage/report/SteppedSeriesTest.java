package dev.stowage.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SteppedSeriesTest {
    private static double[] levels(int size, long seed) {
        Random random = new Random(seed);
        return random.doubles(size, 0, 9).map(Math::rint).toArray();
    }

    /** The value that is drawn at a time. */
    private static double at(SteppedSeries series, double seconds) {
        int found = 0;
        for (int i = 0; i < series.seconds().length - 1; i++) {
            found = series.seconds()[i] <= seconds ? i : found;
        }
        return series.values()[found];
    }

    @Property(tries = 100)
    void drawsAShortSeriesAsItIs(
            @ForAll @IntRange(min = 1, max = 800) int size, @ForAll long seed) {
        double[] levels = levels(size, seed);
        SteppedSeries series = SteppedSeries.of(levels, 30, size * 30 - 7);

        for (int i = 0; i < size; i++) {
            assertThat(at(series, i * 30)).isEqualTo(levels[i]);
        }
        assertThat(series.seconds()[series.seconds().length - 1]).isEqualTo(size * 30 - 7);
    }

    @Property(tries = 100)
    void keepsTheExtremesOfALongSeriesWhereTheyAre(
            @ForAll @IntRange(min = 801, max = 20_000) int size, @ForAll long seed) {
        double[] levels = levels(size, seed);
        int at = new Random(seed + 1).nextInt(size);
        levels[at] = 100; // one decision among thousands

        SteppedSeries series = SteppedSeries.of(levels, 30, size * 30);

        assertThat(series.values().length).isLessThanOrEqualTo(2 * SteppedSeries.PARTS + 1);
        assertThat(series.seconds()).isSorted();
        assertThat(at(series, at * 30)).isEqualTo(100);
        for (int part = 0; part < SteppedSeries.PARTS; part++) {
            int from = (int) ((long) size * part / SteppedSeries.PARTS);
            int to = (int) ((long) size * (part + 1) / SteppedSeries.PARTS);
            double least = Arrays.stream(levels, from, to).min().orElseThrow();
            double most = Arrays.stream(levels, from, to).max().orElseThrow();
            boolean hasLeast = false;
            boolean hasMost = false;
            for (int i = from; i < to; i++) {
                hasLeast |= at(series, i * 30) == least;
                hasMost |= at(series, i * 30) == most;
            }
            assertThat(hasLeast && hasMost).as("extremes of part %d", part).isTrue();
        }
    }

    @Property(tries = 50)
    void growsToTheSameSums(@ForAll @IntRange(min = 1, max = 5_000) int size, @ForAll long seed) {
        double[] sums = levels(size, seed);
        Arrays.parallelPrefix(sums, Double::sum);

        SteppedSeries series = SteppedSeries.growing(sums, 30, size * 30);

        assertThat(series.seconds().length).isLessThanOrEqualTo(SteppedSeries.PARTS + 1);
        for (int i = 1; i < series.seconds().length; i++) {
            assertThat(series.values()[i]).isEqualTo(sums[(int) (series.seconds()[i] / 30) - 1]);
        }
        assertThat(series.values()[series.values().length - 1]).isEqualTo(sums[size - 1]);
    }

    @Test
    void marksAYearInDays() {
        assertThat(Ticks.step("s", 365 * 86_400.0)).isEqualTo(90 * 86_400.0);
    }
}
