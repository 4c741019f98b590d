package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * A model of exponential smoothing of one series: what it made of the past and what it says of the
 * future. Immutable.
 */
public final class EtsModel {
    /** Errors below this share of the values are rounding, not chance. */
    private static final double ROUNDING = 1e-12;

    private static final double EXACT = 1e-9;

    private final EtsForm form;
    private final EtsParameters parameters;
    private final EtsState initial;
    private final EtsState last;
    private final double[] errors;
    private final double squares;
    private final double logs;

    private EtsModel(
            EtsForm form,
            EtsParameters parameters,
            EtsState initial,
            EtsState last,
            double[] errors,
            double squares,
            double logs) {
        this.form = form;
        this.parameters = parameters;
        this.initial = initial;
        this.last = last;
        this.errors = errors;
        this.squares = squares;
        this.logs = logs;
    }

    /**
     * The model with these parameters, run over a series.
     *
     * @param initial state before the first value
     * @param values one a bucket, at least one
     */
    public static EtsModel of(
            EtsForm form, EtsParameters parameters, EtsState initial, double[] values) {
        double[] vector = initial.vector();
        if (vector.length != 2 + form.period()) {
            throw new IllegalArgumentException(
                    "a season of " + (vector.length - 2) + " effects in " + form.label());
        }
        checkFinite(values);
        double[] errors = new double[values.length];
        double logs = 0;
        if (form.isRelative()) {
            logs = EtsRecursion.runRelative(values, parameters, vector, errors);
        } else {
            EtsRecursion.run(values, parameters, vector, errors);
        }
        double squares = Arrays.stream(errors).map(error -> error * error).sum();
        double most = form.isRelative() ? 1 : Arrays.stream(values).map(Math::abs).max().orElse(0);
        double least = Math.max(ROUNDING * most, Double.MIN_NORMAL / ROUNDING);
        return new EtsModel(
                form,
                parameters,
                initial,
                EtsState.of(vector, values.length),
                errors,
                Math.max(squares, values.length * least * least),
                logs);
    }

    /** Refuses an empty series, NaN and infinities. */
    static void checkFinite(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values is empty, expected at least one");
        }
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "values[" + i + "] = " + values[i] + ", expected a finite number");
            }
        }
    }

    /** Which components it has. */
    public EtsForm form() {
        return form;
    }

    /** How fast it learns. */
    public EtsParameters parameters() {
        return parameters;
    }

    /** Number of values that it was run over. */
    public int length() {
        return errors.length;
    }

    /** Its state before the first value. */
    public EtsState initial() {
        return initial;
    }

    /** Its state after the last value. */
    public EtsState last() {
        return last;
    }

    /** What each value was above its prediction from those before it; over that, if relative. */
    public double[] errors() {
        return errors.clone();
    }

    /**
     * Of additive errors: the part of the errors that a part of the values makes, from a state of
     * zero. Errors are linear in the values.
     *
     * @param part one a bucket
     */
    public double[] errorsOf(double[] part) {
        double[] made = new double[part.length];
        EtsRecursion.run(part, parameters, new double[2 + form.period()], made);
        return made;
    }

    /** Sum of the squared errors. */
    public double squares() {
        return squares;
    }

    /**
     * The logarithm of the likelihood under Gaussian errors at their best variance. Source: Hyndman
     * et al. 2008, section 5.1.
     */
    public double logLikelihood() {
        double n = errors.length;
        return -n / 2 * (Math.log(2 * Math.PI * squares / n) + 1) - logs;
    }

    /**
     * Akaike's criterion with its correction for short series: infinite if there are too few values
     * for it. Source: Hurvich and Tsai, Biometrika 76(2), 1989.
     */
    public double aicc() {
        return aicc(0);
    }

    /**
     * The same where more was estimated.
     *
     * @param beside parameters that are not of the form
     */
    public double aicc(int beside) {
        int k = form.parameters() + beside;
        int left = errors.length - k - 1;
        return left < 1
                ? Double.POSITIVE_INFINITY
                : -2 * logLikelihood() + 2.0 * k + 2.0 * k * (k + 1) / left;
    }

    /**
     * Standard deviation of the errors: of the degrees of freedom that the estimated parameters and
     * states leave, so that a model with many of them does not look surer than it is.
     */
    public double sigma() {
        return Math.sqrt(squares / freedom());
    }

    /** Degrees of freedom that the estimated parameters and states leave, at least 1. */
    int freedom() {
        return Math.max(1, errors.length - (form.parameters() - 1));
    }

    /** True if its errors are rounding and not chance. */
    public boolean isExact() {
        double most =
                form.isRelative() ? 1 : Math.max(Math.abs(initial.level()), Math.abs(last.level()));
        return sigma() <= EXACT * most || squares <= Double.MIN_NORMAL;
    }

    /** Expected values of the buckets to come. */
    public double[] means(int buckets) {
        double[] means = new double[buckets];
        double[] season = last.season();
        double slopes = 0;
        double power = 1;
        for (int h = 0; h < buckets; h++) {
            power *= parameters.phi();
            slopes += power;
            double trend = last.level() + slopes * last.slope();
            double effect = season[h % season.length];
            means[h] = form.isRelative() ? trend * effect : trend + effect;
        }
        return means;
    }

    /**
     * Variances of the buckets to come. The parameters are taken as known.
     *
     * @param sigma standard deviation of the errors
     */
    public double[] variances(double sigma, int buckets) {
        return form.isRelative()
                ? RelativeOutlook.variances(this, sigma, buckets)
                : Arrays.stream(varianceFactors(buckets)).map(f -> sigma * sigma * f).toArray();
    }

    /**
     * Of additive errors: the variances, as multiples of that of the errors. The parameters are
     * taken as known. Source: Hyndman et al. 2008, equations 6.9 and 6.10 and table 6.2.
     */
    public double[] varianceFactors(int buckets) {
        double[] factors = new double[buckets];
        double sum = 1;
        double slopes = 0;
        double power = 1;
        for (int h = 0; h < buckets; h++) {
            factors[h] = sum;
            power *= parameters.phi();
            slopes += power;
            boolean isSameSeason = (h + 1) % form.period() == 0;
            double weight =
                    parameters.alpha()
                            + parameters.beta() * slopes
                            + (isSameSeason ? parameters.gamma() : 0);
            sum += weight * weight;
        }
        return factors;
    }

    /** Its last level, with the mean effect of the season. */
    public double besideSeason() {
        double mean = meanEffect();
        return form.isRelative() ? last.level() * mean : last.level() + mean;
    }

    /**
     * A value to come with the mean effect of the season in place of its own.
     *
     * @param buckets how far ahead, from 1
     */
    public double besideSeason(double value, int buckets) {
        double effect = last.season()[(buckets - 1) % form.period()];
        double mean = meanEffect();
        return form.isRelative() ? value / effect * mean : value - effect + mean;
    }

    private double meanEffect() {
        return Arrays.stream(last.season()).average().orElseThrow();
    }

    /** The same without its trend: it goes on from its level, with its season and errors. */
    public EtsModel withoutTrend() {
        EtsParameters still = new EtsParameters(parameters.alpha(), 0, parameters.gamma(), 1);
        EtsState level = new EtsState(last.level(), 0, last.season());
        return new EtsModel(form, still, initial, level, errors, squares, logs);
    }
}
