package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.io.Closeable;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes tasks as rows of a log in the Standard Workload Format. */
final class SwfTasks implements Closeable {
    private static final long UNKNOWN = -1;
    private static final long CORE = Resources.MICRO_CORES_PER_CORE;
    private static final long BYTES_PER_KIB = 1024;
    private static final long MOST_PROCESSORS = 1L << 24;
    private static final int FIRST_NAME = 1_000_000_000; // above all users that are numbers
    private static final int MOST_BITS = 60;
    private static final int FAILED = 0;
    private static final int COMPLETED = 1;
    private static final int CANCELLED = 5;

    /**
     * How tasks become jobs.
     *
     * @param isOwnFormat true if the trace was read from a log
     * @param areJobsKept true if every task is the only one of its job, or such a job's part
     * @param isPerProcessor true if the tasks of a job are its processors
     * @param hasQueue0 true if queue 0 is that of user-facing tasks
     */
    record Rules(
            boolean isOwnFormat, boolean areJobsKept, boolean isPerProcessor, boolean hasQueue0) {}

    private final CanonicalTrace trace;
    private final TextOutput output;
    private final Rules rules;
    private final Departures departures;
    private final TaskRows rows;
    private final @Nullable TableRows jobs; // of the same format: in the order of their tasks
    private final Map<String, Integer> userNumbers = new HashMap<>();

    // what reading the row gives
    private long processors;
    private long wait;
    private long run;
    private int status;
    private boolean isStarted;

    SwfTasks(CanonicalTrace trace, TextOutput output, Rules rules, Departures departures) {
        this.trace = trace;
        this.output = output;
        this.rules = rules;
        this.departures = departures;
        rows = new TaskRows(trace);
        jobs = rules.isOwnFormat ? TableRows.openAll(trace.path(), CanonicalTable.JOBS) : null;
    }

    void write(Progress progress) {
        progress.start("Writing tasks", rows.size());
        try {
            for (long done = 1; rows.next(); done++) {
                write(rows.task(), done);
                if (done % ExportRequest.PROGRESS_ROWS == 0) {
                    progress.advanceTo(done);
                }
            }
        } finally {
            progress.done();
        }
    }

    private void write(TaskRow task, long number) {
        if (rules.isPerProcessor && task.taskIndex > 0) {
            return; // the row of its job says it
        }
        if (jobs != null && !(jobs.next() && jobs.value(jobs.column("job_id")) == task.jobId)) {
            throw InputException.of(
                    CanonicalTable.JOBS.fileIn(trace.path()),
                    "no job " + task.jobId + " where its first task stands",
                    "the jobs in the order of their first tasks",
                    "Ingest the log again.");
        }
        processors = processors(task);
        long perTask = rules.isPerProcessor ? 1 : processors;
        plan(task);
        long jobId = rules.areJobsKept ? task.jobId : number;
        long memory = perProcessor(task.memoryBytes);
        long memoryUsed = perProcessor(task.memoryUsedBytes);
        long cpuTime = cpuTime(task);
        int queue = queue(task);
        long user = user(task.user);

        RowText text = output.text();
        text.put(jobId).put(' ').putSeconds(task.submitMicros);
        seconds(wait);
        seconds(run);
        number(processors);
        seconds(cpuTime);
        kib(memoryUsed);
        number(processors);
        number(UNKNOWN); // time asked for
        kib(memory);
        number(status);
        number(user);
        number(UNKNOWN); // group
        number(executable());
        number(queue == ABSENT_INT ? UNKNOWN : queue);
        number(UNKNOWN); // partition
        number(UNKNOWN); // preceding job
        number(UNKNOWN); // think time
        output.endRow();

        departures.compare("tasks.job_id", task.jobId, jobId);
        departures.compare("tasks.task_index", task.taskIndex, 0);
        departures.compare("tasks.memory_bytes", task.memoryBytes, times(memory, perTask));
        departures.compare(
                "tasks.memory_used_bytes", task.memoryUsedBytes, times(memoryUsed, perTask));
        long used = cpuTime == UNKNOWN ? ABSENT : rate(cpuTime, perTask);
        departures.compare("tasks.cpu_used_micro_cores", task.cpuUsedMicroCores, used);
        long cpu = processors == UNKNOWN ? ABSENT : perTask * CORE;
        departures.compare("tasks.cpu_micro_cores", task.cpuMicroCores, cpu);
        boolean isUserFacing = rules.hasQueue0 && queue == 0;
        departures.countIf(
                "tasks.class", isUserFacing != (task.taskClass == TaskClass.USER_FACING));
        departures.compare("tasks.scheduling_class", task.schedulingClass, queue);
        String userAgain = user == UNKNOWN ? null : Long.toString(user);
        departures.countIf("tasks.user", !Objects.equals(task.user, userAgain));
        compareLifecycle(task);
        compareLeftOut(task);
    }

    /** Processors that the job gets; unknown where the task asks for no CPU. */
    private long processors(TaskRow task) {
        if (rules.isPerProcessor && jobs != null && task.cpuMicroCores != ABSENT) {
            return jobs.value(jobs.column("tasks"));
        }
        if (task.cpuMicroCores <= 0) {
            return UNKNOWN;
        }
        long whole = (task.cpuMicroCores + CORE - 1) / CORE;
        if (whole > MOST_PROCESSORS) {
            throw InputException.of(
                    CanonicalTable.TASKS.fileIn(trace.path()),
                    "a task of " + whole + " cores",
                    "at most " + MOST_PROCESSORS,
                    null);
        }
        return whole;
    }

    private void plan(TaskRow task) {
        run = task.durationMicros == ABSENT ? UNKNOWN : task.durationMicros;
        status =
                switch (task.outcome) {
                    case FINISHED -> COMPLETED;
                    case FAILED -> FAILED;
                    case KILLED, EVICTED -> CANCELLED;
                    case LOST -> run == UNKNOWN ? (int) UNKNOWN : FAILED;
                    case RUNNING, PENDING -> (int) UNKNOWN;
                };
        isStarted = run > 0 || (run == 0 && status != CANCELLED);
        long begin = isStarted ? task.scheduleMicros : task.endMicros;
        wait = begin == ABSENT || begin < task.submitMicros ? UNKNOWN : begin - task.submitMicros;
    }

    private long perProcessor(long bytes) {
        return bytes == ABSENT || processors == UNKNOWN
                ? UNKNOWN
                : rules.isPerProcessor ? bytes : (bytes + processors - 1) / processors;
    }

    private static long times(long perProcessor, long perTask) {
        return perProcessor == UNKNOWN ? ABSENT : perProcessor * perTask;
    }

    /** Mean CPU time of a processor, the least that gives the use; unknown without run time. */
    private long cpuTime(TaskRow task) {
        if (task.cpuUsedMicroCores == ABSENT || processors == UNKNOWN || run <= 0) {
            return UNKNOWN;
        }
        BigInteger perTask = BigInteger.valueOf((rules.isPerProcessor ? 1 : processors) * CORE);
        BigInteger time =
                BigInteger.valueOf(task.cpuUsedMicroCores)
                        .multiply(BigInteger.valueOf(run))
                        .add(perTask.subtract(BigInteger.ONE))
                        .divide(perTask);
        return time.bitLength() > MOST_BITS ? UNKNOWN : time.longValueExact();
    }

    /** CPU use that is read back of a CPU time. */
    private long rate(long cpuMicros, long perTask) {
        return BigInteger.valueOf(cpuMicros)
                .multiply(BigInteger.valueOf(perTask * CORE))
                .divide(BigInteger.valueOf(run))
                .longValueExact();
    }

    private int queue(TaskRow task) {
        boolean isUserFacing = task.taskClass == TaskClass.USER_FACING;
        if (!rules.hasQueue0) {
            return task.schedulingClass < 0 ? ABSENT_INT : task.schedulingClass;
        }
        if (isUserFacing) {
            return 0;
        }
        return task.schedulingClass <= 0 ? ABSENT_INT : task.schedulingClass;
    }

    /** The number of a user; a name is numbered in order of appearance. */
    private long user(@Nullable String user) {
        if (user == null) {
            return UNKNOWN;
        }
        return user.matches("0|[1-9][0-9]{0,8}")
                ? Long.parseLong(user)
                : userNumbers.computeIfAbsent(user, name -> FIRST_NAME + userNumbers.size());
    }

    private long executable() {
        @Nullable String name = jobs == null ? null : jobs.text(jobs.column("logical_name"));
        return name == null ? UNKNOWN : Long.parseLong(name);
    }

    private void number(long value) {
        output.text().put(' ');
        if (value < 0) {
            output.text().put("-1");
        } else {
            output.text().put(value);
        }
    }

    private void seconds(long micros) {
        if (micros < 0) {
            number(UNKNOWN);
        } else {
            output.text().put(' ').putSeconds(micros);
        }
    }

    private void kib(long bytes) {
        if (bytes < 0) {
            number(UNKNOWN);
        } else {
            output.text().put(' ').putQuotient(bytes, BYTES_PER_KIB);
        }
    }

    private void compareLifecycle(TaskRow task) {
        boolean isKilled = status == CANCELLED;
        TaskOutcome outcome =
                switch (status) {
                    case COMPLETED -> TaskOutcome.FINISHED;
                    case FAILED -> TaskOutcome.FAILED;
                    case CANCELLED -> TaskOutcome.KILLED;
                    default -> run == UNKNOWN ? TaskOutcome.LOST : TaskOutcome.FINISHED;
                };
        long begin = wait == UNKNOWN ? ABSENT : task.submitMicros + wait;
        long schedule = isStarted ? begin : ABSENT;
        long end = begin == ABSENT || !isStarted ? begin : begin + run;
        departures.compare("tasks.schedule_micros", task.scheduleMicros, schedule);
        departures.compare("tasks.end_micros", task.endMicros, end);
        departures.compare("tasks.duration_micros", task.durationMicros, isStarted ? run : ABSENT);
        departures.countIf("tasks.outcome", task.outcome != outcome);
        departures.compare("tasks.attempts", task.attempts, isStarted ? 1 : 0);
        departures.compare("tasks.evictions", task.evictions, 0);
        departures.compare("tasks.failures", task.failures, isStarted && status == FAILED ? 1 : 0);
        departures.compare("tasks.kills", task.kills, isKilled ? 1 : 0);
    }

    private void compareLeftOut(TaskRow task) {
        departures.compare("tasks.priority", task.priority, 0);
        departures.compare("tasks.disk_bytes", task.diskBytes, ABSENT);
        departures.compare("tasks.machine_id", task.machineId, ABSENT);
        departures.compare("tasks.submit_censored", task.isSubmitCensored, false);
        departures.compare("tasks.schedule_censored", task.isScheduleCensored, false);
        departures.compare("tasks.end_censored", task.isEndCensored, false);
        departures.compare("tasks.missing_info", task.missingInfo, ABSENT_INT);
        departures.compare("tasks.different_machines", task.differentMachines, ABSENT_INT);
        departures.compare("tasks.gpu_micros", task.gpuMicros, ABSENT);
        departures.compare("tasks.network_bits_per_second", task.networkBitsPerSecond, ABSENT);
        departures.countIf("tasks.constraints", task.constraints != null);
        departures.compare("tasks.stage", task.stage, ABSENT_INT);
        departures.countIf("tasks.after_stages", task.afterStages != null);
    }

    @Override
    public void close() {
        rows.close();
        if (jobs != null) {
            jobs.close();
        }
    }
}
