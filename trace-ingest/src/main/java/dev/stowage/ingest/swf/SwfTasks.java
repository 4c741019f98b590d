package dev.stowage.ingest.swf;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Makes tasks of the jobs of a log, and counts what was assumed on the way. */
final class SwfTasks {
    private static final int STATUS_FAILED = 0;
    private static final int STATUS_COMPLETED = 1;
    private static final int STATUS_CANCELLED = 5;
    private static final Set<TaskColumn> EXTRAS = EnumSet.of(TaskColumn.USER, TaskColumn.USAGE);

    private final SwfJobs jobs;
    private final TraceClock clock;
    private final boolean isTaskPerProcessor;
    private final boolean isRequestFirst;
    private final boolean isQueue0UserFacing;
    private final JobsOfTasks jobRows = new JobsOfTasks();

    private long processorsUnknown;
    private long processorsFromOther;
    private long memoryUnknown;
    private long statusUnknown;
    private long neverStarted;
    private long runUnknown;
    private long runZero;
    private long waitUnknown;
    private long withPreceding;
    private long mostMemoryPerProcessor;

    /**
     * Prepares.
     *
     * @param isTaskPerProcessor a task of one core for each processor, not one of all
     * @param isRequestFirst the number of processors asked for counts, not the one allocated
     */
    SwfTasks(
            SwfJobs jobs,
            TraceClock clock,
            boolean isTaskPerProcessor,
            boolean isRequestFirst,
            boolean isQueue0UserFacing) {
        this.jobs = jobs;
        this.clock = clock;
        this.isTaskPerProcessor = isTaskPerProcessor;
        this.isRequestFirst = isRequestFirst;
        this.isQueue0UserFacing = isQueue0UserFacing;
    }

    /** Writes {@code tasks.parquet} and returns its number of rows. */
    long writeTasks(Path directory) {
        TaskRow row = new TaskRow(EXTRAS);
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, EXTRAS)) {
            for (int job : jobs.inOrder()) {
                fill(row, job);
                long processors = processors(job);
                long tasks = isTaskPerProcessor ? Math.max(1, processors) : 1;
                split(row, job, processors, tasks);
                for (int index = 0; index < tasks; index++) {
                    row.taskIndex = index;
                    row.writeTo(file);
                    jobRows.add(row, null, jobs.text(SwfJobs.EXECUTABLE, job));
                }
            }
            return file.rows();
        }
    }

    /** Writes {@code jobs.parquet}, after the tasks, and returns its number of rows. */
    long writeJobs(Path directory) {
        return jobRows.write(directory);
    }

    private void fill(TaskRow row, int job) {
        long submit = jobs.value(SwfJobs.SUBMIT, job);
        row.jobId = jobs.value(SwfJobs.JOB, job);
        row.submitMicros = clock.canonical(submit);
        row.isSubmitCensored = clock.isBeforeStart(submit);
        row.user = jobs.text(SwfJobs.USER, job);
        long queue = jobs.value(SwfJobs.QUEUE, job);
        row.schedulingClass = queue == ABSENT ? ABSENT_INT : (int) queue;
        row.taskClass = isQueue0UserFacing && queue == 0 ? TaskClass.USER_FACING : TaskClass.BATCH;
        withPreceding += jobs.value(SwfJobs.PRECEDING, job) == ABSENT ? 0 : 1;
        row.outcome = outcome(job);
        fillTimes(row, job, submit);
    }

    private TaskOutcome outcome(int job) {
        long status = jobs.value(SwfJobs.STATUS, job);
        if (status == ABSENT) {
            statusUnknown++;
            return jobs.value(SwfJobs.RUN, job) == ABSENT ? TaskOutcome.LOST : TaskOutcome.FINISHED;
        }
        return switch ((int) status) {
            case STATUS_FAILED -> TaskOutcome.FAILED;
            case STATUS_COMPLETED -> TaskOutcome.FINISHED;
            case STATUS_CANCELLED -> TaskOutcome.KILLED;
            default -> throw new IllegalStateException("a part of a job with status " + status);
        };
    }

    private void fillTimes(TaskRow row, int job, long submit) {
        long wait = jobs.value(SwfJobs.WAIT, job);
        long run = jobs.value(SwfJobs.RUN, job);
        boolean isCancelled = jobs.value(SwfJobs.STATUS, job) == STATUS_CANCELLED;
        boolean isStarted = run > 0 || (run == 0 && !isCancelled);
        long begin = wait == ABSENT ? ABSENT : submit + wait;
        row.attempts = isStarted ? 1 : 0;
        row.failures = isStarted && row.outcome == TaskOutcome.FAILED ? 1 : 0;
        row.kills = row.outcome == TaskOutcome.KILLED ? 1 : 0;
        row.scheduleMicros = isStarted && begin != ABSENT ? clock.canonical(begin) : ABSENT;
        row.isScheduleCensored = isStarted && begin != ABSENT && clock.isBeforeStart(begin);
        row.durationMicros = isStarted ? run : ABSENT;
        row.endMicros = ABSENT;
        if (begin != ABSENT) {
            row.endMicros = clock.canonical(isStarted ? begin + run : begin);
        }
        waitUnknown += wait == ABSENT ? 1 : 0;
        runZero += run == 0 ? 1 : 0;
        neverStarted += !isStarted && isCancelled ? 1 : 0;
        runUnknown += !isStarted && !isCancelled ? 1 : 0;
    }

    /** Processors of a job, or absent. */
    private long processors(int job) {
        long first = jobs.value(isRequestFirst ? SwfJobs.REQUESTED : SwfJobs.ALLOCATED, job);
        long other = jobs.value(isRequestFirst ? SwfJobs.ALLOCATED : SwfJobs.REQUESTED, job);
        if (first > 0) {
            return first;
        }
        processorsFromOther += other > 0 ? 1 : 0;
        processorsUnknown += other > 0 ? 0 : 1;
        return other > 0 ? other : ABSENT;
    }

    /** Amounts of each of the tasks of the job in {@code row}. */
    private void split(TaskRow row, int job, long processors, long tasks) {
        long perTask = Math.max(1, processors) / tasks;
        row.cpuMicroCores =
                processors == ABSENT ? ABSENT : perTask * Resources.MICRO_CORES_PER_CORE;
        long memory = jobs.value(SwfJobs.MEMORY_REQUESTED, job);
        row.memoryBytes = times(memory, processors, perTask);
        memoryUnknown += row.memoryBytes == ABSENT ? 1 : 0;
        mostMemoryPerProcessor = Math.max(mostMemoryPerProcessor, memory);
        long memoryUsed = jobs.value(SwfJobs.MEMORY_USED, job);
        row.memoryUsedBytes = times(memoryUsed, processors, perTask);
        long cpuTime = jobs.value(SwfJobs.CPU_TIME, job);
        boolean isMeasured = cpuTime != ABSENT && processors != ABSENT && row.durationMicros > 0;
        row.cpuUsedMicroCores = isMeasured ? rate(cpuTime, perTask, row.durationMicros) : ABSENT;
    }

    /** Memory of a task, unless it or the number of processors is not known. */
    private static long times(long perProcessor, long processors, long perTask) {
        return perProcessor == ABSENT || processors == ABSENT ? ABSENT : perProcessor * perTask;
    }

    /** Mean use: time on the CPU by the time that passed, for so many processors; truncated. */
    private static long rate(long cpuMicros, long processors, long runMicros) {
        BigInteger use =
                BigInteger.valueOf(cpuMicros)
                        .multiply(BigInteger.valueOf(processors * Resources.MICRO_CORES_PER_CORE))
                        .divide(BigInteger.valueOf(runMicros));
        return use.bitLength() < Long.SIZE - 1 ? use.longValue() : ABSENT;
    }

    /** The largest memory request per processor; 0 if there is none. */
    long mostMemoryPerProcessor() {
        return mostMemoryPerProcessor;
    }

    /** Adds what was counted. */
    void putFacts(Map<String, Long> facts) {
        facts.put("tasks.processorsUnknown", processorsUnknown);
        facts.put(
                isRequestFirst ? "tasks.processorsAllocatedOnly" : "tasks.processorsRequestedOnly",
                processorsFromOther);
        facts.put("tasks.memoryRequestAbsent", memoryUnknown);
        facts.put("tasks.statusUnknown", statusUnknown);
        facts.put("tasks.cancelledBeforeStart", neverStarted);
        facts.put("tasks.runTimeUnknown", runUnknown);
        facts.put("tasks.runTimeZero", runZero);
        facts.put("tasks.waitTimeUnknown", waitUnknown);
        facts.put("tasks.withPrecedingJob", withPreceding);
        facts.put("jobs.partsWithoutWhole", jobs.partsWithoutWhole());
        facts.put("jobs.submitsBeforeRowAbove", jobs.submitsBeforeRowAbove());
    }
}
