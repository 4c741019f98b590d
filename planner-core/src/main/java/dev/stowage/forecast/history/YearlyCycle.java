package dev.stowage.forecast.history;

import java.util.Arrays;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

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

    /** Share of what is beside a line that one wave of a year explains. */
    private static final double LIKE_A_WAVE = 0.9;

    private YearlyCycle() {}

    /**
     * True if a history of a year to a year and a half follows one wave of a year beside a line:
     * too short to tell whether that comes again.
     */
    public static boolean mayBeIn(double[] values, long bucketMicros) {
        double[] parts = parts(values, bucketMicros);
        if (parts.length < PARTS || parts.length >= PARTS + LEAST) {
            return false;
        }
        double[][] line = new double[parts.length][];
        double[][] wave = new double[parts.length][];
        for (int i = 0; i < parts.length; i++) {
            double angle = 2 * Math.PI * i / PARTS;
            line[i] = new double[] {i};
            wave[i] = new double[] {i, Math.cos(angle), Math.sin(angle)};
        }
        double besideLine = squares(parts, line);
        double mean = Arrays.stream(parts).average().orElseThrow();
        return Math.sqrt(besideLine / parts.length) > MATTERS * mean
                && squares(parts, wave) < (1 - LIKE_A_WAVE) * besideLine;
    }

    private static double squares(double[] values, double[][] rows) {
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.newSampleData(values, rows);
        return regression.calculateResidualSumOfSquares();
    }

    /**
     * Medians of twelfths of a year, or of buckets that are longer; none of longer than a month.
     */
    private static double[] parts(double[] values, long bucketMicros) {
        double months = YEAR_MICROS / PARTS / bucketMicros;
        if (Math.rint(months) < 1) {
            return new double[0];
        }
        double width = Math.max(1, months);
        double[] parts = new double[(int) (values.length / width)];
        for (int i = 0; i < parts.length; i++) {
            int from = (int) Math.round(i * width);
            int until = (int) Math.round((i + 1) * width);
            parts[i] = RobustPattern.median(Arrays.copyOfRange(values, from, until));
        }
        return parts;
    }

    /** True if a twelfth of a year is like that of the year before, beside the trend. */
    public static boolean isIn(double[] values, long bucketMicros) {
        double[] parts = parts(values, bucketMicros);
        int n = parts.length;
        if (n < PARTS + LEAST) {
            return false;
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
