package dev.stowage.plan.bound;

import java.util.Arrays;

/** For how long a level was how high: levels in sixteenths of a server, rounded down. */
final class LevelProfile {
    private static final int BINS_PER_SERVER = 16;

    private final long capacity;
    private long[] micros = new long[256];
    private long peak;

    /** {@code capacity} of one server in the unit of the levels. */
    LevelProfile(long capacity) {
        this.capacity = capacity;
    }

    void add(long level, long durationMicros) {
        if (durationMicros <= 0) {
            return;
        }
        peak = Math.max(peak, level);
        int bin = (int) ((double) level / capacity * BINS_PER_SERVER);
        if (bin >= micros.length) {
            micros = Arrays.copyOf(micros, Math.max(bin + 1, 2 * micros.length));
        }
        micros[bin] += durationMicros;
    }

    /** Largest level that lasted. */
    long peak() {
        return peak;
    }

    /** Servers below which the level stayed for all but {@code allowedMicros}; rounded down. */
    double exceededFor(double allowedMicros) {
        double above = 0;
        for (int bin = micros.length - 1; bin > 0; bin--) {
            above += micros[bin];
            if (above > allowedMicros) {
                return (double) bin / BINS_PER_SERVER;
            }
        }
        return 0;
    }
}
