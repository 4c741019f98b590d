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

    /**
     * Dominant share of the declared capacity that the task's user would hold in queued and running
     * tasks with this one among them; 0 if the policy did not say that it asks.
     */
    default double shareWith(TaskView task) {
        return 0;
    }
}
