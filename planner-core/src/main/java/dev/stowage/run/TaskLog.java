package dev.stowage.run;

/**
 * Where a run says what became of each task: one call for each submitted task, when it is rejected
 * or ends, and at the end of the run for those that still run or wait. Called on the thread of the
 * simulation, in order of time.
 *
 * <p>Hot: one entry that is used again, because there are millions of calls; an implementation must
 * not keep the simulation waiting.
 */
public interface TaskLog {
    /** No time, no server. */
    long NONE = -1;

    /** What became of a task. */
    enum Fate {
        /** Refused by admission. */
        REJECTED,
        /** Ended by itself. */
        FINISHED,
        /** Ended as recorded by a kill, a failure or a loss. */
        KILLED,
        /** Still placed at the end of the run. */
        RUNNING,
        /** Still queued at the end of the run. */
        PENDING
    }

    /**
     * One task.
     *
     * @param entry what became of it; valid during the call
     */
    void task(TaskEntry entry);
}
