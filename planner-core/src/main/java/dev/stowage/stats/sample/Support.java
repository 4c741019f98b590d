package dev.stowage.stats.sample;

/**
 * Where the values of a parameter can lie, and of what kind they are.
 *
 * @param low smallest possible value; minus infinity if there is none
 * @param high largest possible value; plus infinity if there is none
 * @param kind what the values are
 */
public record Support(double low, double high, Kind kind) {
    /** What the values are. */
    public enum Kind {
        /** A magnitude that may span decades: a duration, a request. */
        MAGNITUDE,
        /** A position on an axis: a time stamp. Never on a logarithmic axis. */
        POSITION,
        /** A whole number that counts something, and may span decades. */
        COUNT,
        /** A whole number that names a level; values in between mean nothing. */
        LEVEL
    }

    public Support {
        if (!(low < high)) {
            throw new IllegalArgumentException(
                    "low = " + low + ", expected a number below high = " + high);
        }
    }

    /** True if only whole numbers are possible. */
    public boolean isWhole() {
        return kind == Kind.COUNT || kind == Kind.LEVEL;
    }
}
