package dev.stowage.workload.prototype;

/**
 * A place in a window and the number of a prototype in one long, so that sorting them needs no
 * objects: places first, then numbers.
 */
final class Places {
    private static final int NUMBER_BITS = 22;
    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
    private static final double STEPS = 1L << (61 - NUMBER_BITS);

    private Places() {}

    /**
     * Both in one.
     *
     * @param place share of the window, in [0, 2]; kept in steps of 2^-39
     * @param number of the prototype, at least 0 and below 2^22
     */
    static long of(double place, int number) {
        return (long) (place * STEPS) << NUMBER_BITS | number;
    }

    /** The place, at most a step less than it was. */
    static double place(long key) {
        return (key >>> NUMBER_BITS) / STEPS;
    }

    /** The number. */
    static int number(long key) {
        return (int) (key & NUMBER_MASK);
    }
}
