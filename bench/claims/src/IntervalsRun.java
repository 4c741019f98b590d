package dev.stowage.plan;

import dev.stowage.stats.output.MedianInterval;
import dev.stowage.stats.output.Precision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How often intervals over replications cover: many samples of each shape's pool, on the fewest
 * servers that hold in nine windows of ten. A row each, tabs between: shape, method, confidence,
 * intervals that cover, replications.
 */
final class IntervalsRun {
    private static final double[] LEVELS = {0.8, 0.9, 0.95};
    private static final int RESAMPLES = 399;
    private static final int MOST = 300;

    /** Limits at each of the levels, of a sample; replications that it took are written to used. */
    private interface Method {
        double[][] limits(double[] sample, SplittableRandom random, int[] used);
    }

    private IntervalsRun() {}

    public static void main(String[] args) throws IOException {
        int samples = Integer.parseInt(args[1]);
        String only = args.length > 3 ? args[3] : "";
        for (Shapes.Shape shape : Shapes.all()) {
            if (!shape.name().contains(only)) {
                continue;
            }
            Pool pool = Pool.of(shape, Integer.parseInt(args[0]), Path.of(args[2]));
            int n = 0;
            while (Pool.share(pool.figures().get(n), pool.bound()) < 0.9) {
                n++;
            }
            double[] row = pool.figures().get(n);
            double mean = Pool.mean(row);
            double median = MedianInterval.of(row, 0.5).median();
            for (int size : new int[] {10, 30, 61, 120}) {
                run(shape, "Student's t, " + size, mean, samples, row, fixed(size, Kind.T));
            }
            run(shape, "bootstrap-t, 30", mean, samples, row, fixed(30, Kind.BOOTSTRAP));
            run(shape, "empirical likelihood, 30", mean, samples, row, fixed(30, Kind.LIKELIHOOD));
            run(
                    shape,
                    "Student's t, stopped when narrow",
                    mean,
                    samples,
                    row,
                    IntervalsRun::stoppedT);
            for (int size : new int[] {10, 30, 61}) {
                run(
                        shape,
                        "order statistics, " + size,
                        median,
                        samples,
                        row,
                        fixed(size, Kind.ORDER));
            }
            run(
                    shape,
                    "order statistics, stopped when narrow",
                    median,
                    samples,
                    row,
                    IntervalsRun::stopped);
        }
    }

    private enum Kind {
        T,
        BOOTSTRAP,
        LIKELIHOOD,
        ORDER
    }

    private static void run(
            Shapes.Shape shape,
            String name,
            double truth,
            int samples,
            double[] row,
            Method method) {
        int[] covered = new int[LEVELS.length];
        long used = 0;
        for (int s = 0; s < samples; s++) {
            SplittableRandom random = new SplittableRandom(20_261_123L + s);
            double[] sample = random.ints(MOST, 0, row.length).mapToDouble(i -> row[i]).toArray();
            int[] took = new int[1];
            double[][] limits = method.limits(sample, random, took);
            used += took[0];
            for (int i = 0; i < LEVELS.length; i++) {
                // without an interval nothing is claimed, so nothing is missed
                boolean isNone = Double.isNaN(limits[i][0]);
                covered[i] += isNone || limits[i][0] <= truth && truth <= limits[i][1] ? 1 : 0;
            }
        }
        for (int i = 0; i < LEVELS.length; i++) {
            System.out.println(
                    shape.name()
                            + "\t"
                            + name
                            + "\t"
                            + LEVELS[i]
                            + "\t"
                            + covered[i]
                            + "\t"
                            + used / samples);
        }
    }

    private static Method fixed(int size, Kind kind) {
        return (all, random, used) -> {
            double[] sample = Arrays.copyOf(all, size);
            used[0] = size;
            double[][] limits = new double[LEVELS.length][];
            double[] bootstrap =
                    kind == Kind.BOOTSTRAP ? studentised(sample, random) : new double[0];
            for (int i = 0; i < LEVELS.length; i++) {
                limits[i] =
                        switch (kind) {
                            case T -> student(sample, LEVELS[i]);
                            case BOOTSTRAP -> bootstrap(sample, bootstrap, LEVELS[i]);
                            case LIKELIHOOD -> likelihood(sample, LEVELS[i]);
                            case ORDER -> order(sample, LEVELS[i]);
                        };
            }
            return limits;
        };
    }

    private static double[] order(double[] sample, double level) {
        MedianInterval interval = MedianInterval.of(sample, level);
        return interval.lower() == null || interval.upper() == null
                ? none()
                : new double[] {interval.lower(), interval.upper()};
    }

    private static double[] none() {
        return new double[] {Double.NaN, Double.NaN};
    }

    private static double error(double[] sample, double mean) {
        double squares = Arrays.stream(sample).map(x -> (x - mean) * (x - mean)).sum();
        return Math.sqrt(squares / (sample.length - 1.0) / sample.length);
    }

    /** Source: Gosset ("Student"), 1908. */
    static double[] student(double[] sample, double level) {
        double mean = Pool.mean(sample);
        double t =
                TDistribution.of(sample.length - 1.0).inverseSurvivalProbability((1 - level) / 2);
        double half = t * error(sample, mean);
        return half == 0 ? none() : new double[] {mean - half, mean + half};
    }

    /** Source: Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982. */
    private static double[] studentised(double[] sample, SplittableRandom random) {
        double mean = Pool.mean(sample);
        double[] ratios = new double[RESAMPLES];
        for (int b = 0; b < RESAMPLES; b++) {
            double[] again =
                    random.ints(sample.length, 0, sample.length)
                            .mapToDouble(i -> sample[i])
                            .toArray();
            double other = Pool.mean(again);
            double error = error(again, other);
            ratios[b] = error == 0 ? Math.signum(other - mean) * 1e9 : (other - mean) / error;
        }
        Arrays.sort(ratios);
        return ratios;
    }

    private static double[] bootstrap(double[] sample, double[] ratios, double level) {
        double mean = Pool.mean(sample);
        double error = error(sample, mean);
        if (error == 0) {
            return none();
        }
        int low = (int) Math.floor((1 - level) / 2 * (RESAMPLES + 1)) - 1;
        return new double[] {
            mean - ratios[RESAMPLES - 1 - low] * error, mean - ratios[low] * error
        };
    }

    /** Source: Owen, Empirical likelihood ratio confidence intervals, Biometrika 75(2), 1988. */
    private static double[] likelihood(double[] sample, double level) {
        double mean = Pool.mean(sample);
        double least = Arrays.stream(sample).min().orElseThrow();
        double most = Arrays.stream(sample).max().orElseThrow();
        if (least == most) {
            return none();
        }
        double limit = ChiSquaredDistribution.of(1).inverseCumulativeProbability(level);
        return new double[] {edge(sample, mean, least, limit), edge(sample, mean, most, limit)};
    }

    private static double edge(double[] sample, double inside, double outside, double limit) {
        double in = inside;
        double out = outside;
        for (int i = 0; i < 40; i++) {
            double middle = (in + out) / 2;
            if (ratio(sample, middle) <= limit) {
                in = middle;
            } else {
                out = middle;
            }
        }
        return in;
    }

    /** Twice the logarithm of the likelihood ratio against a mean inside the sample's range. */
    private static double ratio(double[] sample, double mean) {
        double least = Arrays.stream(sample).min().orElseThrow() - mean;
        double most = Arrays.stream(sample).max().orElseThrow() - mean;
        if (least >= 0 || most <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        double low = -1 / most * (1 - 1e-10);
        double high = -1 / least * (1 - 1e-10);
        for (int i = 0; i < 60; i++) {
            double lambda = (low + high) / 2;
            double slope =
                    Arrays.stream(sample).map(x -> (x - mean) / (1 + lambda * (x - mean))).sum();
            if (slope > 0) {
                low = lambda;
            } else {
                high = lambda;
            }
        }
        double lambda = (low + high) / 2;
        return 2 * Arrays.stream(sample).map(x -> Math.log1p(lambda * (x - mean))).sum();
    }

    /**
     * As it was before ADR 37 but for the gate: until the half-width is three tenths of the mean.
     */
    private static double[][] stoppedT(double[] all, SplittableRandom random, int[] used) {
        double[][] limits = new double[LEVELS.length][];
        for (int i = 0; i < LEVELS.length; i++) {
            int count = 5;
            double[] sample = Arrays.copyOf(all, count);
            while (count < MOST && !isNarrow(student(sample, LEVELS[i]))) {
                count = Math.min(MOST, count + Math.max(1, count / 10));
                sample = Arrays.copyOf(all, count);
            }
            limits[i] = student(sample, LEVELS[i]);
            used[0] = count;
        }
        return limits;
    }

    private static boolean isNarrow(double[] limits) {
        double middle = (limits[0] + limits[1]) / 2;
        return (limits[1] - limits[0]) / 2 <= 0.3 / 1.3 * middle;
    }

    private static double[][] stopped(double[] all, SplittableRandom random, int[] used) {
        Precision precision = new Precision(0.3, true, 10, MOST);
        double[][] limits = new double[LEVELS.length][];
        for (int i = 0; i < LEVELS.length; i++) {
            int count = 10;
            double level = LEVELS[i];
            MedianInterval interval =
                    MedianInterval.of(Arrays.copyOf(all, count), precision.level(1, level));
            for (int look = 2; precision.goesOn(count, interval); look++) {
                count = precision.next(count, interval);
                interval =
                        MedianInterval.of(Arrays.copyOf(all, count), precision.level(look, level));
            }
            limits[i] =
                    interval.lower() == null || interval.upper() == null
                            ? none()
                            : new double[] {interval.lower(), interval.upper()};
            used[0] = count;
        }
        return limits;
    }
}
