package dev.stowage.workload.synthesis;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A window cut into blocks of a day, or of less where it is short.
 *
 * @param seconds length of a block, s
 * @param whole blocks that lie in the window as a whole
 * @param all blocks that cover it
 */
record WindowBlocks(double seconds, int whole, int all) {
    private static final double[] LENGTHS = {86_400, 21_600, 3_600, 600, 60};
    private static final int FEWEST = 4;
    private static final int WEEK = 7;

    /**
     * The longest blocks of which a window has at least four; empty if it is too short for that.
     */
    static Optional<WindowBlocks> of(double window) {
        for (double length : LENGTHS) {
            int whole = (int) Math.floor(window / length + 1e-6);
            if (whole >= FEWEST) {
                return Optional.of(
                        new WindowBlocks(length, whole, (int) Math.ceil(window / length - 1e-6)));
            }
        }
        return Optional.empty();
    }

    /** The block that a time lies in; -1 if it is no whole one. */
    int at(double windowSeconds) {
        int block = (int) (windowSeconds / seconds);
        return block < whole ? block : -1;
    }

    /**
     * Which recorded block stands at each place, from {@code lead} places before the window to one
     * behind it: runs of blocks in their order, from random places on and around the end, of random
     * lengths whose mean is the root of the number of blocks (a stationary bootstrap). Every block
     * comes equally often. Days keep their time of day, and, of four weeks or more, their day of
     * the week. Source: Politis, Romano, "The stationary bootstrap", JASA 89(428), 1994.
     */
    int[] resampled(int lead, RandomGenerator random) {
        boolean hasWeeks = seconds == LENGTHS[0] && whole >= 4 * WEEK;
        double mean = Math.sqrt(whole);
        int[] source = new int[lead + all + 1];
        for (int i = 0; i < source.length; i++) {
            int day = Math.floorMod(i - lead, WEEK);
            if (i == 0 || random.nextDouble() < 1 / mean) {
                source[i] = start(hasWeeks ? day : -1, random);
            } else if (source[i - 1] + 1 < whole) {
                source[i] = source[i - 1] + 1;
            } else {
                source[i] = hasWeeks ? day : 0;
            }
        }
        return source;
    }

    private int start(int dayOfWeek, RandomGenerator random) {
        if (dayOfWeek < 0) {
            return random.nextInt(whole);
        }
        int choices = (whole - 1 - dayOfWeek) / WEEK + 1;
        return dayOfWeek + WEEK * random.nextInt(choices);
    }
}
