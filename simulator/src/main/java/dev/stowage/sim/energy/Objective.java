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

    /**
     * What a setting without a steady state comes to: more than any other. The 9,999,999 of
     * handong32/bayop is less than what settings far above the target come to.
     */
    static final double FAILED = 1e15;

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

    /**
     * Logarithm of the value where the target is met; of {@link #FAILED} without a steady state.
     */
    double logValue(double watts, double micros) {
        double failed = Math.log(FAILED);
        return switch (this) {
            case ENERGY -> Math.log(watts);
            case LATENCY -> Math.min(failed, Math.log(micros));
            case ENERGY_DELAY -> Math.min(failed, Math.log(watts * micros));
        };
    }

    /**
     * By how much the target is missed: the logarithm of the percentile over it, above 0 the share
     * {@code 1 - target / micros}, which goes on evenly and stays below 1. Latency as the objective
     * has no target.
     */
    double excess(double micros, LatencyTarget target) {
        double over = micros / target.micros();
        return this == LATENCY ? -1 : over <= 1 ? Math.log(over) : 1 - 1 / over;
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
