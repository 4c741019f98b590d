package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The date by which capacity has run out comes as often as it says, on series whose model is to be
 * found first. Truth is the rest of the same series, which no fit has seen. More series, and a
 * table: {@code -Ddate.coverage=1000}.
 */
class DateCoverageTest {
    private static final int SERIES = Integer.getInteger("date.coverage", 60);
    private static final int LENGTH = 120;
    private static final int AHEAD = 40;
    private static final int PATHS = 500;

    /** Two standard errors of a share of 100 series are 8 % at most where 20 % are expected. */
    private static final double SLACK = 0.1;

    /**
     * Shares of the series, and what the forecasts said that they would be: dates are whole
     * buckets, so that more than 5 % may fall on the first of them.
     *
     * @param early capacity had run out by the date of 5 %
     * @param within between the dates of 5 and of 95 %, or after the horizon if there is no such
     *     date
     * @param inHorizon within the horizon
     */
    private record Shares(double early, double within, double inHorizon) {
        Shares plus(double by, double between, double all) {
            return new Shares(
                    early + by / SERIES, within + between / SERIES, inHorizon + all / SERIES);
        }
    }

    private static void holds(String name, EtsForm form, EtsParameters parameters) {
        EtsState start =
                new EtsState(1_000, form.hasSlope() ? 2 : 0, Draws.season(form.period(), 30));
        Shares said = new Shares(0, 0, 0);
        Shares came = new Shares(0, 0, 0);
        for (int seed = 0; seed < SERIES; seed++) {
            double[] all = Draws.of(form, parameters, start, 8, LENGTH + AHEAD, 1_000 + seed);
            double[] past = Arrays.copyOf(all, LENGTH);
            double usable = Arrays.stream(past, LENGTH - 14, LENGTH).max().orElseThrow() + 35;
            int truth = AHEAD;
            for (int h = AHEAD - 1; h >= 0; h--) {
                truth = all[LENGTH + h] > usable ? h : truth;
            }
            Exhaustion found = exhaustion(past, form.period(), usable);
            int low = found.bucket(0.05).orElse(AHEAD);
            int high = found.bucket(0.95).orElse(AHEAD);
            double before = found.probabilityWithin(low);
            double until = high == AHEAD ? 1 : found.probabilityWithin(high + 1);
            said =
                    said.plus(
                            low == AHEAD ? 0 : found.probabilityWithin(low + 1),
                            until - before,
                            found.probabilityWithin(AHEAD));
            came =
                    came.plus(
                            truth <= low && truth < AHEAD ? 1 : 0,
                            low <= truth && truth <= high ? 1 : 0,
                            truth < AHEAD ? 1 : 0);
        }
        if (Integer.getInteger("date.coverage") != null) {
            System.out.println(name + ": said " + said + ", came " + came);
        }
        assertThat(came.early()).as("early").isCloseTo(said.early(), within(SLACK));
        assertThat(came.within()).as("within").isCloseTo(said.within(), within(SLACK));
        assertThat(came.inHorizon())
                .as("in the horizon")
                .isCloseTo(said.inHorizon(), within(SLACK));
    }

    private static Exhaustion exhaustion(double[] past, int period, double usable) {
        List<Integer> periods = period > 1 ? List.of(period) : List.of(7);
        DemandModel model =
                ModelSelection.of(past, periods, List.of(Scale.LINEAR, Scale.LOG), AHEAD, 1)
                        .model();
        return Exhaustion.of(
                new DemandPaths(List.of(model), PATHS, AHEAD, 1), new double[] {usable});
    }

    @Test
    void holdsOnALevelThatWanders() {
        holds("level", new EtsForm(Trend.NONE, 1), new EtsParameters(0.5, 0, 0, 1));
    }

    @Test
    void holdsOnATrend() {
        holds("trend", new EtsForm(Trend.ADDITIVE, 1), new EtsParameters(0.3, 0.02, 0, 1));
    }

    @Test
    void holdsOnATrendWithAWeek() {
        EtsParameters slow = new EtsParameters(0.2, 0.01, 0.1, 1);
        holds("trend, week", new EtsForm(Trend.ADDITIVE, 7), slow);
    }
}
