package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@link CanonicalTable#TASKS}, to be filled and written again and again; the columns
 * mean what that table says.
 *
 * <p>Hot: public fields, so that millions of rows are written without an object each.
 */
public final class TaskRow {
    /** A {@link #missingInfo}: the row is one of several that a row of the source stands for. */
    public static final int EXPANDED = 3;

    public long jobId;
    public int taskIndex;
    public long submitMicros;
    public long scheduleMicros = ABSENT;
    public long endMicros = ABSENT;
    public long durationMicros = ABSENT;
    public TaskOutcome outcome = TaskOutcome.FINISHED;
    public TaskClass taskClass = TaskClass.BATCH;
    public int schedulingClass = ABSENT_INT;
    public int priority;
    public long cpuMicroCores = ABSENT;
    public long memoryBytes = ABSENT;
    public long diskBytes = ABSENT;
    public long machineId = ABSENT;
    public int attempts;
    public int evictions;
    public int failures;
    public int kills;
    public boolean isSubmitCensored;
    public boolean isScheduleCensored;
    public boolean isEndCensored;
    public int missingInfo = ABSENT_INT;

    /** 0, 1 or {@link CanonicalTable#ABSENT_INT}. */
    public int differentMachines = ABSENT_INT;

    public @Nullable String user;
    public long gpuMicros = ABSENT;
    public long networkBitsPerSecond = ABSENT;
    public @Nullable String constraints;
    public int stage = ABSENT_INT;
    public @Nullable String afterStages;
    public long cpuUsedMicroCores = ABSENT;
    public long memoryUsedBytes = ABSENT;

    private final Set<TaskColumn> extras;

    /** A row without extra columns. */
    public TaskRow() {
        this(Set.of());
    }

    /** A row of a file that was created with these extra columns. */
    public TaskRow(Set<TaskColumn> extras) {
        this.extras = extras;
    }

    /** Writes the row to a file of {@link CanonicalTable#TASKS}. */
    public void writeTo(ColumnFileWriter file) {
        file.putLong(jobId);
        file.putInt(taskIndex);
        file.putLong(submitMicros);
        file.putLongOrNull(scheduleMicros, ABSENT);
        file.putLongOrNull(endMicros, ABSENT);
        file.putLongOrNull(durationMicros, ABSENT);
        file.putString(Words.of(outcome));
        file.putString(Words.of(taskClass));
        file.putIntOrNull(schedulingClass, ABSENT_INT);
        file.putInt(priority);
        file.putLongOrNull(cpuMicroCores, ABSENT);
        file.putLongOrNull(memoryBytes, ABSENT);
        file.putLongOrNull(diskBytes, ABSENT);
        file.putLongOrNull(machineId, ABSENT);
        file.putInt(attempts);
        file.putInt(evictions);
        file.putInt(failures);
        file.putInt(kills);
        file.putBoolean(isSubmitCensored);
        file.putBoolean(isScheduleCensored);
        file.putBoolean(isEndCensored);
        file.putIntOrNull(missingInfo, ABSENT_INT);
        if (differentMachines == ABSENT_INT) {
            file.putNull();
        } else {
            file.putBoolean(differentMachines == 1);
        }
        if (!extras.isEmpty()) {
            writeExtras(file);
        }
        file.endRow();
    }

    private void writeExtras(ColumnFileWriter file) {
        if (extras.contains(TaskColumn.USER)) {
            Words.put(file, user);
        }
        if (extras.contains(TaskColumn.GPU)) {
            file.putLongOrNull(gpuMicros, ABSENT);
        }
        if (extras.contains(TaskColumn.NETWORK)) {
            file.putLongOrNull(networkBitsPerSecond, ABSENT);
        }
        if (extras.contains(TaskColumn.CONSTRAINTS)) {
            Words.put(file, constraints);
        }
        if (extras.contains(TaskColumn.STAGES)) {
            file.putIntOrNull(stage, ABSENT_INT);
            Words.put(file, afterStages);
        }
        if (extras.contains(TaskColumn.USAGE)) {
            file.putLongOrNull(cpuUsedMicroCores, ABSENT);
            file.putLongOrNull(memoryUsedBytes, ABSENT);
        }
    }
}
