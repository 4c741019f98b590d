package dev.stowage.tuning;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Values whose upper half counts by rank only, so that cliffs far from the best values do not
 * govern the process: the value of rank r among n becomes the median plus the normal quantile of
 * {@code (r - 1/2) / n} times the spread of the lower half about the median. Equal values stay
 * equal. Source: Song et al., The Vizier Gaussian Process Bandit Algorithm, 2024 (half-rank
 * warping).
 */
final class HalfRanks {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private HalfRanks() {}

    /** Warps values in place. */
    static void warp(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = sorted[(n - 1) / 2];
        double squares = 0;
        int good = 0;
        while (good < n && sorted[good] <= median) {
            squares += (sorted[good] - median) * (sorted[good] - median);
            good++;
        }
        double spread = Math.sqrt(squares / good);
        if (spread == 0) {
            return;
        }
        for (int i = 0; i < n; i++) {
            if (values[i] > median) {
                int first = firstAtLeast(sorted, values[i]);
                double share = (first + 0.5) / n;
                values[i] = median + spread * NORMAL.inverseCumulativeProbability(share);
            }
        }
    }

    private static int firstAtLeast(double[] sorted, double value) {
        int first = Arrays.binarySearch(sorted, value);
        while (first > 0 && sorted[first - 1] == value) {
            first--;
        }
        return first;
    }
}
