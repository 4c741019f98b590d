package dev.stowage.policy.admission;

import dev.stowage.policy.placement.TaskView;

/**
 * What servers a run declares, up or down, each at the largest capacity that it ever has in the
 * run.
 */
public interface DeclaredServers {
    /**
     * True if some declared server could hold the task when empty. O(number of distinct capacities)
     * at most.
     */
    boolean couldHold(TaskView task);
}
