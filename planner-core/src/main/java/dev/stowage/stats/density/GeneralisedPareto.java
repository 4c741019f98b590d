package dev.stowage.stats.density;

import dev.stowage.basis.Check;

/**
 * The generalised Pareto distribution: what exceeds a high threshold, whatever the distribution, as
 * long as its tail is regular.
 *
 * <p>Source: Pickands, Statistical inference using extreme order statistics, Ann. Stat. 3, 1975.
 *
 * @param threshold least value, finite
 * @param scale above 0
 * @param shape finite; above 0 the tail is heavy with index {@code 1 / shape}, below 0 it ends at
 *     {@code threshold - scale / shape}
 */
public record GeneralisedPareto(double threshold, double scale, double shape) implements Density {
    private static final double EXPONENTIAL = 1e-9; // nearer to 0 the difference is rounding

    public GeneralisedPareto {
        Check.inRange("threshold", threshold, -Double.MAX_VALUE, Double.MAX_VALUE);
        Check.positive("scale", scale);
        Check.inRange("shape", shape, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    @Override
    public double pdf(double x) {
        double survival = survival(x);
        double inner = 1 + shape * (x - threshold) / scale;
        return x < threshold || survival == 0 ? 0 : survival / (scale * inner);
    }

    @Override
    public double cdf(double x) {
        return 1 - survival(x);
    }

    private double survival(double x) {
        double z = (x - threshold) / scale;
        if (!(z > 0)) {
            return 1;
        }
        if (Math.abs(shape) < EXPONENTIAL) {
            return Math.exp(-z);
        }
        double inner = shape * z;
        return inner <= -1 ? 0 : Math.exp(-Math.log1p(inner) / shape);
    }

    @Override
    public double quantile(double p) {
        double logRest = Math.log1p(-p);
        double z = Math.abs(shape) < EXPONENTIAL ? -logRest : Math.expm1(-shape * logRest) / shape;
        return threshold + scale * z;
    }

    @Override
    public double mean() {
        return shape < 1 ? threshold + scale / (1 - shape) : Double.NaN;
    }

    @Override
    public String describe() {
        return "generalised-pareto(shape "
                + Text.of(shape)
                + ", threshold "
                + Text.of(threshold)
                + ", scale "
                + Text.of(scale)
                + ")";
    }
}
