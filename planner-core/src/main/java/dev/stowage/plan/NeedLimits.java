package dev.stowage.plan;

import dev.stowage.stats.output.Reliability;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the fewest servers on which a share of all windows holds: Clopper and Pearson's of the
 * share on each number, one-sided at half of the risk each. Nothing is assumed of how the needs of
 * windows are distributed, but that a window which holds on some servers holds on more.
 *
 * <p>Below {@code least} the windows that were drawn exclude the share. On {@code most} they bear
 * it out. Both are fixed by the needs of the windows and not by which numbers were tried, so a
 * search for them costs no confidence.
 *
 * @param least 1 or more
 * @param most null if the replications are too few, or no number up to the largest does
 */
public record NeedLimits(int least, @Nullable Integer most) {
    /**
     * Looks for them.
     *
     * @param held how many of the replications hold on a number of servers, never less on more
     * @param answer a number on which the share is not excluded
     * @param max largest number to try
     * @param share of all windows
     * @param level at which both hold
     */
    static NeedLimits of(
            IntUnaryOperator held,
            int replications,
            int answer,
            int max,
            double share,
            double level) {
        Reliability oneSided = new Reliability(share, 1 - (1 - level) / 2);
        int allowed = oneSided.allowedMisses(replications);
        int fails = answer;
        int step = 1;
        while (fails > 0 && !isExcluded(oneSided, held, fails, replications)) {
            fails = Math.max(0, fails - step);
            step <<= 1;
        }
        int least = fails;
        int open = Math.min(answer + 1, fails + Math.max(1, step >> 1));
        while (open - least > 1) {
            int middle = least + (open - least) / 2;
            if (isExcluded(oneSided, held, middle, replications)) {
                least = middle;
            } else {
                open = middle;
            }
        }
        return new NeedLimits(
                least + 1,
                allowed < 0 ? null : most(held, replications - allowed, least + 1, answer, max));
    }

    private static boolean isExcluded(
            Reliability oneSided, IntUnaryOperator held, int servers, int replications) {
        return oneSided.notExcluded(held.applyAsInt(servers), replications) < oneSided.share();
    }

    private static @Nullable Integer most(
            IntUnaryOperator held, int wanted, int least, int answer, int max) {
        int low = least - 1;
        int high = Math.min(max, Math.max(least, answer));
        int step = 1;
        while (held.applyAsInt(high) < wanted) {
            if (high == max) {
                return null;
            }
            low = high;
            high = (int) Math.min(max, (long) high + step);
            step <<= 1;
        }
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (held.applyAsInt(middle) >= wanted) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
