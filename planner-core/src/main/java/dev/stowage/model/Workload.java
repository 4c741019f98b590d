package dev.stowage.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks over time: a trace, a synthetic workload or a user's CSV. Can be read any number of times.
 */
public interface Workload {
    /** What reports call it: the name of its file or model. */
    String name();

    /**
     * Starts a new pass; passes are independent of each other and always deliver the same tasks.
     */
    TaskSource open();

    /**
     * What its tasks may have besides times, CPU, memory, class and priority; empty if every batch
     * is plain ({@link TaskBatch#isPlain}).
     */
    default Set<TaskColumn> columns() {
        return Set.of();
    }

    /**
     * The same as a trace would have recorded it: with the tasks that never ran, which a replay
     * leaves out, pending and without a duration.
     */
    default Workload asRecorded() {
        return this;
    }

    /** True if a request of 0 stands for one that nobody knows. */
    default boolean isZeroUnknown() {
        return false;
    }

    /**
     * How many jobs were there before the first instant, which are those with the numbers from 1 to
     * this one; 0 if the workload does not tell them apart.
     */
    default long standingJobs() {
        return 0;
    }

    /** What a person should know about its tasks, one sentence each. */
    default List<String> notes() {
        return List.of();
    }

    /**
     * Starts a new pass over the measured use of its tasks; empty if nothing was measured. The
     * measurements of a task need not cover its whole run.
     */
    default Optional<UsageSource> usage() {
        return Optional.empty();
    }
}
