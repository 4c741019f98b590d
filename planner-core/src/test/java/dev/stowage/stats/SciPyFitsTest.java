package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The likelihood that we reach on one data set, beside what {@code scipy.stats.<family>.fit} does:
 * for each family several of its own members, and data of two others. {@code scipy-fits.json} is
 * made by {@code scipy_fits.py} beside it, which says versions and command; the data are made here
 * once more, by the generator that it describes.
 */
class SciPyFitsTest {
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final MathContext DIGITS = new MathContext(9);

    static Stream<JsonNode> fits() {
        JsonNode fits = SciPyReference.root("scipy-fits.json").get("fits");
        return StreamSupport.stream(fits.spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("fits")
    void reachesALikelihoodNoWorseThanSciPy(JsonNode fit) {
        double[] data = data(fit);
        Sample sample = Sample.of(data, ANY);
        Estimate estimate =
                MaximumLikelihood.fit(SciPyReference.family(fit), sample, sample.resolution());
        assertThat(estimate.isConverged()).isTrue();
        double ours = 0;
        for (double x : data) {
            ours += estimate.density().logPdf(x);
        }
        double theirs = fit.get("logLikelihood").doubleValue();
        assertThat(ours)
                .as(estimate.density().describe() + " against " + fit.get("estimate"))
                .isGreaterThanOrEqualTo(theirs - 1e-3 * Math.abs(theirs));
    }

    /** The data of a fit, checked against the sums that the script has found. */
    private static double[] data(JsonNode fit) {
        Parametric source = SciPyReference.source(fit);
        double[] data = new double[fit.get("count").intValue()];
        long state = fit.get("seed").longValue();
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < data.length; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            double x = source.quantile((state >>> 11) * 0x1.0p-53);
            data[i] = new BigDecimal(x).round(DIGITS).doubleValue();
            sum += data[i];
            squares += data[i] * data[i];
        }
        double size = Math.sqrt(fit.get("squares").doubleValue() * data.length);
        assertThat(sum).isCloseTo(fit.get("sum").doubleValue(), within(1e-7 * size));
        assertThat(squares).isCloseTo(fit.get("squares").doubleValue(), within(1e-6 * squares));
        return data;
    }
}
