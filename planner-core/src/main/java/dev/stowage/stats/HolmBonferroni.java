package dev.stowage.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which of several hypotheses are rejected, so that a true one is with at most a given probability
 * in all. Source: S. Holm, Scandinavian Journal of Statistics 6, 1979.
 */
public final class HolmBonferroni {
    private HolmBonferroni() {}

    /**
     * True for each hypothesis that is rejected.
     *
     * @param pValues one a hypothesis, 0 to 1
     * @param alpha probability of rejecting any that is true, 0 to 1
     */
    public static boolean[] rejected(double[] pValues, double alpha) {
        int[] order =
                IntStream.range(0, pValues.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> pValues[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        boolean[] rejected = new boolean[pValues.length];
        for (int i = 0; i < order.length; i++) {
            if (!(pValues[order[i]] < alpha / (pValues.length - i))) {
                break;
            }
            rejected[order[i]] = true;
        }
        return rejected;
    }
}
