package dev.stowage.policy.placement;

import dev.stowage.model.TaskClass;

/** The task that is to be placed, read-only. Valid only during the call that it is passed to. */
public interface TaskView {
    /** CPU request in millionths of a core. */
    long cpuMicroCores();

    /** Memory request in bytes. */
    long memoryBytes();

    /** Priority, larger is more important. */
    int priority();

    TaskClass taskClass();

    long jobId();
}
