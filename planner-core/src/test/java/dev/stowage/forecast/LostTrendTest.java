package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.forecast.ets.Trend;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A model that goes on flat where its history clearly rises is found, on drawn series with the
 * whole choice of models. More of them, and the shares: {@code -Dlost.trends=200}.
 */
class LostTrendTest {
    private static final int SERIES = Integer.getInteger("lost.trends", 6);
    private static final int LENGTH = 364;

    /** How many there are, and of how many the model has no trend, or one that is lost. */
    private record Found(int flat, int lost, int lostAndFlat) {}

    private static Found found(String name, double alike, double walk, double rise) {
        int flat = 0;
        int lost = 0;
        int both = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = series(alike, walk, rise, seed);
            ModelSelection selection =
                    ModelSelection.of(
                            values, List.of(7), List.of(Scale.LINEAR, Scale.LOG), LENGTH, 1);
            DemandModel model = selection.model();
            DemandPaths paths = new DemandPaths(List.of(model), 200, LENGTH, 1);
            double median = FutureQuantiles.ofLevels(paths, 0.5).of(0, 0.5)[0];
            boolean isFlat = model.ets().form().trend() == Trend.NONE;
            boolean isLost = LostTrend.of(model, values, median, LENGTH).isPresent();
            flat += isFlat ? 1 : 0;
            lost += isLost ? 1 : 0;
            both += isFlat && isLost ? 1 : 0;
        }
        if (Integer.getInteger("lost.trends") != null) {
            System.out.printf(
                    "%s: of %d %d without a trend, %d lost, %d both%n",
                    name, SERIES, flat, lost, both);
        }
        return new Found(flat, lost, both);
    }

    private static double[] series(double alike, double walk, double rise, long seed) {
        Random random = new Random(seed);
        double[] values = new double[LENGTH];
        double level = 500;
        double off = 0;
        for (int i = 0; i < LENGTH; i++) {
            off = alike * off + 10 * random.nextGaussian();
            level += walk * random.nextGaussian();
            values[i] = level + off + rise * i / LENGTH + 30 * Math.sin(2 * Math.PI * i / 7);
        }
        return values;
    }

    @Test
    void isFoundWhereDemandRises() {
        Found found = found("rises, hangs together by 0.7", 0.7, 0, 200);
        assertThat(found.flat()).isPositive();
        assertThat(found.lostAndFlat()).isGreaterThanOrEqualTo(9 * found.flat() / 10);
    }

    @Test
    void isNotFoundWhereDemandOnlyWanders() {
        assertThat(found("hangs together by 0.7", 0.7, 0, 0).lost()).isZero();
        assertThat(found("wanders", 0, 3, 0).lost()).isLessThanOrEqualTo(SERIES / 20);
    }

    /** Only measured: noise that hangs together for long hides a rise. */
    @Test
    @EnabledIfSystemProperty(named = "lost.trends", matches = ".+")
    void tellsWhatItMisses() {
        assertThat(found("hangs together by 0.9", 0.9, 0, 0).lost()).isZero();
        assertThat(found("walk", 0, 10, 0).lost()).isLessThanOrEqualTo(SERIES / 20);
        found("rises, hangs together by 0.9", 0.9, 0, 200);
        found("rises, wanders", 0, 3, 200);
    }
}
