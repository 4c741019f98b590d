package dev.stowage.policy.placement;

/**
 * Whole per cent of an amount, rounded down, without a division for each part: a quotient by the
 * reciprocal is off by one at most, which the remainder tells.
 *
 * <p>Hot: called for every server that {@link Kubernetes} looks at.
 */
final class PerCent {
    private static final long LARGEST_EXACT = Long.MAX_VALUE / 256;

    private long whole;
    private double hundredOverWhole;
    private double oneOverWhole;

    /** Sets the amount that is 100 per cent; 0 = the resource is lacking, parts of it are 0. */
    void setWhole(long amount) {
        if (amount != whole) {
            whole = amount;
            hundredOverWhole = amount == 0 ? 0 : 100.0 / amount;
            oneOverWhole = amount == 0 ? 0 : 1.0 / amount;
        }
    }

    long whole() {
        return whole;
    }

    /** 1, or 0 if the resource is lacking. */
    int count() {
        return whole == 0 ? 0 : 1;
    }

    /** Per cent that a part from 0 to the whole is; exact below 2^55, else by doubles. */
    long of(long part) {
        long quotient = (long) (part * hundredOverWhole);
        if (whole >= LARGEST_EXACT || whole == 0) {
            return Math.min(100, quotient);
        }
        long remainder = part * 100 - quotient * whole;
        return quotient + (remainder >> 63) + ((whole - 1 - remainder) >>> 63);
    }

    /** About the fraction that a part is; within a few units in the last place. */
    double fractionOf(long part) {
        return part * oneOverWhole;
    }
}
