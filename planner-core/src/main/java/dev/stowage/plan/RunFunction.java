package dev.stowage.plan;

import dev.stowage.run.RunSummary;

/**
 * One simulation of the workload on a number of servers. The replication fixes every random draw,
 * whatever the number of servers (common random numbers). Must be thread-safe and deterministic.
 */
@FunctionalInterface
public interface RunFunction {
    /**
     * Runs the workload.
     *
     * @param servers at least 1
     * @param replication from 0
     */
    RunSummary run(int servers, int replication);

    /**
     * True if somebody else makes this run at this moment, so that others are better made first.
     */
    default boolean isUnderWay(int servers, int replication) {
        return false;
    }
}
