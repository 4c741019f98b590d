package dev.stowage.workflow.tune;

import dev.stowage.sim.energy.EnergyManager;

/**
 * What a manager chooses among, in words: "best" and "infeasible" are of that and of Linux.
 *
 * @param one as in "some frequency"
 * @param all as in "all frequencies"
 * @param beside what the other knob has meanwhile; empty if both are set
 */
public record TuneScope(String one, String all, String beside) {
    /** That of a manager. */
    public static TuneScope of(EnergyManager manager) {
        return switch (manager) {
            case DVFS_ONLY ->
                    new TuneScope("frequency", "frequencies", "with the delays of the driver");
            case ITR_ONLY -> new TuneScope("delay", "delays", "with the frequencies of Linux");
            default -> new TuneScope("setting", "pairs of delay and frequency", "");
        };
    }

    /** As in "No frequency, with the delays of the driver, meets". */
    public String one(String before) {
        return before + " " + one + (beside.isEmpty() ? "" : ", " + beside + ",");
    }

    /** As in "of all frequencies (with the delays of the driver)". */
    public String of() {
        return all + (beside.isEmpty() ? "" : " (" + beside + ")");
    }
}
