package dev.stowage.policy.admission;

import dev.stowage.policy.placement.TaskView;

/** Lets a task in or rejects it, once, at submit. One object serves one run. */
public interface AdmissionPolicy {
    /** True if the task may enter the queue. */
    boolean admits(TaskView task, DeclaredServers servers);

    /** True if it asks what users hold, which is kept only then. */
    default boolean asksForShares() {
        return false;
    }

    /** True if a task that does not start at once is turned away. */
    default boolean refusesToWait() {
        return false;
    }
}
