package dev.stowage.workload.prototype;

import java.util.random.RandomGenerator;

/**
 * Numbers of successes of n trials with a common probability of success that is itself
 * beta-distributed around a half.
 *
 * <p>Hot: drawn a few times a job. Few trials are drawn one by one from Polya's urn; many by way of
 * a beta number and a binomial one, O(log n). Sources: Devroye, Non-Uniform Random Variate
 * Generation, 1986, chapter X.4.3 (binomial numbers by order statistics); Marsaglia, Tsang, ACM
 * TOMS 26(3), 2000 (gamma numbers).
 */
public final class BetaBinomial {
    private static final int FEW = 24;

    private BetaBinomial() {}

    /**
     * One number from 0 to n with mean n / 2 and variance {@code n/4 (1 + (n-1) correlation)}.
     *
     * @param correlation of two trials, in [0, 1]
     */
    public static int half(int n, double correlation, RandomGenerator random) {
        if (correlation >= 1 - 1e-12) {
            return random.nextBoolean() ? n : 0;
        }
        if (correlation < 1e-12) {
            return n <= Long.SIZE
                    ? Long.bitCount(random.nextLong() & (-1L >>> (Long.SIZE - n)))
                    : binomial(n, 0.5, random);
        }
        double a = (1 / correlation - 1) / 2;
        return n <= FEW ? urn(n, a, random) : binomial(n, beta(a, a, random), random);
    }

    private static int urn(int n, double a, RandomGenerator random) {
        int left = 0;
        for (int i = 0; i < n; i++) {
            left += random.nextDouble() * (2 * a + i) < a + left ? 1 : 0;
        }
        return left;
    }

    static int binomial(int trials, double probability, RandomGenerator random) {
        int n = trials;
        double p = probability;
        int successes = 0;
        while (n > FEW) {
            int middle = (n + 1) / 2;
            double x = beta(middle, n + 1 - middle, random); // the middle one of n uniform numbers
            if (x <= p) {
                successes += middle;
                n -= middle;
                p = Math.min(1, (p - x) / (1 - x));
            } else {
                n = middle - 1;
                p /= x;
            }
        }
        for (int i = 0; i < n; i++) {
            successes += random.nextDouble() < p ? 1 : 0;
        }
        return successes;
    }

    static double beta(double a, double b, RandomGenerator random) {
        double logX = logGamma(a, random);
        double logY = logGamma(b, random);
        return 1 / (1 + Math.exp(logY - logX));
    }

    /** Logarithm of a gamma number, which for small shapes would be 0 itself. */
    private static double logGamma(double shape, RandomGenerator random) {
        if (shape < 1) {
            double u = 1 - random.nextDouble();
            return logGamma(shape + 1, random) + Math.log(u) / shape;
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v <= 0) {
                continue;
            }
            v = v * v * v;
            double u = 1 - random.nextDouble();
            if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                return Math.log(d * v);
            }
        }
    }
}
