package dev.stowage.packing.column;

import dev.stowage.packing.model.PackModel;
import java.util.Arrays;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * Costs as whole numbers that prices of types are compared with: about 10^9 for the dearest server,
 * never more than the true cost.
 *
 * @param dearest server, in the model's steps, at least 1
 * @param factor of a cost that is small
 * @param divisor of a cost that is large; one of both is 1
 * @param unit that all costs are multiples of, in the model's steps
 */
record Money(long dearest, long factor, long divisor, long unit) {
    private static final long FINE = 1_000_000_000L;

    static Money of(PackModel model) {
        long dearest = Math.max(1, Arrays.stream(model.cost).max().orElse(1));
        long unit = 0;
        for (long cost : model.cost) {
            unit = ArithmeticUtils.gcd(unit, cost);
        }
        return new Money(
                dearest, Math.max(1, FINE / dearest), 1 + (dearest - 1) / FINE, Math.max(1, unit));
    }

    /** Not more than a cost in the model's steps. */
    long fine(long cost) {
        return cost * factor / divisor;
    }

    /** A price as a share of the dearest server, in the same numbers. */
    long fine(double share) {
        return (long) (share * dearest * factor / divisor);
    }

    /** What costs of at least so much are at least, in the model's steps. */
    long steps(long fine) {
        return Math.max(
                0, divisor > 1 ? Math.multiplyExact(fine, divisor) : -Math.floorDiv(-fine, factor));
    }

    /** The next sum that costs can be. */
    long roundUp(long steps) {
        return -Math.floorDiv(-steps, unit) * unit;
    }
}
