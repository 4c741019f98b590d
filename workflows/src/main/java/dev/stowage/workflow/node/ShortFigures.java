package dev.stowage.workflow.node;

import dev.stowage.sim.node.SharedNeeds;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Two figures of which one is larger, with as many digits as it takes to see it. */
final class ShortFigures {
    private static final int MOST_DIGITS = 9;

    private ShortFigures() {}

    static String of(SharedNeeds.Shortage found, int digits, String between, String after) {
        return of(found.needed(), found.available(), digits, between, after);
    }

    /**
     * The two, with words between and after. What is needed is rounded down, so that it is not less
     * than what is said.
     *
     * @param digits behind the point, at least
     */
    static String of(double needed, double available, int digits, String between, String after) {
        int enough = digits;
        while (enough < MOST_DIGITS
                && down(needed, enough).compareTo(nearest(available, enough)) <= 0) {
            enough++;
        }
        return down(needed, enough).toPlainString()
                + between
                + nearest(available, enough).toPlainString()
                + after;
    }

    private static BigDecimal down(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.DOWN);
    }

    private static BigDecimal nearest(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_EVEN);
    }
}
