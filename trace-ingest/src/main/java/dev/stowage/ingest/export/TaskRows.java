package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.io.Closeable;

/** The tasks of a trace, one after another in the same {@link TaskRow}. */
final class TaskRows implements Closeable {
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private final TableRows rows;
    private final int[] at = new int[CanonicalTable.TASKS.columns().size()];
    private final TaskRow task = new TaskRow();

    TaskRows(CanonicalTrace trace) {
        rows = TableRows.openAll(trace.path(), CanonicalTable.TASKS);
        for (int i = 0; i < at.length; i++) {
            at[i] = rows.column(CanonicalTable.TASKS.columns().get(i).name());
        }
    }

    /** True if the file has the column. */
    boolean has(String column) {
        return rows.column(column) >= 0;
    }

    long size() {
        return rows.size();
    }

    /** The current task, filled anew by {@link #next}. */
    TaskRow task() {
        return task;
    }

    /** Moves to the next task; false if there is none. */
    boolean next() {
        if (!rows.next()) {
            return false;
        }
        int i = 0; // in the order of the columns of CanonicalTable.TASKS
        task.jobId = value(i++);
        task.taskIndex = (int) value(i++);
        task.submitMicros = value(i++);
        task.scheduleMicros = value(i++);
        task.endMicros = value(i++);
        task.durationMicros = value(i++);
        task.outcome = OUTCOMES[(int) value(i++)];
        task.taskClass = CLASSES[(int) value(i++)];
        task.schedulingClass = intOf(value(i++));
        task.priority = (int) value(i++);
        task.cpuMicroCores = value(i++);
        task.memoryBytes = value(i++);
        task.diskBytes = value(i++);
        task.machineId = value(i++);
        task.attempts = (int) value(i++);
        task.evictions = (int) value(i++);
        task.failures = (int) value(i++);
        task.kills = (int) value(i++);
        task.isSubmitCensored = value(i++) == 1;
        task.isScheduleCensored = value(i++) == 1;
        task.isEndCensored = value(i++) == 1;
        task.missingInfo = intOf(value(i++));
        task.differentMachines = intOf(value(i++));
        task.user = rows.text(at[i++]);
        task.gpuMicros = value(i++);
        task.networkBitsPerSecond = value(i++);
        task.constraints = rows.text(at[i++]);
        task.stage = intOf(value(i++));
        task.afterStages = rows.text(at[i++]);
        task.cpuUsedMicroCores = value(i++);
        task.memoryUsedBytes = value(i);
        return true;
    }

    private long value(int column) {
        return rows.value(at[column]);
    }

    private static int intOf(long value) {
        return value == ABSENT ? ABSENT_INT : (int) value;
    }

    @Override
    public void close() {
        rows.close();
    }
}
