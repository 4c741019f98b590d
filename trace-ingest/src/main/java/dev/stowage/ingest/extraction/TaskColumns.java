package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.TraceExtras;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.Workload;
import dev.stowage.workload.TaskDemands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The columns of one row group of {@code tasks.parquet} that parameters are extracted from. */
final class TaskColumns {
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();
    private static final TaskClass[] CLASSES = TaskClass.values();

    private static final List<String> NAMES =
            List.of(
                    "job_id",
                    "submit_micros",
                    "duration_micros",
                    "cpu_micro_cores",
                    "memory_bytes",
                    "priority",
                    "class",
                    "outcome",
                    "schedule_censored",
                    "end_censored",
                    "schedule_micros",
                    "attempts",
                    "submit_censored");

    private static final String GPU = "gpu_micros";

    private final int rows;
    private final long[] jobId;
    private final long[] submit;
    private final long[] duration;
    private final long[] cpu;
    private final long[] memory;
    private final int[] priority;
    private final byte[] taskClass;
    private final byte[] outcome;
    private final boolean[] isSubmitCensored;
    private final boolean[] isScheduleCensored;
    private final boolean[] isEndCensored;
    private final long[] schedule;
    private final int[] attempts;
    private final long[] gpu; // empty if no task can have any
    private final @Nullable TaskBatch extras; // what else they ask for

    private TaskColumns(ColumnFileReader file, boolean hasGpus, @Nullable TaskBatch extras) {
        this.extras = extras;
        rows = file.groupRows();
        jobId = new long[rows];
        submit = new long[rows];
        duration = new long[rows];
        cpu = new long[rows];
        memory = new long[rows];
        priority = new int[rows];
        taskClass = new byte[rows];
        outcome = new byte[rows];
        isSubmitCensored = new boolean[rows];
        isScheduleCensored = new boolean[rows];
        isEndCensored = new boolean[rows];
        schedule = new long[rows];
        attempts = new int[rows];
        file.column(0).longs(jobId, rows, 0);
        file.column(1).longs(submit, rows, 0);
        file.column(2).longs(duration, rows, ABSENT);
        file.column(3).longs(cpu, rows, ABSENT);
        file.column(4).longs(memory, rows, ABSENT);
        file.column(5).ints(priority, rows, 0);
        file.column(6).words(taskClass, rows, Words.classes());
        file.column(7).words(outcome, rows, Words.outcomes());
        file.column(8).booleans(isScheduleCensored, rows);
        file.column(9).booleans(isEndCensored, rows);
        file.column(10).longs(schedule, rows, ABSENT);
        file.column(11).ints(attempts, rows, 0);
        file.column(12).booleans(isSubmitCensored, rows);
        gpu = new long[hasGpus ? rows : 0];
        if (hasGpus) {
            file.column(13).longs(gpu, rows, 0);
        }
    }

    /** Rows of a workload, which has no schedule: what has no duration was alive at the end. */
    private TaskColumns(TaskBatch batch, Workload workload) {
        rows = batch.size;
        extras = batch.isPlain ? null : batch;
        jobId = Arrays.copyOf(batch.jobId, rows);
        submit = Arrays.copyOf(batch.submitMicros, rows);
        duration = new long[rows];
        cpu = Arrays.copyOf(batch.cpuMicroCores, rows);
        memory = Arrays.copyOf(batch.memoryBytes, rows);
        priority = Arrays.copyOf(batch.priority, rows);
        taskClass = Arrays.copyOf(batch.taskClass, rows);
        outcome = Arrays.copyOf(batch.outcome, rows);
        isScheduleCensored = new boolean[rows];
        isEndCensored = new boolean[rows];
        schedule = new long[rows];
        attempts = new int[rows];
        long standingJobs = workload.standingJobs();
        for (int row = 0; row < rows; row++) {
            isScheduleCensored[row] = standingJobs > 0 && jobId[row] <= standingJobs;
            attempts[row] = OUTCOMES[outcome[row]] == TaskOutcome.PENDING ? 0 : 1;
            if (workload.isZeroUnknown()) {
                cpu[row] = cpu[row] == 0 ? ABSENT : cpu[row];
                memory[row] = memory[row] == 0 ? ABSENT : memory[row];
            }
            isEndCensored[row] = batch.durationMicros[row] == TaskBatch.NONE;
            duration[row] = isEndCensored[row] ? ABSENT : batch.durationMicros[row];
        }
        isSubmitCensored = isScheduleCensored;
        Arrays.fill(schedule, ABSENT);
        boolean hasGpus = workload.columns().contains(TaskColumn.GPU);
        gpu = new long[hasGpus ? rows : 0];
        if (hasGpus && !batch.isPlain) {
            System.arraycopy(batch.gpuMicros, 0, gpu, 0, rows);
        }
    }

    /** Reads the columns of a file, row group by row group. */
    static final class Reader {
        private final List<String> names = new ArrayList<>(NAMES);
        private final boolean hasGpus;
        private final int firstExtra;
        private final TraceExtras extras;

        /**
         * Prepares to read.
         *
         * @param present columns that the file has
         * @param demands what is read of what tasks ask for besides CPU and memory
         */
        Reader(Path file, Set<String> present, Set<TaskColumn> demands) {
            hasGpus = present.contains(GPU);
            if (hasGpus) {
                names.add(GPU);
            }
            firstExtra = names.size();
            Set<TaskColumn> others = EnumSet.noneOf(TaskColumn.class);
            others.addAll(demands);
            others.remove(TaskColumn.GPU);
            List<String> extraNames = TraceExtras.columnsFor(others, present);
            names.addAll(extraNames);
            extras = new TraceExtras(file, extraNames, TraceExtras.isOnlyResources(others), null);
        }

        List<Column> columns() {
            return CanonicalTable.TASKS.columns(names.toArray(String[]::new));
        }

        /** Reads the current row group of a file that was opened with {@link #columns}. */
        TaskColumns read(ColumnFileReader file) {
            TaskBatch batch = null;
            if (names.size() > firstExtra && file.groupRows() > 0) {
                batch = new TaskBatch(file.groupRows());
                extras.fill(file, firstExtra, batch, file.groupRows());
            }
            return new TaskColumns(file, hasGpus, batch);
        }
    }

    /** Copies the rows of a batch of a workload. */
    static TaskColumns of(TaskBatch batch, Workload workload) {
        return new TaskColumns(batch, workload);
    }

    /** Calls {@code visitor} with every row number, in order. */
    void forEach(IntConsumer visitor) {
        for (int row = 0; row < rows; row++) {
            visitor.accept(row);
        }
    }

    long jobId(int row) {
        return jobId[row];
    }

    long submitMicros(int row) {
        return submit[row];
    }

    /** Or absent. */
    long durationMicros(int row) {
        return duration[row];
    }

    /** Last schedule, or absent. */
    long scheduleMicros(int row) {
        return schedule[row];
    }

    /** Or absent. */
    long cpuMicroCores(int row) {
        return cpu[row];
    }

    /** Or absent. */
    long memoryBytes(int row) {
        return memory[row];
    }

    /** True if tasks may ask for GPUs. */
    boolean hasGpus() {
        return gpu.length > 0;
    }

    /** GPU request, 0 if none. */
    long gpuMicros(int row) {
        return hasGpus() ? gpu[row] : 0;
    }

    /** What it asks for besides CPU and memory. */
    TaskDemands demands(int row) {
        double gpus = gpuMicros(row) / (double) ServerExtras.MICROS_PER_GPU;
        if (extras == null) {
            return TaskDemands.ofGpus(gpus);
        }
        PlacementConstraints constraints = extras.constraints[row];
        return new TaskDemands(
                gpus,
                extras.diskBytes[row] / (double) Resources.BYTES_PER_GIB,
                extras.networkBitsPerSecond[row] / (double) ServerExtras.BITS_PER_GIGABIT,
                constraints == null ? PlacementConstraints.NONE : constraints);
    }

    /** Counts the tasks that ask for more than CPU and memory, by what it is. */
    void count(Map<TaskColumn, Long> asked) {
        for (int row = 0; row < gpu.length; row++) {
            countIf(gpu[row] > 0, TaskColumn.GPU, asked);
        }
        for (int row = 0; extras != null && row < rows; row++) {
            countIf(extras.diskBytes[row] > 0, TaskColumn.DISK, asked);
            countIf(extras.networkBitsPerSecond[row] > 0, TaskColumn.NETWORK, asked);
            countIf(extras.constraints[row] != null, TaskColumn.CONSTRAINTS, asked);
            countIf(extras.afterStages[row].length > 0, TaskColumn.STAGES, asked);
        }
    }

    private static void countIf(boolean isAsked, TaskColumn what, Map<TaskColumn, Long> asked) {
        if (isAsked) {
            asked.merge(what, 1L, Long::sum);
        }
    }

    int attempts(int row) {
        return attempts[row];
    }

    int priority(int row) {
        return priority[row];
    }

    TaskClass taskClass(int row) {
        return CLASSES[taskClass[row]];
    }

    TaskOutcome outcome(int row) {
        return OUTCOMES[outcome[row]];
    }

    boolean isScheduleCensored(int row) {
        return isScheduleCensored[row];
    }

    /** True if the task was submitted before the trace began. */
    boolean isSubmitCensored(int row) {
        return isSubmitCensored[row];
    }

    /** True if the task was alive at the end of the trace. */
    boolean isAlive(int row) {
        return isEndCensored[row];
    }
}
