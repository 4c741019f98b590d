package dev.stowage.sim.metrics;

/** Why a task was not let in. */
public enum Rejection {
    /** No server could ever hold it. */
    CAPACITY,
    /** Its user would hold more than a share. */
    QUOTA,
    /** It would have had to wait and the queue was full. */
    QUEUE_FULL
}
