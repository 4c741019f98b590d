package dev.stowage.forecast.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A rise or fall of a series that is no chance, whether its noise wanders off or comes back: what
 * criteria of fit may miss, because a level that follows each error explains both.
 *
 * <p>The season is taken out by the means of its buckets beside a line; medians of at most 48
 * stretches are left, so that noise which hangs together for less than a stretch is none. They are
 * taken for a line beside a level that follows each error by some share, from 0 (noise around the
 * line) to 1 (a random walk), which is not known: the slope and its error are means over all
 * shares, each as likely as the stretches make it (flat before).
 *
 * @param slope of a bucket: of the whole, or of its last half if that is less
 * @param error standard error of the slope of the whole
 * @param errors how many the slope of the whole is away from 0
 */
public record ClearTrend(double slope, double error, double errors) {
    /** So many standard errors of the whole, and of its last half, are no chance. */
    static final double CLEAR = 3.5;

    static final double CLEAR_LATELY = 1;

    private static final int STRETCHES = 48;
    private static final int SHARES = 40;

    private static final int LEAST = 16;

    /** A trend of a series, if it has one that did not end. */
    public static Optional<ClearTrend> of(double[] values, int period) {
        if (values.length < Math.max(LEAST, 2 * period)) {
            return Optional.empty();
        }
        Line whole = line(values, period, STRETCHES);
        int half = values.length / 2;
        Line lately =
                half < Math.max(LEAST / 2, 2 * period)
                        ? whole
                        : line(
                                Arrays.copyOfRange(values, half, values.length),
                                period,
                                STRETCHES / 2);
        boolean isClear =
                Math.abs(whole.slope) > CLEAR * whole.error
                        && Math.signum(whole.slope) * lately.slope > CLEAR_LATELY * lately.error;
        double least = Math.min(Math.abs(whole.slope), Math.abs(lately.slope));
        return isClear
                ? Optional.of(
                        new ClearTrend(
                                Math.copySign(least, whole.slope),
                                whole.error,
                                Math.abs(whole.slope) / whole.error))
                : Optional.empty();
    }

    /** A slope by bucket, and its standard error. */
    record Line(double slope, double error) {}

    private static Line line(double[] values, int period, int most) {
        double[] rest = values.clone();
        double lost = takeSeason(rest, period);
        int width = (rest.length + most - 1) / most;
        double[] stretches = new double[rest.length / width];
        int first = rest.length - width * stretches.length;
        Arrays.setAll(
                stretches,
                i -> {
                    int from = first + i * width;
                    return RobustPattern.median(Arrays.copyOfRange(rest, from, from + width));
                });
        Line found = line(stretches);
        return new Line(found.slope / width, lost * found.error / width);
    }

    /** Takes the season out; what the error of a slope is raised by because it was not known. */
    private static double takeSeason(double[] values, int period) {
        int n = values.length;
        double[] places = new double[n];
        Arrays.setAll(places, i -> i - (n - 1) / 2.0);
        double before = product(places, places);
        double[] beside = besideMeans(places, period);
        double slope = product(beside, values) / product(beside, places);
        double[] flat = new double[n];
        Arrays.setAll(flat, i -> values[i] - slope * places[i]);
        double[] rest = besideMeans(flat, period);
        Arrays.setAll(values, i -> rest[i] + slope * places[i]);
        return Math.sqrt(before / product(beside, beside));
    }

    private static double[] besideMeans(double[] values, int period) {
        double[] sums = new double[period];
        int[] counts = new int[period];
        for (int i = 0; i < values.length; i++) {
            sums[i % period] += values[i];
            counts[i % period]++;
        }
        double[] rest = new double[values.length];
        Arrays.setAll(rest, i -> values[i] - sums[i % period] / counts[i % period]);
        return rest;
    }

    /**
     * A line beside a level that follows a share of each error: each share from 0 to 1 by how
     * likely it is, with its own slope and error.
     */
    private static Line line(double[] values) {
        List<Beside> all = new ArrayList<>();
        for (int i = 0; i <= SHARES; i++) {
            all.add(Beside.of(values, (double) i / SHARES));
        }
        double most = all.stream().mapToDouble(Beside::logLikelihood).max().orElseThrow();
        if (!Double.isFinite(most)) { // a line without any error
            return new Line(all.get(0).slope(), 0);
        }
        double sum = 0;
        double slope = 0;
        double square = 0;
        for (Beside each : all) {
            double weight = Math.exp(each.logLikelihood() - most);
            sum += weight;
            slope += weight * each.slope();
            square += weight * (each.slope() * each.slope() + each.variance());
        }
        double mean = slope / sum;
        return new Line(mean, Math.sqrt(square / sum - mean * mean));
    }

    /** A slope, its variance, and how likely the share is that a level follows errors by. */
    private record Beside(double slope, double variance, double logLikelihood) {
        static Beside of(double[] values, double share) {
            int n = values.length;
            double[] ones = new double[n];
            Arrays.fill(ones, 1);
            double[] places = new double[n];
            Arrays.setAll(places, i -> i - (n - 1) / 2.0);
            double[] level = errors(ones, share);
            double[] line = errors(places, share);
            double[] left = errors(values, share);
            double levels = product(level, level);
            double both = product(level, line) / levels;
            Arrays.setAll(line, i -> line[i] - both * level[i]);
            double lines = product(line, line);
            double slope = product(line, left) / lines;
            double base = product(level, left) / levels;
            Arrays.setAll(left, i -> left[i] - base * level[i] - slope * line[i]);
            double squares = product(left, left);
            int free = n - 2;
            return new Beside(
                    slope,
                    squares / (free - 2) / lines,
                    -(Math.log(levels * lines) + free * Math.log(squares)) / 2);
        }

        /** One step ahead, from a level that begins at 0. */
        private static double[] errors(double[] values, double share) {
            double[] errors = new double[values.length];
            double level = 0;
            for (int i = 0; i < values.length; i++) {
                errors[i] = values[i] - level;
                level += share * errors[i];
            }
            return errors;
        }
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
