package dev.stowage.sim.node;

/** The value of a rank among many, exactly. Source: C. A. R. Hoare, Algorithm 65, CACM, 1961. */
final class OrderStatistic {
    private OrderStatistic() {}

    /**
     * The value of rank {@code rank} (from 0) among the first {@code count}; reorders them. O(n) on
     * average.
     */
    static double select(double[] values, int count, int rank) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            double pivot = values[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double other = values[i];
                    values[i++] = values[j];
                    values[j--] = other;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                return values[rank];
            }
        }
        return values[rank];
    }
}
