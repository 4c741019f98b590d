package dev.stowage.run;

/**
 * Where a run says what became of each task: one call for each submitted task, when it is rejected
 * or ends, and at the end of the run for those that still run or wait. Called on the thread of the
 * simulation, in order of time.
 *
 * <p>Hot: primitive arguments, because there are millions of calls; an implementation must not keep
 * the simulation waiting.
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
     * What else is known of the task that the next call of {@link #task} is about.
     *
     * @param userId who submitted it, or {@link #NONE}
     * @param taskClass ordinal of its {@link dev.stowage.model.TaskClass}
     * @param priority larger is more important
     * @param durationMicros how long the workload says that it runs, or {@link #NONE}
     */
    default void about(int userId, int taskClass, int priority, long durationMicros) {}

    /**
     * One task.
     *
     * @param fate what became of it
     * @param jobId its job
     * @param taskIndex its number within the job
     * @param submitMicros when it was submitted, microseconds on the workload's clock
     * @param firstStartMicros when it was first started, or {@link #NONE}
     * @param lastStartMicros when the attempt began that ended or still runs (later than the first
     *     start if it was evicted in between), or {@link #NONE} if it was rejected or waits
     * @param endMicros when it finished, was killed or rejected, or {@link #NONE} if it still runs
     *     or waits
     * @param server the server of that attempt, or {@link #NONE}
     * @param evictions how often a machine that went down or shrank put it back into the queue
     */
    void task(
            Fate fate,
            long jobId,
            int taskIndex,
            long submitMicros,
            long firstStartMicros,
            long lastStartMicros,
            long endMicros,
            int server,
            int evictions);
}
