package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Entries that become tasks: one each, or as many as a row of the source stands for, made when they
 * are written.
 *
 * <p>Hot: primitive columns, of which only those that an entry uses take memory: some 50 to 100
 * bytes an entry, however many tasks it stands for.
 */
final class TaskList {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** A column that an entry may have. */
    enum Amount {
        SCHEDULE,
        END,
        CPU,
        MEMORY,
        DISK,
        GPU,
        MACHINE,
        STAGE,
        CPU_USED,
        MEMORY_USED,
        ATTEMPTS,
        KILLS
    }

    private static final int SUBMIT_CENSORED = 1;
    private static final int SCHEDULE_CENSORED = 2;
    private static final int USER_FACING = 4;
    private static final int EXPANDED = 8;

    private int size;
    private int[] job = new int[FIRST_CAPACITY];
    private int[] count = new int[FIRST_CAPACITY];
    private long[] submit = new long[FIRST_CAPACITY];
    private TaskOutcome[] outcome = new TaskOutcome[FIRST_CAPACITY];
    private byte[] flags = new byte[FIRST_CAPACITY];
    private final Map<Amount, long[]> amounts = new EnumMap<>(Amount.class);
    private @Nullable String[] after = new String[0];
    private @Nullable String[] constraints = new String[0];

    /** Number of entries. */
    int size() {
        return size;
    }

    /**
     * Adds an entry.
     *
     * @param tasksOfEntry how many tasks it stands for
     */
    int add(int ofJob, int tasksOfEntry, long submitMicros, TaskOutcome result) {
        if (size == job.length) {
            grow();
        }
        job[size] = ofJob;
        count[size] = tasksOfEntry;
        submit[size] = submitMicros;
        outcome[size] = result;
        return size++;
    }

    private void grow() {
        int capacity = Math.addExact(size, size >> 1);
        job = Arrays.copyOf(job, capacity);
        count = Arrays.copyOf(count, capacity);
        submit = Arrays.copyOf(submit, capacity);
        outcome = Arrays.copyOf(outcome, capacity);
        flags = Arrays.copyOf(flags, capacity);
        amounts.replaceAll((amount, column) -> grown(column, capacity));
        after = after.length == 0 ? after : Arrays.copyOf(after, capacity);
        constraints = constraints.length == 0 ? constraints : Arrays.copyOf(constraints, capacity);
    }

    private static long[] grown(long[] column, int capacity) {
        long[] larger = Arrays.copyOf(column, capacity);
        Arrays.fill(larger, column.length, capacity, ABSENT);
        return larger;
    }

    /** Sets an amount of an entry; absent ones cost nothing. */
    void set(int entry, Amount amount, long value) {
        if (value == ABSENT) {
            return;
        }
        long[] column = amounts.get(amount);
        if (column == null) {
            column = new long[job.length];
            Arrays.fill(column, ABSENT);
            amounts.put(amount, column);
        }
        column[entry] = value;
    }

    /** An amount of an entry, or absent. */
    long get(int entry, Amount amount) {
        long[] column = amounts.get(amount);
        return column == null ? ABSENT : column[entry];
    }

    void setSubmitMicros(int entry, long micros) {
        submit[entry] = micros;
    }

    void setSubmitCensored(int entry) {
        flags[entry] |= SUBMIT_CENSORED;
    }

    void setScheduleCensored(int entry) {
        flags[entry] |= SCHEDULE_CENSORED;
    }

    void setUserFacing(int entry) {
        flags[entry] |= USER_FACING;
    }

    /** Marks tasks that stand in no table one by one. */
    void setExpanded(int entry) {
        flags[entry] |= EXPANDED;
    }

    void setAfter(int entry, @Nullable String stages) {
        if (stages != null) {
            after = after.length == 0 ? new String[job.length] : after;
            after[entry] = stages;
        }
    }

    @Nullable String after(int entry) {
        return after.length == 0 ? null : after[entry];
    }

    void setConstraints(int entry, String text) {
        constraints = constraints.length == 0 ? new String[job.length] : constraints;
        constraints[entry] = text;
    }

    int job(int entry) {
        return job[entry];
    }

    long submitMicros(int entry) {
        return submit[entry];
    }

    /** Or absent. */
    long scheduleMicros(int entry) {
        return get(entry, Amount.SCHEDULE);
    }

    /** Or absent. */
    long endMicros(int entry) {
        return get(entry, Amount.END);
    }

    TaskOutcome outcome(int entry) {
        return outcome[entry];
    }

    TaskClass taskClass(int entry) {
        return has(entry, USER_FACING) ? TaskClass.USER_FACING : TaskClass.BATCH;
    }

    boolean isSubmitCensored(int entry) {
        return has(entry, SUBMIT_CENSORED);
    }

    boolean isScheduleCensored(int entry) {
        return has(entry, SCHEDULE_CENSORED);
    }

    private boolean has(int entry, int flag) {
        return (flags[entry] & flag) != 0;
    }

    /** Adds the tasks of all entries but some and tells the jobs. */
    void addTo(SortedTasks sorted, JobBook jobs, IntPredicate isLeftOut) {
        TaskRow row = new TaskRow();
        for (int entry = 0; entry < size; entry++) {
            if (!isLeftOut.test(entry)) {
                fill(row, entry);
                row.jobId = jobs.id(job[entry]);
                row.taskIndex = jobs.addTasks(job[entry], count[entry]);
                sorted.add(row, 0, count[entry]);
                jobs.add(job[entry], row);
            }
        }
    }

    private void fill(TaskRow row, int entry) {
        row.submitMicros = submit[entry];
        row.scheduleMicros = get(entry, Amount.SCHEDULE);
        row.endMicros = get(entry, Amount.END);
        boolean hasRun = row.scheduleMicros != ABSENT;
        row.durationMicros =
                hasRun && row.endMicros != ABSENT ? row.endMicros - row.scheduleMicros : ABSENT;
        row.outcome = outcome(entry);
        row.taskClass = taskClass(entry);
        row.cpuMicroCores = get(entry, Amount.CPU);
        row.memoryBytes = get(entry, Amount.MEMORY);
        row.diskBytes = get(entry, Amount.DISK);
        row.gpuMicros = get(entry, Amount.GPU);
        row.machineId = get(entry, Amount.MACHINE);
        row.attempts = intOr(entry, Amount.ATTEMPTS, hasRun ? 1 : 0);
        row.kills = intOr(entry, Amount.KILLS, row.outcome == TaskOutcome.KILLED ? 1 : 0);
        row.failures = row.outcome == TaskOutcome.FAILED ? 1 : 0;
        row.isSubmitCensored = isSubmitCensored(entry);
        row.isScheduleCensored = isScheduleCensored(entry);
        row.isEndCensored = Statuses.isAlive(row.outcome);
        row.missingInfo = has(entry, EXPANDED) ? TaskRow.EXPANDED : ABSENT_INT;
        row.stage = intOr(entry, Amount.STAGE, ABSENT_INT);
        row.afterStages = after(entry);
        row.constraints = constraints.length == 0 ? null : constraints[entry];
        row.cpuUsedMicroCores = get(entry, Amount.CPU_USED);
        row.memoryUsedBytes = get(entry, Amount.MEMORY_USED);
    }

    private int intOr(int entry, Amount amount, int absent) {
        long value = get(entry, amount);
        return value == ABSENT ? absent : (int) value;
    }
}
