package dev.stowage.workload.demand;

import java.util.Locale;

/**
 * How the demand of a service changes.
 *
 * <p>Source: Sfakianakis, PhD thesis, University of Crete, 2023, section 5.2.
 */
public enum DemandShape {
    /** Rises by steps until half of the time, then falls. */
    GRADUAL,
    /** Rises from the base and falls back to it, in turn. */
    OSCILLATING,
    /** Rises or falls, as it happens. */
    RANDOM;

    /** As the command line spells it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
