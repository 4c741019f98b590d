package dev.stowage.stats;

/**
 * How well a density describes a sample.
 *
 * @param distance normalised L2 distance to the histogram, in [0, 1]
 * @param ks Kolmogorov-Smirnov statistic, in [0, 1]
 * @param wasserstein Wasserstein-1 distance over the standard deviation of the sample, at least 0
 * @param logLikelihood natural logarithm of the likelihood of the whole sample; may be minus
 *     infinity
 * @param aic Akaike's information criterion
 * @param bic Bayesian information criterion
 */
public record Scores(
        double distance,
        double ks,
        double wasserstein,
        double logLikelihood,
        double aic,
        double bic) {
    /** {@code 1 - distance}. */
    public double similarity() {
        return 1 - distance;
    }

    /** The figure that a criterion looks at; less is better. */
    public double by(Criterion criterion) {
        return switch (criterion) {
            case DISTANCE, PAPER -> distance;
            case KS -> ks;
            case WASSERSTEIN -> wasserstein;
            case LIKELIHOOD -> -logLikelihood;
            case AIC -> aic;
            case BIC -> bic;
        };
    }
}
