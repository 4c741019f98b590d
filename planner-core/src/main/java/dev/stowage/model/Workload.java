package dev.stowage.model;

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
     * Starts a new pass over the measured use of its tasks; empty if nothing was measured. The
     * measurements of a task need not cover its whole run.
     */
    default Optional<UsageSource> usage() {
        return Optional.empty();
    }
}
