package dev.stowage.policy.autoscale.kubernetes;

/**
 * The weights of samples in buckets that grow by a ratio; a sample loses half of its weight in each
 * half-life. A percentile is the end of its bucket: values are rounded up to the grid.
 *
 * <p>Source: {@code pkg/recommender/util/decaying_histogram.go}, {@code histogram.go}, {@code
 * histogram_options.go}.
 */
final class DecayingHistogram {
    private static final double RATIO = 1.05;

    /** Weight below which a bucket counts as empty: a thousandth of the least sample's. */
    private static final double EMPTY_BELOW = 0.001 * VerticalRecommender.SAMPLE_WEIGHT;

    /** Half-lives after which all weights are scaled down. */
    private static final int MOST_HALF_LIVES = 100;

    /** From year 1, where the source's rounding of times begins, to 1970. */
    private static final long MICROS_FROM_YEAR_1 = 62_135_596_800L * 1_000_000;

    private static final long UNSET = Long.MIN_VALUE;

    private final double first;
    private final double[] weights;
    private final long halfLifeMicros;
    private double total;
    private int lowest;
    private int highest;
    private long referenceMicros = UNSET;

    /**
     * An empty histogram.
     *
     * @param largest value that the last bucket starts at or above
     * @param first size of the first bucket
     */
    DecayingHistogram(double largest, double first, long halfLifeMicros) {
        this.first = first;
        this.halfLifeMicros = halfLifeMicros;
        weights = new double[(int) Math.ceil(log(largest * (RATIO - 1) / first + 1)) + 1];
        lowest = weights.length - 1;
    }

    void add(double value, double weight, long micros) {
        double decayed = weight * factor(micros);
        int bucket = bucket(value);
        weights[bucket] += decayed;
        total += decayed;
        if (weights[bucket] >= EMPTY_BELOW) {
            lowest = Math.min(lowest, bucket);
            highest = Math.max(highest, bucket);
        }
    }

    void subtract(double value, double weight, long micros) {
        double decayed = weight * factor(micros);
        int bucket = bucket(value);
        total = without(total, decayed);
        weights[bucket] = without(weights[bucket], decayed);
        narrow();
    }

    /** The value that a share of the weight lies at or below; 0 if the histogram is empty. */
    double percentile(double share) {
        if (weights[lowest] < EMPTY_BELOW) {
            return 0;
        }
        double threshold = share * total;
        double sum = 0;
        int bucket = lowest;
        for (; bucket < highest; bucket++) {
            sum += weights[bucket];
            if (sum >= threshold) {
                break;
            }
        }
        return start(Math.min(bucket + 1, weights.length - 1));
    }

    private double factor(long micros) {
        if (referenceMicros == UNSET) {
            referenceMicros = rounded(micros);
        } else if (micros > referenceMicros + MOST_HALF_LIVES * halfLifeMicros) {
            shift(rounded(micros));
        }
        return Math.pow(2, (double) (micros - referenceMicros) / halfLifeMicros);
    }

    private void shift(long newReferenceMicros) {
        long halfLives = (newReferenceMicros - referenceMicros) / halfLifeMicros;
        double scale = Math.scalb(1.0, (int) -halfLives);
        for (int bucket = lowest; bucket <= highest; bucket++) {
            weights[bucket] *= scale;
        }
        total *= scale;
        narrow();
        referenceMicros = newReferenceMicros;
    }

    private void narrow() {
        while (weights[lowest] < EMPTY_BELOW && lowest < weights.length - 1) {
            lowest++;
        }
        while (weights[highest] < EMPTY_BELOW && highest > 0) {
            highest--;
        }
    }

    /** To the nearest half-life since year 1, halves up. */
    private long rounded(long micros) {
        long halfLives =
                Math.floorDiv(micros + MICROS_FROM_YEAR_1 + halfLifeMicros / 2, halfLifeMicros);
        return halfLives * halfLifeMicros - MICROS_FROM_YEAR_1;
    }

    private int bucket(double value) {
        if (value < first) {
            return 0;
        }
        return Math.min((int) log(value * (RATIO - 1) / first + 1), weights.length - 1);
    }

    private double start(int bucket) {
        // by squaring, as Go takes whole powers: Math.pow differs in the last bit
        double power = 1;
        double square = RATIO;
        for (int rest = bucket; rest > 0; rest >>= 1) {
            power *= (rest & 1) == 1 ? square : 1;
            square *= square;
        }
        return first * (power - 1) / (RATIO - 1);
    }

    private static double without(double value, double part) {
        return value - part < EMPTY_BELOW ? 0 : value - part;
    }

    private static double log(double value) {
        return Math.log(value) / Math.log(RATIO);
    }
}
