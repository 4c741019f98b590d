package dev.stowage.stats.sample;

import java.util.random.RandomGenerator;

/**
 * Pearson's correlation of the order statistics of two samples: of the least of one with the least
 * of the other, and so on; near 1 if their quantiles lie on a line. Unordered samples have no
 * pairing. The larger sample is split at random into as many subsets of the size of the smaller one
 * as it holds, and the correlations are averaged.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.3; the pairing by order is our reading.
 *
 * @param r mean correlation; NaN if a sample is constant
 * @param size values of each subset
 * @param subsets how many
 */
public record OrderCorrelation(double r, int size, int subsets) {
    /** Of larger samples this many values are drawn first, so that memory is bounded. */
    public static final int MOST = 1 << 22;

    private static final int LEFT_OUT = -1;

    /** Of two samples, neither of them empty; O(values of both, at most {@value #MOST} of each). */
    public static OrderCorrelation of(Sample a, Sample b, RandomGenerator random) {
        double[] one = values(a, random);
        double[] other = values(b, random);
        return one.length <= other.length ? split(one, other, random) : split(other, one, random);
    }

    private static OrderCorrelation split(double[] small, double[] large, RandomGenerator random) {
        int subsets = large.length / small.length;
        int[] subsetOf = labels(small.length, large.length, random);
        Sums[] sums = new Sums[subsets];
        double centreX = mean(large);
        double centreY = mean(small);
        for (int i = 0; i < large.length; i++) {
            if (subsetOf[i] != LEFT_OUT) {
                Sums sum = sums[subsetOf[i]];
                if (sum == null) {
                    sum = sums[subsetOf[i]] = new Sums();
                }
                sum.add(large[i] - centreX, small[sum.n] - centreY);
            }
        }
        double total = 0;
        int defined = 0;
        for (Sums sum : sums) {
            double r = sum.correlation();
            if (!Double.isNaN(r)) {
                total += r;
                defined++;
            }
        }
        return new OrderCorrelation(
                defined == 0 ? Double.NaN : total / defined, small.length, subsets);
    }

    /** Equally often each subset, at random; what is left over belongs to none. */
    private static int[] labels(int size, int values, RandomGenerator random) {
        int subsets = values / size;
        int[] labels = new int[values];
        if (subsets == 1 && size == values) {
            return labels;
        }
        for (int i = 0; i < values; i++) {
            labels[i] = i < subsets * size ? i % subsets : LEFT_OUT;
        }
        for (int i = values - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int label = labels[i];
            labels[i] = labels[other];
            labels[other] = label;
        }
        return labels;
    }

    /**
     * The observations in ascending order, or {@value #MOST} of them drawn without replacement.
     *
     * <p>Source of the drawing: Knuth, The Art of Computer Programming 2, algorithm 3.4.2S.
     */
    private static double[] values(Sample sample, RandomGenerator random) {
        long left = sample.count();
        int wanted = (int) Math.min(MOST, left);
        double[] values = new double[wanted];
        int taken = 0;
        for (int i = 0; i < sample.size(); i++) {
            long equal = Math.round(sample.weight(i));
            for (long k = 0; k < equal && taken < wanted; k++, left--) {
                if (left <= wanted - taken || random.nextDouble() * left < wanted - taken) {
                    values[taken++] = sample.value(i);
                }
            }
        }
        if (taken != wanted) {
            throw new IllegalStateException("took " + taken + " of " + wanted + " values");
        }
        return values;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** What the correlation of one subset is made of. */
    private static final class Sums {
        private int n;
        private double x;
        private double y;
        private double xx;
        private double yy;
        private double xy;

        void add(double dx, double dy) {
            n++;
            x += dx;
            y += dy;
            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
        }

        double correlation() {
            double varianceX = xx - x * x / n;
            double varianceY = yy - y * y / n;
            boolean isSpread = varianceX > 1e-12 * xx && varianceY > 1e-12 * yy;
            double r = (xy - x * y / n) / Math.sqrt(varianceX * varianceY);
            return isSpread ? Math.max(-1, Math.min(1, r)) : Double.NaN;
        }
    }
}
