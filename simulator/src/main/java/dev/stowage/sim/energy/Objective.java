package dev.stowage.sim.energy;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is to be small. Source: equation 4 and appendix A of the paper. */
public enum Objective {
    /** Power, times the microseconds above the target. */
    ENERGY,
    /** The bounded percentile alone. */
    LATENCY,
    /** Power times the bounded percentile, times the microseconds above the target. */
    ENERGY_DELAY;

    /** What a failed trial comes to. Source: handong32/bayop. */
    static final double FAILED = 9_999_999;

    /** The value of watts and a percentile. */
    double of(double watts, double micros, LatencyTarget target) {
        if (!Double.isFinite(micros)) {
            return FAILED;
        }
        double penalty = Math.max(micros - target.micros() + 1, 1);
        return switch (this) {
            case ENERGY -> watts * penalty;
            case LATENCY -> micros;
            case ENERGY_DELAY -> watts * micros * penalty;
        };
    }

    /** As on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All spellings. */
    public static List<String> spellings() {
        return Arrays.stream(values()).map(Objective::spelling).toList();
    }
}
