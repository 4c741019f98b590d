package dev.stowage.forecast;

import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A model of one resource: exponential smoothing on a scale, or its season and errors under a given
 * growth. Immutable.
 */
public final class DemandModel {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private final EtsModel ets;
    private final Scale scale;
    private final double growth;

    private DemandModel(EtsModel ets, Scale scale, double growth) {
        this.ets = ets;
        this.scale = scale;
        this.growth = growth;
    }

    /** A model as it was fitted. */
    static DemandModel of(EtsModel ets, Scale scale) {
        return new DemandModel(ets, scale, 0);
    }

    /**
     * The same with a given growth in place of its trend: all amounts are multiplied.
     *
     * @param perBucket natural logarithm of the factor of one bucket
     */
    DemandModel withGrowth(double perBucket) {
        return new DemandModel(ets.withoutTrend(), scale, perBucket);
    }

    /** What is smoothed. */
    public EtsModel ets() {
        return ets;
    }

    /** The scale that it is smoothed on. */
    public Scale scale() {
        return scale;
    }

    /** The factor of a bucket to come, the next one being 0. */
    double factor(int bucket) {
        return growth == 0 ? 1 : Math.exp(growth * (bucket + 1));
    }

    /** Amounts that the buckets to come stay below with a probability; at least 0. */
    public double[] quantiles(int buckets, double probability) {
        double[] amounts = ets.means(buckets);
        double[] variances = ets.varianceFactors(buckets);
        double width = ets.sigma() * NORMAL.inverseCumulativeProbability(probability);
        for (int h = 0; h < buckets; h++) {
            double value = scale.amount(amounts[h] + width * Math.sqrt(variances[h]));
            amounts[h] = Math.max(0, factor(h) * value);
        }
        return amounts;
    }

    /**
     * What the demand beside its season grows by: its level after so many buckets, over that of
     * now. NaN if there is none now.
     *
     * @param probability that it stays below
     */
    public double growthFactor(int buckets, double probability) {
        EtsState last = ets.last();
        double season = Arrays.stream(last.season()).average().orElse(0);
        double ahead = ets.means(buckets)[buckets - 1];
        double level = ahead - last.season()[(buckets - 1) % ets.form().period()] + season;
        double width =
                ets.sigma()
                        * NORMAL.inverseCumulativeProbability(probability)
                        * Math.sqrt(ets.varianceFactors(buckets)[buckets - 1]);
        double now = scale.amount(last.level() + season);
        double then = factor(buckets - 1) * scale.amount(level + width);
        return now > 0 ? Math.max(0, then) / now : Double.NaN;
    }

    /** Errors as they may come again: around zero, with the standard deviation of the model. */
    double[] innovations() {
        double[] errors = ets.errors();
        double mean = Arrays.stream(errors).average().orElse(0);
        double squares = Arrays.stream(errors).map(e -> (e - mean) * (e - mean)).sum();
        double stretch = squares > 0 ? ets.sigma() / Math.sqrt(squares / errors.length) : 0;
        return Arrays.stream(errors).map(e -> (e - mean) * stretch).toArray();
    }
}
