package dev.stowage.stats.sample;

import java.util.Arrays;

/** Spearman's rank correlation: Pearson's of ranks, equal values at the mean of their ranks. */
public final class RankCorrelation {
    private RankCorrelation() {}

    /**
     * Of the rows where both columns have a value (are not NaN); NaN if a column is constant there
     * or has fewer than two. O(n log n).
     */
    public static double of(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " and " + y.length + " rows");
        }
        double[] left = new double[x.length];
        double[] right = new double[x.length];
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (!Double.isNaN(x[i]) && !Double.isNaN(y[i])) {
                left[n] = x[i] + 0.0; // no negative zero
                right[n++] = y[i] + 0.0;
            }
        }
        return pearson(ranks(Arrays.copyOf(left, n)), ranks(Arrays.copyOf(right, n)));
    }

    /** Twice the ranks from the mean rank on: whole numbers, so that sums are exact. */
    private static long[] ranks(double[] values) {
        int n = values.length;
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] distinct = new double[n];
        long[] rank = new long[n];
        int size = 0;
        for (int from = 0; from < n; ) {
            int to = from;
            while (to < n && sorted[to] == sorted[from]) {
                to++;
            }
            distinct[size] = sorted[from];
            rank[size++] = from + to - (long) n;
            from = to;
        }
        long[] ranks = new long[n];
        for (int i = 0; i < n; i++) {
            ranks[i] = rank[Arrays.binarySearch(distinct, 0, size, values[i])];
        }
        return ranks;
    }

    private static double pearson(long[] x, long[] y) {
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (int i = 0; i < x.length; i++) {
            xx += (double) x[i] * x[i];
            yy += (double) y[i] * y[i];
            xy += (double) x[i] * y[i];
        }
        double r = xy / Math.sqrt(xx) / Math.sqrt(yy);
        return xx == 0 || yy == 0 ? Double.NaN : Math.max(-1, Math.min(1, r));
    }
}
