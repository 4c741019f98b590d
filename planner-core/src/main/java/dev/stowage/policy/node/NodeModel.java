package dev.stowage.policy.node;

/** What the simulator knows of the coming interval and no real manager does. */
public interface NodeModel {
    /** Requests of a service, as a share of its largest load. */
    double load(int service);

    /**
     * Latency over target that a service would have in the steady state of that load, without
     * noise; 1,000 and its utilisation where it has none.
     */
    double latencyOverTarget(int service, Allocation allocation);
}
