package dev.stowage.workload;

import java.util.Locale;

/** What a fit makes of durations that an edge of the trace cut off. */
public enum Censoring {
    /** They are left out, as in the thesis, and the Kaplan-Meier estimate stands beside the fit. */
    NAIVE,
    /** The fit is to the Kaplan-Meier estimate, which they are part of. */
    KAPLAN_MEIER;

    /** As spelled on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
