package dev.stowage.plan.bound;

/** What a lower bound may rely on about the queue: the stronger, the more components hold. */
public enum QueueOrder {
    /** Strict order of submit: nothing overtakes the head. */
    STRICT_FIFO("strict order of submit: every component holds"),
    /** Any order, but what has started runs to its end, and waits count from the submit. */
    RUNS_ONCE(
            "not strict order of submit: \"pooled-queue\", and what a quantile of the waits forces,"
                    + " do not hold and are left out"),
    /**
     * The same, where what tasks have, or how long they take, is more than the workload says: it
     * follows from what runs beside them.
     */
    CHANGING(
            "what tasks have or how long they take follows from what runs beside them: it is taken"
                    + " to be the least, and \"pooled-queue\", and what a quantile of the waits"
                    + " forces, are left out"),
    /** Strict order of priority, then submit; what has started runs to its end. */
    STRICT_PRIORITY(
            "strict order of priority, then of submit: \"pooled-queue\" holds of the highest"
                    + " priority, and \"priority-order\" of all"),
    /** The same, where a task may take the place of running ones of lower priority. */
    PREEMPTIVE_PRIORITY(
            "strict order of priority, then of submit, and tasks may be evicted by those of higher"
                    + " priority: \"priority-order\" holds, and of the highest priority all but"
                    + " the utilisation"),
    /** Any order, where a task may take the place of running ones of lower priority. */
    PREEMPTIVE(
            "tasks may be overtaken, and evicted by those of higher priority: only what the largest"
                    + " wait forces of the highest priority holds"),
    /** Tasks may be evicted, killed, held back or turned away. */
    ANY("tasks may be evicted, killed, held back or turned away: only \"largest-task\" holds");

    private final String reason;

    /** True if nothing overtakes a task of its priority or a higher one. */
    boolean isByPriority() {
        return this == STRICT_PRIORITY || this == PREEMPTIVE_PRIORITY;
    }

    /** True if only tasks of the highest priority surely run to their end. */
    boolean isPreemptive() {
        return this == PREEMPTIVE_PRIORITY || this == PREEMPTIVE;
    }

    QueueOrder(String reason) {
        this.reason = reason;
    }

    /** What it means for the bound, one clause. */
    public String reason() {
        return reason;
    }
}
