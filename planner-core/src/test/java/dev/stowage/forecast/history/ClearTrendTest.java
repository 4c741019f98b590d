package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A clear trend is found where there is one, and not where a series only wanders. More series:
 * {@code -Dclear.trends=2000}, which prints the shares.
 */
class ClearTrendTest {
    private static final int SERIES = Integer.getInteger("clear.trends", 200);

    /** Without a trend: level, errors, season; called rising or falling in at most 3 %. */
    private enum Flat {
        NOISE(300, 1, 0, 0, 0),
        HANGS_TOGETHER(300, 1, 0.8, 0, 0),
        HANGS_TOGETHER_FOR_LONG(300, 1, 0.97, 0, 0),
        FEW(60, 1, 0.8, 0, 0),
        THREE_YEARS(1_095, 7, 0.9, 0, 20),
        HOURS(840, 24, 0.95, 0, 20),
        MONTHS(48, 12, 0.5, 0, 20),
        WALK(300, 1, 1, 0, 0),
        LONG_WALK(1_095, 7, 1, 0, 20),
        SHORT_WALK(60, 1, 1, 0, 0),
        SLOW_WALK(300, 1, 0, 0.1, 0),
        WALK_IN_NOISE(300, 7, 0, 0.3, 20),
        LONG_SLOW_WALK(1_095, 7, 0, 0.1, 20),
        MONTHS_THAT_WANDER(48, 12, 0, 0.3, 20);

        private final int length;
        private final int period;
        private final double alike;
        private final double walk;
        private final double season;

        Flat(int length, int period, double alike, double walk, double season) {
            this.length = length;
            this.period = period;
            this.alike = alike;
            this.walk = walk;
            this.season = season;
        }
    }

    private static double[] series(Flat kind, double rise, long seed) {
        Random random = new Random(seed);
        double[] values = new double[kind.length];
        double level = 1_000;
        double off = 0;
        for (int i = 0; i < values.length; i++) {
            double error = 10 * random.nextGaussian();
            off =
                    kind.alike * off
                            + (i == 0 && kind.alike < 1
                                    ? error / Math.sqrt(1 - kind.alike * kind.alike)
                                    : error);
            level += kind.walk * 10 * random.nextGaussian();
            values[i] =
                    level
                            + off
                            + rise * i / values.length
                            + kind.season * Math.sin(2 * Math.PI * i / kind.period);
        }
        return values;
    }

    private static double share(Flat kind, double rise) {
        int found = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            found +=
                    ClearTrend.of(series(kind, rise, seed), kind.period)
                                    .filter(trend -> trend.slope() > 0 || rise == 0)
                                    .isPresent()
                            ? 1
                            : 0;
        }
        double share = (double) found / SERIES;
        if (Integer.getInteger("clear.trends") != null) {
            System.out.println(kind + ", rise " + rise + ": " + share);
        }
        return share;
    }

    @ParameterizedTest
    @EnumSource(Flat.class)
    void seesNoneWhereThereIsNone(Flat kind) {
        assertThat(share(kind, 0)).isLessThanOrEqualTo(0.03);
    }

    @ParameterizedTest
    @CsvSource({
        "NOISE, 100, 0.95",
        "HANGS_TOGETHER, 400, 0.95",
        "FEW, 400, 0.95",
        "THREE_YEARS, 400, 0.95",
        "MONTHS, 400, 0.95",
        "WALK_IN_NOISE, 400, 0.95",
        "LONG_SLOW_WALK, 400, 0.95"
    })
    void seesARise(Flat kind, double rise, double least) {
        assertThat(share(kind, rise)).isGreaterThanOrEqualTo(least);
    }

    @Test
    void seesNoneThatEnded() {
        int found = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            double[] values = series(Flat.HANGS_TOGETHER, 0, seed);
            for (int i = 0; i < values.length; i++) {
                values[i] += 4 * Math.min(i, 150); // as steep as all, and flat for the last half
            }
            found +=
                    ClearTrend.of(values, 1).filter(trend -> trend.slope() > 0.4).isPresent()
                            ? 1
                            : 0;
        }
        assertThat(found).isLessThanOrEqualTo(SERIES / 50);
    }
}
