package dev.stowage.stats;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Draws of the families by textbook transformations of normal, exponential and gamma variables:
 * independent of the quantile functions that they are to test, and fast.
 *
 * <p>Source of the gamma variables: Marsaglia, Tsang, A simple method for generating gamma
 * variables, ACM TOMS 26(3), 2000.
 */
final class Draws {
    private final RandomGenerator random;

    Draws(long seed) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** {@code n} draws of a member. */
    double[] of(Parametric member, int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            double standard = standard(member.family(), member.shapes());
            values[i] = member.location() + member.scale() * standard;
        }
        return values;
    }

    private double standard(Family family, List<Double> shapes) {
        double first = shapes.isEmpty() ? Double.NaN : shapes.get(0);
        return switch (family) {
            case NORMAL -> random.nextGaussian();
            case EXPONENTIAL -> random.nextExponential();
            case CAUCHY -> Math.tan(Math.PI * (random.nextDouble() - 0.5));
            case LAPLACE -> random.nextExponential() * (random.nextBoolean() ? 1 : -1);
            case LOG_NORMAL -> Math.exp(first * random.nextGaussian());
            case GAMMA -> gamma(first);
            case CHI_SQUARED -> 2 * gamma(0.5 * first);
            case CHI -> Math.sqrt(2 * gamma(0.5 * first));
            case LOG_GAMMA -> Math.log(gamma(first));
            case STUDENT_T -> random.nextGaussian() / Math.sqrt(2 * gamma(0.5 * first) / first);
            case BETA -> beta(first, shapes.get(1));
            case R -> 2 * beta(0.5 * first, 0.5 * first) - 1;
            case F -> gamma(0.5 * first) / first * shapes.get(1) / gamma(0.5 * shapes.get(1));
        };
    }

    private double beta(double a, double b) {
        double x = gamma(a);
        return x / (x + gamma(b));
    }

    private double gamma(double shape) {
        if (shape < 1) {
            return gamma(shape + 1) * Math.pow(random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            double u = random.nextDouble();
            if (v > 0) {
                double cube = v * v * v;
                if (Math.log(u) < 0.5 * x * x + d - d * cube + d * Math.log(cube)) {
                    return d * cube;
                }
            }
        }
    }
}
