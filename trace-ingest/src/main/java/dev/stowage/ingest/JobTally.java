package dev.stowage.ingest;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.JobsOfTasks;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a workload that has no job table, as its tasks show them: submitted with their first
 * task; failed, killed or unfinished if a task of theirs is, and user-facing likewise; of the first
 * user that a task of theirs names. Some 40 bytes a job.
 */
final class JobTally {
    private static final int FIRST_CAPACITY = 1 << 10;

    private final JobNumbers jobs = new JobNumbers();
    private long[] submit = new long[FIRST_CAPACITY];
    private int[] tasks = new int[FIRST_CAPACITY];
    private boolean[] isUserFacing = new boolean[FIRST_CAPACITY];
    private TaskOutcome[] outcome = new TaskOutcome[FIRST_CAPACITY];
    private boolean[] isAlive = new boolean[FIRST_CAPACITY];
    private boolean[] isStanding = new boolean[FIRST_CAPACITY];
    private @Nullable String[] user = new String[FIRST_CAPACITY];

    /** Counts a task; tasks come in order of submit time. */
    void add(TaskRow task) {
        int job = add(task.jobId, task.submitMicros, task.outcome, task.taskClass);
        note(job, task.isEndCensored, task.isSubmitCensored);
        user[job] = user[job] == null ? task.user : user[job];
    }

    /** Counts a task; returns the number of its job. What else is known of it follows. */
    int add(long jobId, long submitMicros, TaskOutcome taskOutcome, TaskClass taskClass) {
        int before = jobs.size();
        int job = jobs.findOrAdd(jobId);
        if (job == before) {
            if (job == submit.length) {
                grow();
            }
            submit[job] = submitMicros;
            outcome[job] = taskOutcome;
        }
        tasks[job]++;
        outcome[job] = JobsOfTasks.together(outcome[job], taskOutcome);
        isUserFacing[job] |= taskClass == TaskClass.USER_FACING;
        return job;
    }

    /** A task of the job is alive at the end, or the job was there before the workload began. */
    void note(int job, boolean isTaskAlive, boolean isJobStanding) {
        isAlive[job] |= isTaskAlive;
        isStanding[job] |= isJobStanding;
    }

    private void grow() {
        int capacity = Math.addExact(submit.length, submit.length >> 1);
        submit = Arrays.copyOf(submit, capacity);
        tasks = Arrays.copyOf(tasks, capacity);
        isUserFacing = Arrays.copyOf(isUserFacing, capacity);
        outcome = Arrays.copyOf(outcome, capacity);
        isAlive = Arrays.copyOf(isAlive, capacity);
        isStanding = Arrays.copyOf(isStanding, capacity);
        user = Arrays.copyOf(user, capacity);
    }

    /** Writes {@code jobs.parquet} and returns its number of rows. */
    long write(Path directory) {
        JobRow row = new JobRow();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : StableOrder.of(submit, jobs.size())) {
                row.jobId = jobs.id(job);
                row.submitMicros = submit[job];
                row.scheduleMicros = ABSENT;
                row.endMicros = ABSENT;
                row.outcome = outcome[job];
                row.jobClass = isUserFacing[job] ? TaskClass.USER_FACING : TaskClass.BATCH;
                row.user = user[job];
                row.tasks = tasks[job];
                row.isEndCensored = isAlive[job];
                row.isSubmitCensored = isStanding[job];
                row.isScheduleCensored = isStanding[job];
                row.writeTo(file);
            }
            return file.rows();
        }
    }
}
