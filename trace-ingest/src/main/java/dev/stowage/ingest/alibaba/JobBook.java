package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The jobs of a trace. What a job did is what its tasks did. Some 60 bytes a job. */
final class JobBook {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** From the outcome that a job has only if all of its tasks have it. */
    private static final List<TaskOutcome> BY_WEIGHT =
            List.of(
                    TaskOutcome.FINISHED,
                    TaskOutcome.EVICTED,
                    TaskOutcome.LOST,
                    TaskOutcome.KILLED,
                    TaskOutcome.FAILED,
                    TaskOutcome.PENDING,
                    TaskOutcome.RUNNING);

    private final KeyIndex jobs = new KeyIndex();
    private int[] tasks = new int[FIRST_CAPACITY];
    private long[] submit = new long[FIRST_CAPACITY];
    private long[] schedule = new long[FIRST_CAPACITY];
    private long[] end = new long[FIRST_CAPACITY];
    private byte[] outcome = new byte[FIRST_CAPACITY];
    private boolean[] isUserFacing = new boolean[FIRST_CAPACITY];
    private boolean[] isSubmitCensored = new boolean[FIRST_CAPACITY];
    private boolean[] isScheduleCensored = new boolean[FIRST_CAPACITY];

    /** The place of the job of that ID, from 0 in order of first appearance. */
    int findOrAdd(long id) {
        int known = jobs.size();
        int job = jobs.findOrAdd(id, 0);
        if (job == known) {
            begin(job);
        }
        return job;
    }

    private void begin(int job) {
        if (job == tasks.length) {
            int capacity = Math.addExact(job, job >> 1);
            tasks = Arrays.copyOf(tasks, capacity);
            submit = Arrays.copyOf(submit, capacity);
            schedule = Arrays.copyOf(schedule, capacity);
            end = Arrays.copyOf(end, capacity);
            outcome = Arrays.copyOf(outcome, capacity);
            isUserFacing = Arrays.copyOf(isUserFacing, capacity);
            isSubmitCensored = Arrays.copyOf(isSubmitCensored, capacity);
            isScheduleCensored = Arrays.copyOf(isScheduleCensored, capacity);
        }
        submit[job] = Long.MAX_VALUE;
        schedule[job] = ABSENT;
        end[job] = ABSENT;
    }

    /** The ID of a job. */
    long id(int job) {
        return jobs.job(job);
    }

    /**
     * Gives a job so many more tasks and returns the index of the first of them.
     *
     * @throws InputException if they are too many for an index
     */
    int addTasks(int job, int count) {
        int first = tasks[job];
        if (count > Integer.MAX_VALUE - first) {
            throw InputException.at(
                    "job " + id(job),
                    (long) first + count + " tasks in one job",
                    "at most " + Integer.MAX_VALUE,
                    "Look for rows of it with far too many instances.");
        }
        tasks[job] += count;
        return first;
    }

    /** Takes into account what some tasks of a job did. */
    void add(int job, TaskRow task) {
        if (task.submitMicros < submit[job]) {
            submit[job] = task.submitMicros;
            isSubmitCensored[job] = false;
        }
        if (task.submitMicros == submit[job]) {
            isSubmitCensored[job] |= task.isSubmitCensored;
        }
        long scheduled = task.scheduleMicros;
        if (scheduled != ABSENT && (schedule[job] == ABSENT || scheduled < schedule[job])) {
            schedule[job] = scheduled;
            isScheduleCensored[job] = false;
        }
        if (scheduled != ABSENT && scheduled == schedule[job]) {
            isScheduleCensored[job] |= task.isScheduleCensored;
        }
        end[job] = Math.max(end[job], task.endMicros); // absent is the smallest number
        int weight = BY_WEIGHT.indexOf(task.outcome);
        outcome[job] = (byte) Math.max(outcome[job], weight);
        isUserFacing[job] |= task.taskClass == TaskClass.USER_FACING;
    }

    /** Writes {@code jobs.parquet}: all jobs that have tasks; returns its number of rows. */
    long write(Path directory, LongFunction<@Nullable String> names) {
        JobRow row = new JobRow();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            for (int job : StableOrder.of(submit, jobs.size())) {
                if (submit[job] == Long.MAX_VALUE) {
                    continue; // all of its rows were replaced by rows of another table
                }
                row.jobId = id(job);
                row.name = names.apply(row.jobId);
                row.tasks = tasks[job];
                row.submitMicros = submit[job];
                row.scheduleMicros = schedule[job];
                row.outcome = BY_WEIGHT.get(outcome[job]);
                row.isEndCensored = Statuses.isAlive(row.outcome);
                row.endMicros = row.isEndCensored ? ABSENT : end[job];
                row.jobClass = isUserFacing[job] ? TaskClass.USER_FACING : TaskClass.BATCH;
                row.isSubmitCensored = isSubmitCensored[job];
                row.isScheduleCensored = isScheduleCensored[job];
                row.writeTo(file);
            }
            return file.rows();
        }
    }
}
