package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.CountFamily;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Zeta;
import dev.stowage.stats.sample.Sample;
import java.util.List;
import org.apache.commons.math3.special.Gamma;
import org.jspecify.annotations.Nullable;

/** Maximum likelihood for the {@link CountFamily families of counts}. */
public final class CountLikelihood {
    private static final double MIN_LOG_R = Math.log(1e-6);
    private static final double MAX_LOG_R = Math.log(1e9);
    private static final int GRID = 48;

    private CountLikelihood() {}

    /**
     * What was found.
     *
     * @param density null if there is no maximum
     * @param isConverged false if the optimiser gave up
     * @param note which bound it stopped at, or why there is none; empty if nothing is special
     */
    public record Found(@Nullable Counting density, boolean isConverged, String note) {}

    /** The most likely member over a sample of whole numbers of at least {@code origin}. */
    public static Found fit(CountFamily family, Sample sample, double origin) {
        return switch (family) {
            case GEOMETRIC -> {
                double p = 1 / (1 + sample.mean() - origin);
                yield new Found(Counting.of(family, List.of(p), origin), true, "");
            }
            case ZETA -> zeta(sample, origin);
            case NEGATIVE_BINOMIAL -> negativeBinomial(sample, origin);
        };
    }

    private static Found zeta(Sample sample, double origin) {
        double sum = 0;
        for (int i = 0; i < sample.size(); i++) {
            sum += sample.weight(i) * Math.log1p(sample.value(i) - origin);
        }
        double meanLog = sum / sample.count();
        double low = Math.log(1e-4); // of s - 1
        double high = Math.log(Zeta.MAX_EXPONENT - 1);
        Optimum.Found found =
                Optimum.onLine(
                        u -> {
                            double s = 1 + Math.exp(u);
                            return -s * meanLog - Math.log(Zeta.hurwitz(s, 1));
                        },
                        low,
                        high,
                        GRID);
        double u = found.point()[0];
        String note = u - low < 1e-6 ? "s is at its bound next to 1" : "";
        double s = Math.min(Zeta.MAX_EXPONENT, 1 + Math.exp(u));
        return new Found(
                Counting.of(CountFamily.ZETA, List.of(s), origin), found.isConverged(), note);
    }

    /** Given r, p has a closed form; what is left is a function of r alone. */
    private static Found negativeBinomial(Sample sample, double origin) {
        double mean = sample.mean() - origin;
        Optimum.Found found =
                Optimum.onLine(
                        u -> negativeBinomial(sample, origin, mean, Math.exp(u)),
                        MIN_LOG_R,
                        MAX_LOG_R,
                        GRID);
        if (!found.isFinite() || !(mean > 0)) {
            return new Found(null, false, "the likelihood is nowhere finite");
        }
        double r = Math.exp(found.point()[0]);
        boolean isPoisson = MAX_LOG_R - found.point()[0] < 1e-6;
        Counting density =
                Counting.of(CountFamily.NEGATIVE_BINOMIAL, List.of(r, r / (r + mean)), origin);
        String note = isPoisson ? "r is at its bound: practically Poisson" : "";
        return new Found(density, found.isConverged(), note);
    }

    private static double negativeBinomial(Sample sample, double origin, double mean, double r) {
        double logGammas = 0;
        for (int i = 0; i < sample.size(); i++) {
            double k = sample.value(i) - origin;
            logGammas += sample.weight(i) * risingLog(r, k);
        }
        return logGammas / sample.count()
                - r * Math.log1p(mean / r)
                + mean * (Math.log(mean) - Math.log(r + mean));
    }

    /** {@code ln Gamma(k + r) - ln Gamma(r) - ln k!} without cancellation for large r. */
    private static double risingLog(double r, double k) {
        if (k <= 32) {
            double sum = 0;
            for (int j = 0; j < k; j++) {
                sum += Math.log((r + j) / (j + 1));
            }
            return sum;
        }
        return Gamma.logGamma(k + r) - Gamma.logGamma(r) - Gamma.logGamma(k + 1);
    }
}
