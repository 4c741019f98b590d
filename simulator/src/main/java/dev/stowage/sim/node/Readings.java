package dev.stowage.sim.node;

import dev.stowage.policy.node.Allocation;

/** How long the requests of an interval took, service by service. */
interface Readings {
    /** Takes the next interval, whose loads and allocation are evaluated. */
    void advance(double seconds, Allocation allocation, NodePerformance node);

    /** The percentile that was read, over the target. */
    double latencyOverTarget(int service);

    /** How often there were too few requests for a percentile. */
    long pooledReadings();
}
