package dev.stowage.ingest.trace;

import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.parquet.RowBlock;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes batches of tasks that use none of the extra columns, column by column: the rows that
 * {@link TraceWriter} would write one by one.
 *
 * <p>Hot: generated workloads consist of them. Guarded by {@code bench/synth/run}.
 */
final class PlainTasks {
    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static final int PENDING = TaskOutcome.PENDING.ordinal();

    /** Words of outcomes by the numbers that {@link TaskBatch} gives them. */
    static final List<byte[]> OUTCOME_WORDS =
            Stream.of(TaskOutcome.values()).map(Words::of).toList();

    /** And of classes. */
    static final List<byte[]> CLASS_WORDS = Stream.of(TaskClass.values()).map(Words::of).toList();

    private final ColumnFileWriter file;
    private final JobTally jobs;
    private final long standingJobs;
    private final long noRequest;
    private int[] attempts = {};
    private boolean[] isStanding = {};
    private boolean[] isAlive = {};

    /**
     * @param standingJobs jobs 1 to this were there before
     * @param noRequest a request that is none
     */
    PlainTasks(ColumnFileWriter file, JobTally jobs, long standingJobs, long noRequest) {
        this.file = file;
        this.jobs = jobs;
        this.standingJobs = standingJobs;
        this.noRequest = noRequest;
    }

    /** Writes a plain batch. */
    void write(TaskBatch batch) {
        count(batch);
        int from = 0;
        while (from < batch.size) {
            int rows = Math.min(batch.size - from, file.rowsLeftInGroup());
            write(batch, from, file.block(rows));
            from += rows;
        }
    }

    private void count(TaskBatch batch) {
        if (attempts.length < batch.size) {
            attempts = new int[batch.capacity()];
            isStanding = new boolean[batch.capacity()];
            isAlive = new boolean[batch.capacity()];
        }
        for (int i = 0; i < batch.size; i++) {
            long jobId = batch.jobId[i];
            isAlive[i] = batch.durationMicros[i] == TaskBatch.NONE;
            isStanding[i] = standingJobs > 0 && jobId <= standingJobs;
            attempts[i] = batch.outcome[i] == PENDING ? 0 : 1;
            int job = jobs.add(jobId, batch.submitMicros[i], batch.outcome[i], batch.taskClass[i]);
            jobs.note(job, isAlive[i], isStanding[i]);
        }
    }

    /** In the order of {@code CanonicalTable.TASKS}. */
    private void write(TaskBatch batch, int from, RowBlock block) {
        block.putLongs(batch.jobId, from);
        block.putInts(batch.taskIndex, from);
        block.putLongs(batch.submitMicros, from);
        block.putNulls(); // schedule_micros
        block.putNulls(); // end_micros
        block.putLongsOrNull(batch.durationMicros, from, TaskBatch.NONE);
        block.putWords(batch.outcome, from, OUTCOME_WORDS);
        block.putWords(batch.taskClass, from, CLASS_WORDS);
        block.putNulls(); // scheduling_class
        block.putInts(batch.priority, from);
        block.putLongsOrNull(batch.cpuMicroCores, from, noRequest);
        block.putLongsOrNull(batch.memoryBytes, from, noRequest);
        block.putNulls(); // disk_bytes
        block.putNulls(); // machine_id
        block.putInts(attempts, from);
        block.putSameInt(0); // evictions
        block.putSameInt(0); // failures
        block.putSameInt(0); // kills
        block.putBooleans(isStanding, from); // submit_censored
        block.putBooleans(isStanding, from); // schedule_censored
        block.putBooleans(isAlive, from); // end_censored
        block.putNulls(); // missing_info
        block.putNulls(); // different_machines
        block.end();
    }
}
