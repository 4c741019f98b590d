package dev.stowage.sim.metrics;

import dev.stowage.basis.PlainState;

/**
 * A level over time, an integer of at least 0: its exact integral in 128 bits, its peak, and the
 * integral since it was last taken (for the rows of a series).
 *
 * <p>Only levels that lasted count: what changes back within one instant leaves no trace. Hot: a
 * level that does not change costs one comparison.
 */
public final class TimeWeighted implements PlainState {
    private static final double TWO_TO_64 = 0x1p64;

    private long level;
    private long sinceMicros;
    private long peak;
    private long high;
    private long low;

    /** Level 0 from {@code startMicros} on. */
    public TimeWeighted(long startMicros) {
        sinceMicros = startMicros;
    }

    /** The level is {@code newLevel} from {@code atMicros} on; times must not go back. */
    public void set(long atMicros, long newLevel) {
        if (newLevel != level) {
            accumulate(atMicros);
            level = newLevel;
        }
    }

    private void accumulate(long toMicros) {
        long length = toMicros - sinceMicros;
        if (length <= 0) {
            return;
        }
        if (level > peak) {
            peak = level;
        }
        long product = level * length;
        low += product;
        high += Math.multiplyHigh(level, length);
        if (Long.compareUnsigned(low, product) < 0) {
            high++;
        }
        sinceMicros = toMicros;
    }

    /** The level now. */
    public long level() {
        return level;
    }

    /** The integral from the start to {@code toMicros}, level times microseconds. */
    public double integral(long toMicros) {
        accumulate(toMicros);
        return value(high, low);
    }

    /**
     * The integral since the last call with the same marks (or the start), level times
     * microseconds.
     *
     * @param marks where the caller keeps what it has taken: two places from {@code at} on, 0 at
     *     first
     */
    public double take(long toMicros, long[] marks, int at) {
        accumulate(toMicros);
        long takenHigh = marks[at];
        long takenLow = marks[at + 1];
        long lowDifference = low - takenLow;
        long highDifference = high - takenHigh - (Long.compareUnsigned(low, takenLow) < 0 ? 1 : 0);
        marks[at] = high;
        marks[at + 1] = low;
        return value(highDifference, lowDifference);
    }

    private static double value(long high, long low) {
        double unsignedLow = low >= 0 ? (double) low : (double) low + TWO_TO_64;
        return high == 0 ? unsignedLow : high * TWO_TO_64 + unsignedLow;
    }

    /** The largest level that lasted until {@code toMicros}. */
    public long peak(long toMicros) {
        accumulate(toMicros);
        return peak;
    }
}
