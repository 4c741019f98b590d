package dev.stowage.stats.density;

/**
 * All mass on one value.
 *
 * @param value finite
 */
public record Degenerate(double value) implements Density {
    public Degenerate {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value = " + value + ", expected a finite number");
        }
    }

    @Override
    public double pdf(double x) {
        return x == value ? Double.POSITIVE_INFINITY : 0;
    }

    @Override
    public double cdf(double x) {
        return x >= value ? 1 : 0;
    }

    @Override
    public double mass(double x) {
        return x == value ? 1 : 0;
    }

    @Override
    public boolean isContinuous() {
        return false;
    }

    @Override
    public double cdfBelow(double x) {
        return cdf(Math.nextDown(x));
    }

    @Override
    public double quantile(double p) {
        return value;
    }

    @Override
    public double mean() {
        return value;
    }

    @Override
    public String describe() {
        return "constant(" + Text.of(value) + ")";
    }
}
