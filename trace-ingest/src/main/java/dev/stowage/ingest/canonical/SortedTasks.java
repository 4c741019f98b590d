package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@link CanonicalTable#TASKS} of a source that does not give them in order: sorted by
 * their submit time, beyond memory on disk. The extra columns are those that a row has.
 *
 * <p>Texts of rows (users, constraints, stages waited for) stay in memory, each one once.
 */
public final class SortedTasks {
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final int WIDTH = 28;
    private static final int SUBMIT_CENSORED = 1;
    private static final int SCHEDULE_CENSORED = 2;
    private static final int END_CENSORED = 4;

    private final RowSorter rows;
    private final long[] values = new long[WIDTH];
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
    private long withoutCpu;
    private long withoutMemory;
    private long expanded;

    /**
     * No rows yet.
     *
     * @param share of the memory, 0 to 1
     */
    public SortedTasks(SpillSpace space, double share) {
        rows = space.sorter(WIDTH, share);
    }

    /** Adds a task; equal submit times are kept in the order of {@code order}, then of adding. */
    public void add(TaskRow task, long order) {
        add(task, order, 1);
    }

    /**
     * Adds tasks that differ in their index only.
     *
     * @param count how many, from the index of the row on
     */
    @SuppressWarnings("EnumOrdinal") // of rows that only this process reads
    public void add(TaskRow task, long order, int count) {
        withoutCpu += task.cpuMicroCores == ABSENT ? count : 0;
        withoutMemory += task.memoryBytes == ABSENT ? count : 0;
        expanded += task.missingInfo == TaskRow.EXPANDED ? count : 0;
        noteExtras(task);
        int i = 0;
        values[i++] = count == 1 ? ABSENT : count;
        values[i++] = task.jobId;
        values[i++] = task.taskIndex;
        values[i++] = task.scheduleMicros;
        values[i++] = task.endMicros;
        values[i++] = task.durationMicros;
        values[i++] = task.outcome.ordinal();
        values[i++] = task.taskClass.ordinal();
        values[i++] = widened(task.schedulingClass);
        values[i++] = task.priority;
        values[i++] = task.cpuMicroCores;
        values[i++] = task.memoryBytes;
        values[i++] = task.diskBytes;
        values[i++] = task.machineId;
        values[i++] = task.attempts;
        values[i++] = task.evictions;
        values[i++] = task.failures;
        values[i++] = task.kills;
        values[i++] = flags(task);
        values[i++] = widened(task.missingInfo);
        values[i++] = widened(task.differentMachines);
        values[i++] = number(task.user);
        values[i++] = task.gpuMicros;
        values[i++] = task.networkBitsPerSecond;
        values[i++] = number(task.constraints);
        values[i++] = stages(task);
        values[i++] = task.cpuUsedMicroCores;
        values[i] = task.memoryUsedBytes;
        rows.add(task.submitMicros, order, values);
    }

    private void noteExtras(TaskRow task) {
        note(TaskColumn.USER, task.user != null);
        note(TaskColumn.GPU, task.gpuMicros != ABSENT);
        note(TaskColumn.NETWORK, task.networkBitsPerSecond != ABSENT);
        note(TaskColumn.CONSTRAINTS, task.constraints != null);
        note(TaskColumn.STAGES, task.stage != ABSENT_INT);
        note(TaskColumn.USAGE, task.cpuUsedMicroCores != ABSENT || task.memoryUsedBytes != ABSENT);
    }

    private void note(TaskColumn column, boolean isThere) {
        if (isThere) {
            extras.add(column);
        }
    }

    private static long flags(TaskRow task) {
        long flags =
                (task.isSubmitCensored ? SUBMIT_CENSORED : 0)
                        | (task.isScheduleCensored ? SCHEDULE_CENSORED : 0)
                        | (task.isEndCensored ? END_CENSORED : 0);
        return flags == 0 ? ABSENT : flags;
    }

    private static long widened(int value) {
        return value == ABSENT_INT ? ABSENT : value;
    }

    private static int narrowed(long value) {
        return value == ABSENT ? ABSENT_INT : (int) value;
    }

    /** The stage and the number of what it waits for. */
    private long stages(TaskRow task) {
        if (task.stage == ABSENT_INT) {
            return ABSENT;
        }
        long after = number(task.afterStages);
        return (after == ABSENT ? 0 : after + 1) << Integer.SIZE | (task.stage & 0xffffffffL);
    }

    private long number(@Nullable String text) {
        if (text == null) {
            return ABSENT;
        }
        Integer known = numbers.get(text);
        if (known == null) {
            known = texts.size();
            numbers.put(text, known);
            texts.add(text);
        }
        return known;
    }

    private @Nullable String text(long number) {
        return number == ABSENT ? null : texts.get((int) number);
    }

    /** Tasks without a CPU request. */
    public long withoutCpu() {
        return withoutCpu;
    }

    /** Tasks without a memory request. */
    public long withoutMemory() {
        return withoutMemory;
    }

    /** Tasks of rows that stand for several, or for an unknown number. */
    public long expanded() {
        return expanded;
    }

    /** Writes {@code tasks.parquet} and returns its number of rows; once. */
    public long write(Path directory) {
        return write(directory, extras);
    }

    /** The same with given extra columns. */
    public long write(Path directory, Set<TaskColumn> columns) {
        TaskRow task = new TaskRow(columns);
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, columns);
                RowCursor sorted = rows.sorted()) {
            while (sorted.next()) {
                task.submitMicros = sorted.key();
                long[] row = sorted.row();
                fill(task, row);
                long count = row[0] == ABSENT ? 1 : row[0];
                for (long i = 0; i < count; i++) {
                    task.writeTo(file);
                    task.taskIndex++;
                }
            }
            return file.rows();
        }
    }

    private void fill(TaskRow task, long[] row) {
        int i = 1;
        task.jobId = row[i++];
        task.taskIndex = (int) row[i++];
        task.scheduleMicros = row[i++];
        task.endMicros = row[i++];
        task.durationMicros = row[i++];
        task.outcome = OUTCOMES[(int) row[i++]];
        task.taskClass = CLASSES[(int) row[i++]];
        task.schedulingClass = narrowed(row[i++]);
        task.priority = (int) row[i++];
        task.cpuMicroCores = row[i++];
        task.memoryBytes = row[i++];
        task.diskBytes = row[i++];
        task.machineId = row[i++];
        task.attempts = (int) row[i++];
        task.evictions = (int) row[i++];
        task.failures = (int) row[i++];
        task.kills = (int) row[i++];
        long flags = row[i] == ABSENT ? 0 : row[i];
        i++;
        task.isSubmitCensored = (flags & SUBMIT_CENSORED) != 0;
        task.isScheduleCensored = (flags & SCHEDULE_CENSORED) != 0;
        task.isEndCensored = (flags & END_CENSORED) != 0;
        task.missingInfo = narrowed(row[i++]);
        task.differentMachines = narrowed(row[i++]);
        task.user = text(row[i++]);
        task.gpuMicros = row[i++];
        task.networkBitsPerSecond = row[i++];
        task.constraints = text(row[i++]);
        long stages = row[i++];
        task.stage = stages == ABSENT ? ABSENT_INT : (int) stages;
        long after = stages == ABSENT ? 0 : stages >>> Integer.SIZE;
        task.afterStages = after == 0 ? null : texts.get((int) after - 1);
        task.cpuUsedMicroCores = row[i++];
        task.memoryUsedBytes = row[i];
    }
}
