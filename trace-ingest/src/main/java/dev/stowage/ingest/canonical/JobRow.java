package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import org.jspecify.annotations.Nullable;

/** One row of {@link CanonicalTable#JOBS}, to be filled and written again and again. */
public final class JobRow {
    public long jobId;
    public long submitMicros;
    public long scheduleMicros = ABSENT;
    public long endMicros = ABSENT;
    public TaskOutcome outcome = TaskOutcome.FINISHED;
    public TaskClass jobClass = TaskClass.BATCH;
    public int schedulingClass = ABSENT_INT;
    public @Nullable String user;
    public @Nullable String name;
    public @Nullable String logicalName;
    public int tasks;
    public boolean isSubmitCensored;
    public boolean isScheduleCensored;
    public boolean isEndCensored;
    public int resubmissions;

    /** Writes the row to a file of {@link CanonicalTable#JOBS}. */
    public void writeTo(ColumnFileWriter file) {
        file.putLong(jobId);
        file.putLong(submitMicros);
        file.putLongOrNull(scheduleMicros, ABSENT);
        file.putLongOrNull(endMicros, ABSENT);
        file.putString(Words.of(outcome));
        file.putString(Words.of(jobClass));
        file.putIntOrNull(schedulingClass, ABSENT_INT);
        Words.put(file, user);
        Words.put(file, name);
        Words.put(file, logicalName);
        file.putInt(tasks);
        file.putBoolean(isSubmitCensored);
        file.putBoolean(isScheduleCensored);
        file.putBoolean(isEndCensored);
        file.putInt(resubmissions);
        file.endRow();
    }
}
