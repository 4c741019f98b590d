package dev.stowage.workload;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * How a quantity is spread over the tasks of a group: one value, a few with their counts, or the
 * means of equally large parts, ascending. Immutable.
 *
 * <p>Parts are drawn uniformly around their means, as far as half-way to the nearer neighbour, so
 * that the mean of all is exact and no two parts overlap.
 */
public final class Spread {
    /** Parts of a quantity that takes too many values to name them. */
    public static final int PARTS = 16;

    private final double[] values;
    private final double[] upTo; // cumulative shares of the values; empty if they are parts

    private Spread(double[] values, double[] upTo) {
        this.values = values;
        this.upTo = upTo;
    }

    public static Spread constant(double value) {
        return new Spread(new double[] {Check.notNegative("value", value)}, new double[0]);
    }

    /** Means of equally large parts, ascending, at least 0. */
    public static Spread parts(double... means) {
        checkAscending(means, false);
        return new Spread(means.clone(), new double[0]);
    }

    /** Values, strictly ascending and at least 0, with their counts. */
    public static Spread values(double[] values, long[] counts) {
        checkAscending(values, true);
        double total = Arrays.stream(counts).sum();
        double[] upTo = new double[values.length];
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Check.positive("count", counts[i]);
            upTo[i] = sum / total;
        }
        return new Spread(values.clone(), upTo);
    }

    private static void checkAscending(double[] values, boolean isStrictly) {
        double before = 0;
        for (int i = 0; i < values.length; i++) {
            Check.notNegative("value", values[i]);
            if (values[i] < before || (isStrictly && i > 0 && values[i] == before)) {
                throw new IllegalArgumentException(Arrays.toString(values) + " does not ascend");
            }
            before = values[i];
        }
    }

    /** The value at share {@code u} of the tasks, not decreasing in u. */
    public double at(double u) {
        if (values.length == 1) {
            return values[0];
        }
        if (upTo.length > 0) {
            int i = 0;
            while (i < upTo.length - 1 && u >= upTo[i]) {
                i++;
            }
            return values[i];
        }
        double position = u * values.length;
        int part = Math.min(values.length - 1, (int) position);
        return values[part] + (position - part - 0.5) * width(part);
    }

    private double width(int part) {
        double below = part == 0 ? 2 * values[0] : values[part] - values[part - 1];
        double above =
                part == values.length - 1
                        ? Double.POSITIVE_INFINITY
                        : values[part + 1] - values[part];
        return Math.min(below, above);
    }

    /** Mean over all tasks. */
    public double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * shareOf(i);
        }
        return sum;
    }

    /** Share of the tasks that the i-th of the {@link #values} stands for. */
    public double shareOf(int i) {
        if (upTo.length == 0) {
            return 1.0 / values.length;
        }
        return upTo[i] - (i == 0 ? 0 : upTo[i - 1]);
    }

    public boolean isConstant() {
        return values.length == 1;
    }

    /** True if values stand for themselves, with {@link #counts}. */
    boolean isOfValues() {
        return upTo.length > 0;
    }

    public double[] values() {
        return values.clone();
    }

    /** Counts of the values among {@code tasks} tasks. */
    long[] counts(long tasks) {
        long[] counts = new long[upTo.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = Math.round(shareOf(i) * tasks);
        }
        return counts;
    }
}
