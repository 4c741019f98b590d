package dev.stowage.stats.output;

import dev.stowage.basis.Check;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * What independent replications that held or missed say about the share of all that would hold.
 * Nothing is assumed of how the figures behind it are distributed.
 *
 * <p>Source: C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in
 * the case of the binomial, Biometrika 26(4), 1934; as a limit on a quantile S. S. Wilks,
 * Determination of sample sizes for setting tolerance limits, Annals of Mathematical Statistics
 * 12(1), 1941.
 *
 * @param share of all replications that is to hold, in (0, 1)
 * @param confidence level of the one-sided claim, in (0, 1)
 */
public record Reliability(double share, double confidence) {
    public Reliability {
        Check.inRange("share", share, Double.MIN_VALUE, Math.nextDown(1.0));
        Check.inRange("confidence", confidence, Double.MIN_VALUE, Math.nextDown(1.0));
    }

    /** Most misses of so many replications that leave the claim; -1 if none allows it. */
    public int allowedMisses(int replications) {
        BinomialDistribution misses = BinomialDistribution.of(replications, 1 - share);
        int allowed = -1;
        while (allowed + 1 < replications
                && misses.cumulativeProbability(allowed + 1) <= 1 - confidence) {
            allowed++;
        }
        return allowed;
    }

    /** Fewest replications that allow the claim with so many misses among them. */
    public int leastReplications(int misses) {
        int low = misses;
        int high = misses + 1;
        while (allowedMisses(high) < misses) {
            low = high;
            high = Math.multiplyExact(2, high);
        }
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (allowedMisses(middle) < misses) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Lower confidence limit of the share that holds, when {@code held} of them did. */
    public double claimed(int held, int replications) {
        Check.inRange("held", held, 0, replications);
        return held == 0
                ? 0
                : BetaDistribution.of(held, replications - held + 1.0)
                        .inverseCumulativeProbability(1 - confidence);
    }

    /** Upper confidence limit of the share that holds, when {@code held} of them did. */
    public double notExcluded(int held, int replications) {
        return 1 - claimed(replications - held, replications);
    }
}
