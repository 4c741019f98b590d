package dev.stowage.policy.node;

/**
 * Decides who gets what of a server. Has no clock and no I/O: it is told what was measured and
 * changes the {@link Allocation}. One instance serves one run.
 */
public interface NodeManager {
    /** Seconds between two decisions. */
    double INTERVAL_SECONDS = 0.5;

    /** Divides the server before the first interval; everything is in the pool. */
    void start(NodeSetup setup, Allocation allocation);

    /** Reacts to the interval that has passed. */
    void decide(NodeObservation seen, Allocation allocation);
}
