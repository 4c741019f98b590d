package dev.stowage.ingest.export;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;

/**
 * What must be known of all tasks before the first is written.
 *
 * @param isRowTheJob every task that has a duration is the only one of a job that is numbered by
 *     its row
 * @param isRowTheIndex every task that has a duration is numbered by its row within its job
 * @param isFirstOfJob every task is number 0 of its job
 * @param withoutDuration tasks that have none
 * @param withDisk tasks that ask for disk
 * @param userFacing tasks of that class
 * @param tasks all of them
 */
record TaskShape(
        boolean isRowTheJob,
        boolean isRowTheIndex,
        boolean isFirstOfJob,
        long withoutDuration,
        long withDisk,
        long userFacing,
        long tasks) {

    /**
     * Looks at some columns of all tasks.
     *
     * @throws InputException if the trace has no tasks
     */
    static TaskShape of(CanonicalTrace trace) {
        requireTasks(trace);
        boolean isRowTheJob = true;
        boolean isRowTheIndex = true;
        boolean isFirstOfJob = true;
        long withoutDuration = 0;
        long withDisk = 0;
        long userFacing = 0;
        try (TableRows rows =
                TableRows.open(
                        trace.path(),
                        CanonicalTable.TASKS,
                        "job_id",
                        "task_index",
                        "duration_micros",
                        "disk_bytes",
                        "class")) {
            for (long row = 0; rows.next(); ) {
                isFirstOfJob &= rows.value(1) == 0;
                withDisk += rows.value(3) > 0 ? 1 : 0;
                userFacing += rows.value(4);
                if (rows.value(2) == CanonicalTable.ABSENT) {
                    withoutDuration++;
                    continue;
                }
                isRowTheJob &= rows.value(0) == row && rows.value(1) == 0;
                isRowTheIndex &= rows.value(1) == row;
                row++;
            }
            return new TaskShape(
                    isRowTheJob,
                    isRowTheIndex,
                    isFirstOfJob,
                    withoutDuration,
                    withDisk,
                    userFacing,
                    rows.size());
        }
    }

    /** Refuses a trace without tasks. */
    static void requireTasks(CanonicalTrace trace) {
        if (!trace.has(CanonicalTable.TASKS)) {
            String tables = String.join(", ", trace.manifest().tables().keySet());
            throw InputException.of(
                    trace.path(),
                    "a trace with the tables " + tables,
                    "one with tasks",
                    "Ingest the source files of that table too.");
        }
    }
}
