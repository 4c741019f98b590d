package dev.stowage.ingest.lifecycle;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a source without a job table, as their tasks show them: submitted with the first
 * task, scheduled with the first one that is, ended with the last one if all have ended, failed if
 * one has, user-facing if one is. An object a job.
 */
public final class JobsOfTasks {
    private final KeyIndex numbers = new KeyIndex();
    private final List<JobRow> jobs = new ArrayList<>();

    /**
     * Counts a task.
     *
     * @param name name of its job; the first task's counts, as for {@code logicalName}
     */
    public void add(TaskRow task, @Nullable String name, @Nullable String logicalName) {
        int known = jobs.size();
        int number = numbers.findOrAdd(task.jobId, 0);
        if (number == known) {
            jobs.add(first(task, name, logicalName));
            return;
        }
        JobRow job = jobs.get(number);
        if (task.submitMicros < job.submitMicros) {
            job.submitMicros = task.submitMicros;
            job.isSubmitCensored = task.isSubmitCensored;
        }
        if (task.scheduleMicros != ABSENT
                && (job.scheduleMicros == ABSENT || task.scheduleMicros < job.scheduleMicros)) {
            job.scheduleMicros = task.scheduleMicros;
            job.isScheduleCensored = task.isScheduleCensored;
        }
        job.isEndCensored |= task.isEndCensored;
        boolean isEnded = job.endMicros != ABSENT && task.endMicros != ABSENT;
        job.endMicros = isEnded ? Math.max(job.endMicros, task.endMicros) : ABSENT;
        job.outcome = together(job.outcome, task.outcome);
        if (task.taskClass == TaskClass.USER_FACING) {
            job.jobClass = TaskClass.USER_FACING;
        }
        job.user = job.user == null ? task.user : job.user;
        job.tasks++;
    }

    private static JobRow first(TaskRow task, @Nullable String name, @Nullable String logicalName) {
        JobRow job = new JobRow();
        job.jobId = task.jobId;
        job.submitMicros = task.submitMicros;
        job.scheduleMicros = task.scheduleMicros;
        job.endMicros = task.endMicros;
        job.outcome = task.outcome;
        job.jobClass = task.taskClass;
        job.schedulingClass = task.schedulingClass;
        job.user = task.user;
        job.name = name;
        job.logicalName = logicalName;
        job.tasks = 1;
        job.isSubmitCensored = task.isSubmitCensored;
        job.isScheduleCensored = task.isScheduleCensored;
        job.isEndCensored = task.isEndCensored;
        return job;
    }

    /** What a job came to, of whose tasks two came to these. */
    public static TaskOutcome together(TaskOutcome one, TaskOutcome other) {
        return rank(other) > rank(one) ? other : one;
    }

    /** Which outcome of a task is that of its job: the one of the largest rank. */
    private static int rank(TaskOutcome outcome) {
        return switch (outcome) {
            case FINISHED -> 0;
            case LOST -> 1;
            case EVICTED -> 2;
            case KILLED -> 3;
            case FAILED -> 4;
            case PENDING -> 5;
            case RUNNING -> 6;
        };
    }

    /** Writes {@code jobs.parquet} and returns its number of rows. */
    public long write(Path directory) {
        long[] submit = jobs.stream().mapToLong(job -> job.submitMicros).toArray();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : StableOrder.of(submit, submit.length)) {
                jobs.get(job).writeTo(file);
            }
            return file.rows();
        }
    }
}
