package dev.stowage.stats.sample;

/**
 * The largest unit of which all values are whole multiples, as long as they are whole millionths:
 * what the clock or the scale of the source could tell apart. The same whatever the order.
 */
final class Grain {
    private static final double PER_UNIT = 1e6;
    private static final double EXACT = 0x1.0p53;

    private long divisor; // greatest common divisor, in millionths; 0 before the first
    private boolean isWhole = true;

    void add(double x) {
        if (!isWhole) {
            return;
        }
        double millionths = Math.rint(x * PER_UNIT);
        if (millionths / PER_UNIT != x || Math.abs(millionths) > EXACT) {
            isWhole = false;
        } else if (divisor != 1) {
            divisor = greatestCommon(divisor, (long) Math.abs(millionths));
        }
    }

    void merge(Grain other) {
        isWhole &= other.isWhole;
        divisor = greatestCommon(divisor, other.divisor);
    }

    /** The unit, or 0 if there is none. */
    double unit() {
        return isWhole ? divisor / PER_UNIT : 0;
    }

    private static long greatestCommon(long a, long b) {
        long large = a;
        long small = b;
        while (small != 0) {
            long rest = large % small;
            large = small;
            small = rest;
        }
        return large;
    }
}
