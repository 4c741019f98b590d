package dev.stowage.model;

/**
 * A machine, or a group of them, that fails and is repaired for ever: up for a time to failure,
 * down for a time to repair, each drawn anew (an alternating renewal process).
 *
 * @param timeToFailure from the start of the clock or the last repair to the next failure
 * @param timeToRepair from a failure to its repair
 */
public record FailureModel(Lifetime timeToFailure, Lifetime timeToRepair) {
    /** Share of the time that it is up in the long run: MTTF / (MTTF + MTTR). */
    public double availability() {
        double up = timeToFailure.meanSeconds();
        return up / (up + timeToRepair.meanSeconds());
    }
}
