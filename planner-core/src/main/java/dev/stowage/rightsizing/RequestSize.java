package dev.stowage.rightsizing;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * From an amount of use to a request: with a margin, at least a floor, rounded up to whole units,
 * at most what the largest server has (rounded down to whole units, if it has one).
 *
 * @param margin a share of at least 0
 * @param floor least request
 * @param unit of requests, at least 1
 * @param largest amount of any server, at least 0
 */
record RequestSize(BigDecimal margin, long floor, long unit, long largest) {
    RequestSize {
        Check.notNegative("floor", floor);
        Check.positive("unit", unit);
        Check.notNegative("largest", largest);
    }

    /** The request for a use. */
    long of(long use) {
        return Math.min(wanted(use), most());
    }

    /** True if no server has what the use asks for. */
    boolean isCapped(long use) {
        return wanted(use) > most();
    }

    /** True if the use alone would ask for less than the floor. */
    boolean isFloor(long use) {
        return withMargin(use) < floor;
    }

    /** What a use asks for, whatever servers have. */
    long wanted(long use) {
        long amount = Math.max(floor, withMargin(use));
        return Math.multiplyExact(Math.floorDiv(Math.addExact(amount, unit - 1), unit), unit);
    }

    private long withMargin(long use) {
        return BigDecimal.ONE
                .add(margin)
                .multiply(BigDecimal.valueOf(use))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    private long most() {
        return largest < unit ? largest : largest / unit * unit;
    }
}
