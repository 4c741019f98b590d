package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.text.TextIndex;
import org.jspecify.annotations.Nullable;

/**
 * How a trace names its jobs, tasks and machines: by texts, which get numbers in order of first
 * appearance, or by numbers, which are kept. Containers are jobs beside those of the batch tables.
 */
final class TraceNames {
    private static final long FIRST_CONTAINER = 1L << 31; // behind all numbers of jobs
    private static final long FIRST_UNNAMED = 1L << 32;

    private final boolean isText;
    private final TextIndex jobs = new TextIndex();
    private final TextIndex tasks = new TextIndex();
    private final TextIndex machines = new TextIndex();

    TraceNames(boolean isText) {
        this.isText = isText;
    }

    /** The ID of the job that a field names. */
    long job(RowChunk chunk, int field, int row) {
        return isText ? chunk.number(field, row, jobs) : chunk.value(field, row);
    }

    /** The number of the task, unique within its job. */
    int task(RowChunk chunk, int field, int row) {
        return isText ? chunk.number(field, row, tasks) : (int) chunk.value(field, row);
    }

    /** The ID of the machine that a field names; absent if it is empty. */
    long machine(RowChunk chunk, int field, int row) {
        boolean isNumber = !isText || chunk.value(field, row) == ABSENT;
        return isNumber ? chunk.value(field, row) : chunk.number(field, row, machines);
    }

    /** What a machine is called, if that is not its number. */
    @Nullable String machineName(long machine) {
        return isText ? machines.text((int) machine) : null;
    }

    /** The ID of the job of a container whose number is all that is known. */
    static long jobOfContainer(long container) {
        return FIRST_CONTAINER + container;
    }

    /** The ID of the job of the n-th instance that names none. */
    static long jobOfUnnamed(long number) {
        return FIRST_UNNAMED + number;
    }

    /** What a job is called. */
    @Nullable String jobName(long job) {
        if (job >= FIRST_UNNAMED) {
            return null;
        }
        if (isText) {
            return jobs.text((int) job);
        }
        return job >= FIRST_CONTAINER ? "container " + (job - FIRST_CONTAINER) : "" + job;
    }
}
