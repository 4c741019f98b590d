package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A year beside a week, on drawn days whose truth is known. */
class YearlyTermsTest {
    private static final double YEAR = 365.2425;
    private static final int DAYS = 1_095;
    private static final int AHEAD = 120;

    /** Level and line, a week by amounts, one wave of a year, noise. */
    private static double[] days(long seed, double wave) {
        Random noise = new Random(seed);
        double[] values = new double[DAYS + AHEAD];
        for (int i = 0; i < values.length; i++) {
            values[i] =
                    300
                            + 0.05 * i
                            + (i % 7 > 4 ? -25 : 10)
                            + wave * Math.sin(2 * Math.PI * (i + 40) / YEAR)
                            + 5 * noise.nextGaussian();
        }
        return values;
    }

    private static ModelSelection selected(double[] all, Seasons seasons) {
        return ModelSelection.of(
                Arrays.copyOf(all, DAYS), seasons, List.of(Scale.LINEAR), AHEAD, 1);
    }

    private static double error(double[] all, DemandModel model) {
        double[] median = model.normalQuantiles(AHEAD, 0.5);
        double sum = 0;
        for (int h = 0; h < AHEAD; h++) {
            sum += Math.abs(median[h] - all[DAYS + h]) / AHEAD;
        }
        return sum;
    }

    @Test
    void forecastsAYearBesideAWeek() {
        for (int seed = 0; seed < 4; seed++) {
            double[] all = days(seed, 60);
            ModelSelection both = selected(all, new Seasons(List.of(7), YEAR));
            ModelSelection week = selected(all, Seasons.of(List.of(7)));
            assertThat(both.candidates().get(0).label()).contains("[7] + year(");
            assertThat(both.model().year().waves()).isPositive();
            assertThat(error(all, both.model())).isLessThan(7); // noise alone makes 4
            assertThat(error(all, week.model())).isGreaterThan(20);
        }
    }

    @Test
    void leavesTheYearOutWhereThereIsNone() {
        int found = 0;
        for (int seed = 0; seed < 10; seed++) {
            ModelSelection choice = selected(days(100 + seed, 0), new Seasons(List.of(7), YEAR));
            found += choice.model().year().waves() > 0 ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(3);
    }

    @Test
    void needsTwoYears() {
        Seasons seasons = new Seasons(List.of(7), YEAR);
        assertThat(seasons.hasYear(730)).isFalse();
        assertThat(seasons.hasYear(731)).isTrue();
        assertThat(new Seasons(List.of(7), 0).hasYear(5_000)).isFalse();
        double[] all = Arrays.copyOf(days(1, 60), 700);
        ModelSelection choice = ModelSelection.of(all, seasons, List.of(Scale.LINEAR), AHEAD, 1);
        assertThat(choice.model().year().waves()).isZero();
    }

    @Test
    void findsTheWaveItself() {
        double[] values = new double[DAYS];
        Arrays.setAll(
                values,
                i ->
                        100
                                + 0.1 * i
                                + 7 * Math.cos(2 * Math.PI * i / YEAR)
                                - 3 * Math.sin(4 * Math.PI * i / YEAR));
        YearlyTerms terms = YearlyTerms.of(values, YEAR, 2);
        assertThat(terms.at(0)).isCloseTo(7, within(1e-9));
        for (int i = 0; i < DAYS; i++) {
            assertThat(terms.removedFrom(values)[i]).isCloseTo(100 + 0.1 * i, within(1e-8));
        }
        assertThat(terms.label()).isEqualTo(" + year(2)");
    }

    @Test
    void isInThePathsAsInTheQuantiles() {
        double[] all = days(3, 60);
        DemandModel model = selected(all, new Seasons(List.of(7), YEAR)).model();
        double[] median = model.normalQuantiles(AHEAD, 0.5);
        new DemandPaths(List.of(model), 2_001, AHEAD, 5)
                .forEachBucket(
                        (bucket, amounts) -> {
                            double[] sorted = amounts[0].clone();
                            Arrays.sort(sorted);
                            assertThat(sorted[1_000]).isCloseTo(median[bucket], within(2.0));
                        });
    }
}
