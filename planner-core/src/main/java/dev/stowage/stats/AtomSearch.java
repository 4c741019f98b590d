package dev.stowage.stats;

import dev.stowage.stats.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of a sample that hold much of its mass: at least {@value #MIN_SHARE} of it each and
 * {@value #TIMES} times as much as values around them. At most {@value #MAX_ATOMS}.
 */
final class AtomSearch {
    private static final double MIN_SHARE = 0.02;
    private static final int TIMES = 10;
    private static final int AROUND = 5;
    private static final int MAX_ATOMS = 16;

    private AtomSearch() {}

    /** Numbers of the points that are atoms, ascending; empty if there are none. */
    static List<Integer> atoms(Sample sample) {
        List<Integer> atoms = new ArrayList<>();
        for (int i = 0; i < sample.size(); i++) {
            boolean isMuch = sample.weight(i) >= MIN_SHARE * sample.count();
            if (isMuch && sample.weight(i) >= TIMES * around(sample, i)) {
                atoms.add(i);
            }
        }
        return atoms.size() > MAX_ATOMS ? List.of() : atoms;
    }

    /** Median weight of the values around one. */
    private static double around(Sample sample, int i) {
        int from = Math.max(0, i - AROUND);
        int to = Math.min(sample.size() - 1, i + AROUND);
        double[] weights = new double[to - from];
        int n = 0;
        for (int j = from; j <= to; j++) {
            if (j != i) {
                weights[n++] = sample.weight(j);
            }
        }
        Arrays.sort(weights);
        return n == 0 ? 0 : weights[n / 2];
    }
}
