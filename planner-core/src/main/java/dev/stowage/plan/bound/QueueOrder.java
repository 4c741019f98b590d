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
    /** Tasks may be evicted, killed, held back or turned away. */
    ANY("tasks may be evicted, killed, held back or turned away: only \"largest-task\" holds");

    private final String reason;

    QueueOrder(String reason) {
        this.reason = reason;
    }

    /** What it means for the bound, one clause. */
    public String reason() {
        return reason;
    }
}
