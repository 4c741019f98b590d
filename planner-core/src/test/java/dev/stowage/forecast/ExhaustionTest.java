package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.Errors;
import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.api.Test;

/** When capacity runs out, held against distributions that are known. */
class ExhaustionTest {
    private static final int PATHS = 40_000;
    private static final EtsForm LEVEL = new EtsForm(Trend.NONE, 1);

    /** A model whose errors are given, so that its paths have a known law. */
    private static DemandModel model(double alpha, double level, double... errors) {
        EtsParameters parameters = new EtsParameters(alpha, 0, 0, 1);
        double[] values = new double[errors.length];
        double now = 0;
        for (int i = 0; i < errors.length; i++) {
            values[i] = now + errors[i];
            now += alpha * errors[i];
        }
        double first = level - now;
        double[] shifted = Arrays.stream(values).map(value -> value + first).toArray();
        return DemandModel.of(
                EtsModel.of(LEVEL, parameters, new EtsState(first, 0), shifted), Scale.LINEAR);
    }

    private static DemandPaths paths(int buckets, DemandModel... models) {
        return new DemandPaths(List.of(models), PATHS, buckets, 7);
    }

    /** Steps of one size up and down: innovations are +-s, with s near 1. */
    private static double[] signs() {
        double[] signs = new double[2_000];
        Arrays.setAll(signs, i -> i % 2 == 0 ? 1 : -1);
        return signs;
    }

    @Test
    void meetsTheFirstPassageOfASymmetricWalk() {
        DemandModel walk = model(1, 100, signs());
        double step = walk.ets().sigma();
        // above 100 + 2.5 steps for the first time: at the third step up, at t = 3, 5, 7, ...
        Exhaustion found = Exhaustion.of(paths(41, walk), new double[] {100 + 2.5 * step});
        double sum = 0;
        for (int t = 1; t <= 41; t++) {
            sum += hitting(3, t);
            double noise = 4 * Math.sqrt(sum * (1 - sum) / PATHS);
            assertThat(found.probabilityWithin(t)).as("by " + t).isCloseTo(sum, within(noise));
        }
    }

    /** P(a simple random walk is at {@code level} for the first time at {@code t}); Feller, III. */
    private static double hitting(int level, int t) {
        if (t < level || (t + level) % 2 == 1) {
            return 0;
        }
        return (double) level
                / t
                * CombinatoricsUtils.binomialCoefficientDouble(t, (t + level) / 2)
                * Math.pow(0.5, t);
    }

    @Test
    void isGeometricWhereBucketsAreIndependent() {
        double[] errors = new double[1_000];
        Arrays.setAll(errors, i -> i % 20 == 0 ? 19 : -1);
        DemandModel still = model(0, 50, errors);
        Exhaustion found = Exhaustion.of(paths(60, still), new double[] {60});
        for (int t : new int[] {1, 5, 13, 40}) {
            double expected = 1 - Math.pow(0.95, t);
            assertThat(found.probabilityWithin(t)).isCloseTo(expected, within(0.01));
        }
        assertThat(found.bucket(0.5).getAsInt()).isBetween(12, 14); // ln 0.5 / ln 0.95 = 13.5
    }

    @Test
    void knowsTheDayOfALine() {
        double[] line = new double[30];
        Arrays.setAll(line, t -> 10 + 2.0 * t);
        DemandModel model =
                ModelSelection.of(line, List.of(), List.of(Scale.LINEAR), 24, 1).model();
        // value of bucket h is 10 + 2 (30 + h): above 101 first at h = 16
        Exhaustion found = Exhaustion.of(paths(50, model), new double[] {101});
        assertThat(found.bucket(0.05)).hasValue(16);
        assertThat(found.bucket(0.95)).hasValue(16);
        Exhaustion never = Exhaustion.of(paths(16, model), new double[] {101});
        assertThat(never.probabilityWithin(16)).isZero();
        assertThat(never.bucket(0.05)).isEmpty();
    }

    @Test
    void saysWhichResourceRunsOut() {
        DemandModel low = model(0.5, 10, signs());
        DemandModel high = model(0.5, 1_000, signs());
        Exhaustion found = Exhaustion.of(paths(20, low, high), new double[] {30, 900});
        assertThat(found.bucket(0.95)).hasValue(0);
        assertThat(found.firstShares()).containsExactly(0, 1);
        Exhaustion none = Exhaustion.of(paths(20, low, high), new double[] {3_000, 9_000});
        assertThat(none.firstShares()).containsExactly(0, 0);
    }

    @Test
    void tellsWhatRunsOutInTheSameBucket() {
        DemandModel walk = model(1, 100, signs());
        double step = walk.ets().sigma();
        DemandPaths twice = paths(41, walk, walk);
        double low = 100 + 2.5 * step;
        Exhaustion equal = Exhaustion.of(twice, new double[] {low, low});
        assertThat(equal.firstShares()).containsExactly(0, 0);
        assertThat(equal.alone(0).bucket(0.3)).isEqualTo(equal.bucket(0.3));
        // the same walk is two steps higher later, and not on every path
        Exhaustion apart = Exhaustion.of(twice, new double[] {low + 2 * step, low});
        assertThat(apart.firstShares()).containsExactly(0, 1);
        assertThat(apart.alone(1).bucket(0.3)).isEqualTo(apart.bucket(0.3));
        assertThat(apart.alone(0).probabilityWithin(41))
                .isLessThan(apart.alone(1).probabilityWithin(41));
    }

    @Test
    void keepsTheErrorsOfABucketTogether() {
        DemandModel up = model(0.3, 100, signs());
        double[] opposite = Arrays.stream(signs()).map(each -> -each).toArray();
        DemandModel down = model(0.3, 100, opposite);
        paths(5, up, down)
                .forEachBucket(
                        (bucket, amounts) -> {
                            for (int path = 0; path < PATHS; path++) {
                                assertThat(amounts[0][path] + amounts[1][path])
                                        .isCloseTo(200, within(1e-6));
                            }
                        });
    }

    @Test
    void drawsTheSameAgain() {
        DemandModel model = model(0.3, 100, 1, -2, 3, -4, 2, 0.5, -0.5);
        List<double[]> few = firstPaths(new DemandPaths(List.of(model), 10, 6, 3));
        assertThat(firstPaths(new DemandPaths(List.of(model), 10, 6, 3)))
                .usingElementComparator(Arrays::compare)
                .isEqualTo(few);
        assertThat(firstPaths(new DemandPaths(List.of(model), 10, 6, 4)))
                .usingElementComparator(Arrays::compare)
                .isNotEqualTo(few);
    }

    /** Of a model whose level never moves, a path's amount shows which error it has. */
    @Test
    void sharesThePastBucketsOutEvenly() {
        double[] errors = {1, -2, 3, -4, 2, 0.5, -0.5};
        DemandModel model = model(0, 100, errors);
        int paths = 1_000;
        double[][] all = new double[4][];
        new DemandPaths(List.of(model), paths, 4, 3)
                .forEachBucket((bucket, amounts) -> all[bucket] = amounts[0].clone());
        for (double[] bucket : all) {
            Map<Long, Long> counts =
                    Arrays.stream(bucket)
                            .boxed()
                            .collect(
                                    Collectors.groupingBy(
                                            each -> Math.round(each * 1e6), Collectors.counting()));
            assertThat(counts).hasSize(errors.length);
            assertThat(counts.values()).allMatch(n -> Math.abs(n - paths / 7.0) < 2);
        }
        double sum = 0; // what a path has in one bucket says nothing of the next
        double squares = 0;
        for (int path = 0; path < paths; path++) {
            sum += (all[1][path] - 100) * (all[2][path] - 100);
            squares += Math.pow(all[1][path] - 100, 2);
        }
        assertThat(sum / squares).isCloseTo(0, within(4 / Math.sqrt(paths)));
    }

    private static List<double[]> firstPaths(DemandPaths paths) {
        List<double[]> rows = new ArrayList<>();
        paths.forEachBucket((bucket, amounts) -> rows.add(Arrays.copyOf(amounts[0], 10)));
        return rows;
    }

    @Test
    void spreadsAsTheVarianceSays() {
        EtsForm form = new EtsForm(Trend.DAMPED, 4);
        EtsParameters parameters = new EtsParameters(0.4, 0.15, 0.2, 0.9);
        double[] values =
                Draws.of(form, parameters, new EtsState(500, 3, Draws.season(4, 20)), 5, 400, 9);
        spreads(DemandModel.of(EtsFit.of(values, form), Scale.LINEAR));
    }

    @Test
    void spreadsAsTheVarianceOfPerCentSays() {
        EtsForm form = new EtsForm(Trend.DAMPED, 4, Errors.RELATIVE);
        EtsParameters parameters = new EtsParameters(0.4, 0.15, 0.2, 0.9);
        EtsState start = new EtsState(500, 3, Draws.factors(4, 0.2));
        double[] values = Draws.of(form, parameters, start, 0.02, 400, 9);
        spreads(DemandModel.of(EtsFit.of(values, form), Scale.RELATIVE));
    }

    private static void spreads(DemandModel model) {
        double[] means = model.ets().means(24);
        double[] variances = model.ets().variances(model.ets().sigma(), 24);
        paths(24, model)
                .forEachBucket(
                        (h, amounts) -> {
                            double sum = 0;
                            double squares = 0;
                            for (double amount : amounts[0]) {
                                sum += amount - means[h];
                                squares += (amount - means[h]) * (amount - means[h]);
                            }
                            double spread = Math.sqrt(variances[h]);
                            assertThat(sum / PATHS).isCloseTo(0, within(0.025 * spread));
                            assertThat(squares / PATHS / (spread * spread))
                                    .isCloseTo(1, within(0.05));
                        });
    }

    @Test
    void growsAsItIsTold() {
        DemandModel model = model(0.3, 100, signs()).withGrowth(Math.log(1.3) / 365);
        assertThat(model.normalQuantiles(365, 0.5)[364]).isCloseTo(130, within(0.1));
        assertThat(model.levelFactor(130)).isCloseTo(1.3, within(1e-9));
        DemandModel shrinking = model(0.3, 100, signs()).withGrowth(Math.log(0.9) / 365);
        assertThat(shrinking.normalQuantiles(730, 0.5)[729]).isCloseTo(81, within(0.1));
    }
}
