package dev.stowage.model;

/** How a task ended, as recorded in a trace; {@link #FINISHED} in a synthetic workload. */
public enum TaskOutcome {
    /** Completed by itself. */
    FINISHED,
    /** Ended by an error of its own. */
    FAILED,
    /** Ended by its user, or because a job it depends on died. */
    KILLED,
    /** Presumed ended; the record of its end is missing in the source. */
    LOST,
    /** Descheduled by the cluster and never submitted again. */
    EVICTED,
    /** Still running at the end of the trace. */
    RUNNING,
    /** Still waiting at the end of the trace. */
    PENDING;

    /** True if the trace saw the end of the task. */
    public boolean isTerminal() {
        return this != RUNNING && this != PENDING;
    }
}
