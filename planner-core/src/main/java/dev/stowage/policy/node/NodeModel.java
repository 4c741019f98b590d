package dev.stowage.policy.node;

/** What the simulator knows of the present interval and no real manager does. */
public interface NodeModel {
    /** Latency over target that a service would have in the steady state, without noise. */
    double latencyOverTarget(int service, Allocation allocation);
}
