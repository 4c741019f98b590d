package dev.stowage.ingest.trace;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.parquet.RowBlock;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a workload that has no job table, as its tasks show them: submitted with their first
 * task; failed, killed or unfinished if a task of theirs is, and user-facing likewise; of the first
 * user that a task of theirs names. Some 30 bytes a job, more if there are users.
 *
 * <p>Hot: a look-up a task, and a generated workload may have a job for every three tasks, which
 * are written column by column. Guarded by {@code bench/synth/run}.
 */
final class JobTally {
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int BLOCK_ROWS = 1 << 12;

    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static final byte USER_FACING = (byte) TaskClass.USER_FACING.ordinal();

    @SuppressWarnings("EnumOrdinal")
    private static final byte BATCH = (byte) TaskClass.BATCH.ordinal();

    private final JobNumbers jobs = new JobNumbers();
    private long[] submit = new long[FIRST_CAPACITY];
    private int[] tasks = new int[FIRST_CAPACITY];
    private byte[] taskClass = new byte[FIRST_CAPACITY];
    private byte[] outcome = new byte[FIRST_CAPACITY];
    private boolean[] isAlive = new boolean[FIRST_CAPACITY];
    private boolean[] isStanding = new boolean[FIRST_CAPACITY];
    private @Nullable String[] user = {}; // no longer than up to the last job that has one
    private long lastId;
    private int lastJob = -1;

    /** Counts a task; tasks come in order of submit time. */
    @SuppressWarnings("EnumOrdinal")
    void add(TaskRow task) {
        int job =
                add(
                        task.jobId,
                        task.submitMicros,
                        (byte) task.outcome.ordinal(),
                        (byte) task.taskClass.ordinal());
        note(job, task.isEndCensored, task.isSubmitCensored);
        if (task.user != null && (job >= user.length || user[job] == null)) {
            if (job >= user.length) {
                user = Arrays.copyOf(user, submit.length);
            }
            user[job] = task.user;
        }
    }

    /**
     * Counts a task; returns the number of its job. What else is known of it follows.
     *
     * @param outcomeOfTask as {@link dev.stowage.model.TaskBatch#outcome}
     * @param classOfTask as {@link dev.stowage.model.TaskBatch#taskClass}
     */
    int add(long jobId, long submitMicros, byte outcomeOfTask, byte classOfTask) {
        if (jobId != lastId || lastJob < 0) {
            int before = jobs.size();
            lastJob = jobs.findOrAdd(jobId);
            lastId = jobId;
            if (lastJob == before) {
                begin(lastJob, submitMicros, outcomeOfTask);
            }
        }
        int job = lastJob;
        tasks[job]++;
        if (outcomeOfTask != outcome[job]) {
            outcome[job] = together(outcome[job], outcomeOfTask);
        }
        if (classOfTask == USER_FACING) {
            taskClass[job] = USER_FACING;
        }
        return job;
    }

    private void begin(int job, long submitMicros, byte outcomeOfTask) {
        if (job == submit.length) {
            grow();
        }
        submit[job] = submitMicros;
        outcome[job] = outcomeOfTask;
        taskClass[job] = BATCH;
    }

    @SuppressWarnings("EnumOrdinal")
    private static byte together(byte one, byte other) {
        return (byte) JobsOfTasks.together(OUTCOMES[one], OUTCOMES[other]).ordinal();
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
        taskClass = Arrays.copyOf(taskClass, capacity);
        outcome = Arrays.copyOf(outcome, capacity);
        isAlive = Arrays.copyOf(isAlive, capacity);
        isStanding = Arrays.copyOf(isStanding, capacity);
    }

    /** Writes {@code jobs.parquet} and returns its number of rows. */
    long write(Path directory) {
        int[] order = StableOrder.of(submit, jobs.size());
        Rows rows = new Rows();
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(directory)) {
            int from = 0;
            while (from < order.length) {
                int count = Math.min(BLOCK_ROWS, order.length - from);
                count = Math.min(count, file.rowsLeftInGroup());
                rows.gather(order, from, count);
                rows.write(file.block(count));
                from += count;
            }
            return file.rows();
        }
    }

    /** Some rows of the file by column. */
    private final class Rows {
        private final long[] ids = new long[BLOCK_ROWS];
        private final long[] submits = new long[BLOCK_ROWS];
        private final byte[] outcomes = new byte[BLOCK_ROWS];
        private final byte[] classes = new byte[BLOCK_ROWS];
        private final @Nullable String[] users = new String[BLOCK_ROWS];
        private final int[] counts = new int[BLOCK_ROWS];
        private final boolean[] standing = new boolean[BLOCK_ROWS];
        private final boolean[] alive = new boolean[BLOCK_ROWS];

        void gather(int[] order, int from, int count) {
            for (int i = 0; i < count; i++) {
                int job = order[from + i];
                ids[i] = jobs.id(job);
                submits[i] = submit[job];
                outcomes[i] = outcome[job];
                classes[i] = taskClass[job];
                counts[i] = tasks[job];
                standing[i] = isStanding[job];
                alive[i] = isAlive[job];
            }
            for (int i = 0; user.length > 0 && i < count; i++) {
                int job = order[from + i];
                users[i] = job < user.length ? user[job] : null;
            }
        }

        /** In the order of {@code CanonicalTable.JOBS}. */
        void write(RowBlock block) {
            block.putLongs(ids, 0);
            block.putLongs(submits, 0);
            block.putNulls(); // schedule_micros
            block.putNulls(); // end_micros
            block.putWords(outcomes, 0, PlainTasks.OUTCOME_WORDS);
            block.putWords(classes, 0, PlainTasks.CLASS_WORDS);
            block.putNulls(); // scheduling_class
            if (user.length == 0) {
                block.putNulls();
            } else {
                block.putTextsOrNull(users, 0);
            }
            block.putNulls(); // name
            block.putNulls(); // logical_name
            block.putInts(counts, 0);
            block.putBooleans(standing, 0); // submit_censored
            block.putBooleans(standing, 0); // schedule_censored
            block.putBooleans(alive, 0); // end_censored
            block.putSameInt(0); // resubmissions
            block.end();
        }
    }
}
