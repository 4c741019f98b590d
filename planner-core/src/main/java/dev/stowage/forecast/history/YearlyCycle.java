package dev.stowage.forecast.history;

import java.util.Arrays;

/**
 * Whether a history of buckets up to a month rises and falls with the year. Where it matters, a
 * model has to know the year.
 */
public final class YearlyCycle {
    private static final double YEAR_MICROS = 365.2425 * 86_400e6;
    private static final int PARTS = 12;

    /** So many parts of two years have to lie one year apart. */
    private static final int LEAST = 6;

    /** Correlation of parts that are one year apart. */
    private static final double ALIKE = 0.7;

    /** Standard deviation of the parts, of their mean: less is no matter. */
    private static final double MATTERS = 0.05;

    private YearlyCycle() {}

    /** True if a twelfth of a year is like that of the year before, beside the trend. */
    public static boolean isIn(double[] values, long bucketMicros) {
        double months = YEAR_MICROS / PARTS / bucketMicros;
        double width = Math.max(1, months);
        int n = (int) (values.length / width);
        if (n < PARTS + LEAST || Math.rint(months) < 1) {
            return false;
        }
        double[] parts = new double[n];
        for (int i = 0; i < n; i++) {
            int from = (int) Math.round(i * width);
            int until = (int) Math.round((i + 1) * width);
            parts[i] = RobustPattern.median(Arrays.copyOfRange(values, from, until));
        }
        double mean = Arrays.stream(parts).average().orElseThrow();
        double[] rest = withoutTrend(parts);
        double size = Math.sqrt(Arrays.stream(rest).map(each -> each * each).sum() / n);
        return size > MATTERS * mean
                && correlation(Arrays.copyOf(rest, n - PARTS), Arrays.copyOfRange(rest, PARTS, n))
                        > ALIKE;
    }

    /** What is beside the line through the changes of whole years, which no season moves. */
    private static double[] withoutTrend(double[] parts) {
        int pairs = parts.length - PARTS;
        double[] changes = new double[pairs];
        Arrays.setAll(changes, i -> parts[i + PARTS] - parts[i]);
        double slope = RobustPattern.median(changes) / PARTS;
        double[] rest = new double[parts.length];
        Arrays.setAll(rest, i -> parts[i] - slope * i);
        double mean = Arrays.stream(rest).average().orElseThrow();
        return Arrays.stream(rest).map(each -> each - mean).toArray();
    }

    private static double correlation(double[] a, double[] b) {
        double meanA = Arrays.stream(a).average().orElseThrow();
        double meanB = Arrays.stream(b).average().orElseThrow();
        double product = 0;
        double squaresA = 0;
        double squaresB = 0;
        for (int i = 0; i < a.length; i++) {
            product += (a[i] - meanA) * (b[i] - meanB);
            squaresA += (a[i] - meanA) * (a[i] - meanA);
            squaresB += (b[i] - meanB) * (b[i] - meanB);
        }
        double size = Math.sqrt(squaresA * squaresB);
        return size > 0 ? product / size : 0;
    }
}
