package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What was wanted above a ceiling, on series whose demand is known. */
class CensoredDemandTest {
    private static final int SERIES = Integer.getInteger("censored.series", 40);
    private static final int LENGTH = 180;
    private static final int AHEAD = 28;
    private static final long DAY = 86_400_000_000L;
    private static final CleanHistory.Choice KEPT = new CleanHistory.Choice(false, false, true);

    private static double[] wanted(int seed) {
        EtsForm form = new EtsForm(Trend.ADDITIVE, 7);
        EtsParameters parameters = new EtsParameters(0.1, 0.001, 0.001, 1);
        EtsState start = new EtsState(1_000, 0.3, Draws.season(7, 40));
        return Draws.of(form, parameters, start, 15, LENGTH + AHEAD, seed);
    }

    /** What is seen of it if a share of the buckets is cut off. */
    private static double[] seen(double[] wanted, double cut) {
        double[] past = Arrays.copyOf(wanted, LENGTH);
        double[] sorted = past.clone();
        Arrays.sort(sorted);
        double ceiling = sorted[(int) ((1 - cut) * LENGTH)];
        return Arrays.stream(past).map(value -> Math.min(value, ceiling)).toArray();
    }

    private static CleanHistory clean(double[] seen, CleanHistory.Choice choice) {
        double[] none = new double[seen.length];
        Arrays.fill(none, 10);
        BucketSeries series = new BucketSeries(BucketClock.every(DAY, 0), 0, seen, none, 0);
        return CleanHistory.of(series, new BitSet(), List.of(7), choice);
    }

    private static DemandModel model(double[] values) {
        return ModelSelection.of(values, List.of(7), List.of(Scale.LINEAR), AHEAD, 1).model();
    }

    private static FutureQuantiles futures(DemandModel model) {
        return FutureQuantiles.of(
                new DemandPaths(List.of(model), 2_000, AHEAD, 1), FutureQuantiles.WRITTEN);
    }

    private static double error(DemandModel model, double[] wanted) {
        double[] median = futures(model).of(0, 0.5);
        double sum = 0;
        for (int h = 0; h < AHEAD; h++) {
            sum += median[h] - wanted[LENGTH + h];
        }
        return sum / AHEAD;
    }

    private static int inside(DemandModel model, double[] wanted) {
        double[] low = futures(model).of(0, 0.025);
        double[] high = futures(model).of(0, 0.975);
        int count = 0;
        for (int h = 0; h < AHEAD; h++) {
            double value = wanted[LENGTH + h];
            count += low[h] <= value && value <= high[h] ? 1 : 0;
        }
        return count;
    }

    @Test
    void comesCloseToWhatWasWanted() {
        double bias = 0;
        double biasKept = 0;
        double inside = 0;
        double insideKept = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            double[] wanted = wanted(seed);
            double[] seen = seen(wanted, 0.15);
            CleanHistory filled = clean(seen, CleanHistory.Choice.NOTHING);
            assertThat(filled.cpu().ceiling()).as("ceiling of %s", seed).isPresent();
            DemandModel of = model(filled.series().cores());
            DemandModel kept = model(clean(seen, KEPT).series().cores());
            bias += error(of, wanted) / SERIES;
            biasKept += error(kept, wanted) / SERIES;
            inside += (double) inside(of, wanted) / AHEAD / SERIES;
            insideKept += (double) inside(kept, wanted) / AHEAD / SERIES;
        }
        assertThat(biasKept).isLessThan(-7); // half a deviation of the errors
        assertThat(bias).isBetween(-4.0, 4.0);
        assertThat(inside).isBetween(0.90, 0.985);
        assertThat(insideKept).isLessThan(inside);
    }

    @Test
    void findsNoCeilingWhereThereIsNone() {
        for (int seed = 0; seed < 500; seed++) {
            Random noise = new Random(seed);
            double[] plain = Arrays.copyOf(wanted(seed), LENGTH);
            assertNoCeiling("trend and week", plain);
            assertNoCeiling("whole servers", rounded(plain, 8));
            assertNoCeiling("hours of an office", drawn(i -> i % 3 == 0 ? 300 : 100, 1, noise));
            assertNoCeiling(
                    "long tail", drawn(i -> 100 * Math.exp(noise.nextGaussian()), 0, noise));
            assertNoCeiling("even", drawn(i -> 100 * noise.nextDouble(), 0, noise));
            assertNoCeiling("a share", drawn(i -> 1 - Math.pow(noise.nextDouble(), 2), 0, noise));
        }
        assertNoCeiling("two levels", drawn(i -> i % 2 == 0 ? 300 : 100, 0, new Random(1)));
        assertNoCeiling("constant", drawn(i -> 100, 0, new Random(1)));
    }

    private static void assertNoCeiling(String name, double[] values) {
        assertThat(clean(values, CleanHistory.Choice.NOTHING).cpu().ceiling()).as(name).isEmpty();
    }

    private static double[] rounded(double[] values, double step) {
        return Arrays.stream(values).map(value -> step * Math.rint(value / step)).toArray();
    }

    private static double[] drawn(IntToDoubleFunction mean, double sigma, Random noise) {
        double[] values = new double[LENGTH];
        Arrays.setAll(values, i -> mean.applyAsDouble(i) + sigma * noise.nextGaussian());
        return values;
    }
}
