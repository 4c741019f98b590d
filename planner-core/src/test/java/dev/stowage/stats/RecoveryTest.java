package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parameters are recovered from draws: {@value #SETS} data sets of {@value #DRAWS} draws for each
 * member.
 *
 * <p>Where the likelihood is regular, errors must be those that Fisher's information gives: no bias
 * and no more variance. Where the support ends at a free edge it is not, so the fitted distribution
 * is judged: by its Kolmogorov-Smirnov distance to the true one and by its quantiles. Draws are
 * rounded to a clock then, whose resolution bounds the edge.
 */
class RecoveryTest {
    private static final int SETS = 100;
    private static final int DRAWS = 10_000;
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    private static Parametric member(
            Family family, double location, double scale, Double... shapes) {
        return Parametric.of(family, List.of(shapes), location, scale);
    }

    static Stream<Parametric> regular() {
        return Stream.of(
                member(Family.NORMAL, 3, 2),
                member(Family.STUDENT_T, 3, 2, 4.0),
                member(Family.LOG_NORMAL, 3, 2, 0.8),
                member(Family.F, 3, 2, 10.0, 9.0),
                member(Family.CAUCHY, 3, 2),
                member(Family.LAPLACE, 3, 2),
                member(Family.LOG_GAMMA, 3, 2, 2.0));
    }

    /** Bounded ones, with shapes where the density is 0, finite or infinite at the edge. */
    static Stream<Parametric> irregular() {
        return Stream.of(
                member(Family.BETA, 3, 2, 3.0, 2.5),
                member(Family.BETA, 0, 500, 0.8, 4.0),
                member(Family.GAMMA, 3, 2, 4.0),
                member(Family.GAMMA, 3, 2, 0.7),
                member(Family.CHI_SQUARED, 3, 2, 8.0),
                member(Family.CHI_SQUARED, 0, 1, 2.0),
                member(Family.CHI, 3, 2, 4.0),
                member(Family.CHI, 0, 1, 1.0),
                member(Family.R, 3, 2, 5.0),
                member(Family.R, 0, 1, 1.5),
                member(Family.EXPONENTIAL, 3, 2),
                member(Family.EXPONENTIAL, 0, 3600));
    }

    @Test
    void givesBackEveryFamily() {
        assertThat(Stream.concat(regular(), irregular()).map(Parametric::family))
                .contains(Family.values());
    }

    @ParameterizedTest
    @MethodSource("regular")
    void errorsAreThoseOfFishersInformation(Parametric truth) {
        double[] standardErrors = standardErrors(truth);
        double[] means = new double[standardErrors.length];
        double[] squares = new double[standardErrors.length];
        for (int set = 0; set < SETS; set++) {
            Sample sample = Sample.of(new Draws(set).of(truth, DRAWS), ANY);
            double[] found = parameters(fit(truth.family(), sample));
            for (int i = 0; i < found.length; i++) {
                double z = (found[i] - parameters(truth)[i]) / standardErrors[i];
                assertThat(z).as(truth.describe() + ", parameter " + i).isBetween(-5.0, 5.0);
                means[i] += z / SETS;
                squares[i] += z * z / SETS;
            }
        }
        for (int i = 0; i < means.length; i++) {
            // of a normal z: 4 standard deviations of the mean, and of the mean square
            assertThat(means[i]).as("bias of parameter " + i).isBetween(-0.4, 0.4);
            assertThat(squares[i])
                    .as("variance of parameter " + i + " over the bound")
                    .isBetween(1 - 4 * Math.sqrt(2.0 / SETS), 1 + 4 * Math.sqrt(2.0 / SETS));
        }
    }

    @ParameterizedTest
    @MethodSource("irregular")
    void distributionIsThatOfTheDraws(Parametric truth) {
        double clock = 1e-4 * truth.scale();
        double[] probabilities = {0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};
        double sumKs = 0;
        for (int set = 0; set < SETS; set++) {
            double[] draws = new Draws(set).of(truth, DRAWS);
            Arrays.setAll(draws, i -> clock * Math.rint(draws[i] / clock));
            Parametric found = fit(truth.family(), Sample.of(draws, ANY));
            double ks = kolmogorovSmirnov(found, truth);
            sumKs += ks;
            // an empirical distribution is further away from the truth once in a hundred
            assertThat(ks).as(found.describe()).isLessThan(1.63 / Math.sqrt(DRAWS));
            for (double p : probabilities) {
                double quantile = truth.quantile(p);
                double error = Math.sqrt(p * (1 - p) / DRAWS) / truth.pdf(quantile);
                assertThat(Math.abs(found.quantile(p) - quantile))
                        .as(found.describe() + " at " + p)
                        .isLessThan(4 * error + clock);
            }
        }
        // and 0.87 / sqrt(n) on average: a fit must do better than the data themselves
        assertThat(sumKs / SETS).as(truth.describe()).isLessThan(0.87 / Math.sqrt(DRAWS));
    }

    private static Parametric fit(Family family, Sample sample) {
        Sample compressed = sample.compressed(Candidates.POINTS);
        Estimate estimate = MaximumLikelihood.fit(family, compressed, sample.resolution());
        assertThat(estimate.isConverged()).as(estimate.note()).isTrue();
        return estimate.density();
    }

    private static double kolmogorovSmirnov(Density found, Density truth) {
        double largest = 0;
        for (int i = 1; i < 400; i++) {
            double p = i / 400.0;
            largest = Math.max(largest, Math.abs(found.cdf(truth.quantile(p)) - p));
        }
        return largest;
    }

    /** Logarithms of the shapes and of the scale, whose errors are nearer to normal; location. */
    private static double[] parameters(Parametric member) {
        List<Double> all = new ArrayList<>();
        member.shapes().forEach(shape -> all.add(Math.log(shape)));
        all.add(member.location());
        all.add(Math.log(member.scale()));
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static Parametric with(Parametric member, int parameter, double change) {
        double[] all = parameters(member);
        all[parameter] += change;
        int shapes = member.shapes().size();
        return Parametric.of(
                member.family(),
                Arrays.stream(all, 0, shapes).map(Math::exp).boxed().toList(),
                all[shapes],
                Math.exp(all[shapes + 1]));
    }

    /**
     * Of an efficient estimate: from the covariance of the score, integrated over the quantiles.
     */
    private static double[] standardErrors(Parametric truth) {
        int n = parameters(truth).length;
        int nodes = 20_000;
        double h = 1e-5;
        Parametric[] up = new Parametric[n];
        Parametric[] down = new Parametric[n];
        for (int i = 0; i < n; i++) {
            up[i] = with(truth, i, h);
            down[i] = with(truth, i, -h);
        }
        RealMatrix information = MatrixUtils.createRealMatrix(n, n);
        for (int node = 0; node < nodes; node++) {
            double x = truth.quantile((node + 0.5) / nodes);
            double[] score = new double[n];
            for (int i = 0; i < n; i++) {
                score[i] = (up[i].logPdf(x) - down[i].logPdf(x)) / (2 * h);
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    information.addToEntry(i, j, score[i] * score[j] / nodes);
                }
            }
        }
        RealMatrix inverse = new LUDecomposition(information).getSolver().getInverse();
        double[] errors = new double[n];
        Arrays.setAll(errors, i -> Math.sqrt(inverse.getEntry(i, i) / DRAWS));
        return errors;
    }
}
