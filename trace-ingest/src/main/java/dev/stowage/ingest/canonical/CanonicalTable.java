package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.parquet.Column.Type.BOOLEAN;
import static dev.stowage.ingest.parquet.Column.Type.DOUBLE;
import static dev.stowage.ingest.parquet.Column.Type.INT32;
import static dev.stowage.ingest.parquet.Column.Type.INT64;
import static dev.stowage.ingest.parquet.Column.Type.STRING;
import static dev.stowage.ingest.parquet.Column.optional;
import static dev.stowage.ingest.parquet.Column.required;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A table of a canonical trace; the column reference in the documentation derives from here. */
public enum CanonicalTable {
    /** One row per (job, task index): one series of attempts. */
    TASKS(
            "tasks",
            required("job_id", INT64, "job that the task belongs to"),
            required("task_index", INT32, "number of the task within its job"),
            required("submit_micros", INT64, "first submit"),
            optional("schedule_micros", INT64, "last time it was placed on a machine"),
            optional("end_micros", INT64, "last end; absent while alive"),
            optional(
                    "duration_micros",
                    INT64,
                    "end minus schedule of the last attempt that was scheduled; absent if never"
                            + " scheduled or still alive at the end of the trace"),
            required(
                    "outcome", STRING, "FINISHED, FAILED, KILLED, LOST, EVICTED, RUNNING, PENDING"),
            required("class", STRING, "BATCH or USER_FACING, by the class rule"),
            optional("scheduling_class", INT32, "as the source has it"),
            required("priority", INT32, "larger is more important; 0 where the source has none"),
            optional("cpu_micro_cores", INT64, "CPU request, last value given"),
            optional("memory_bytes", INT64, "memory request, last value given"),
            optional("disk_bytes", INT64, "disk request, last value given"),
            optional("machine_id", INT64, "last machine named"),
            required("attempts", INT32, "times scheduled"),
            required("evictions", INT32, "times evicted"),
            required("failures", INT32, "times failed"),
            required("kills", INT32, "times killed"),
            required("submit_censored", BOOLEAN, "submitted at or before the start, or unseen"),
            required("schedule_censored", BOOLEAN, "the last schedule lies before the start"),
            required("end_censored", BOOLEAN, "still alive at the end of the trace"),
            optional(
                    "missing_info",
                    INT32,
                    "why a record was made up, last code, as the trace of 2011 has them: 0 seen in a"
                            + " snapshot only, 1 not even there, 2 never created; 3 by the reader, one"
                            + " of the many tasks that a row of the source stands for; 4 a step of the"
                            + " lifecycle is missing, 5 too many events"),
            optional("different_machines", BOOLEAN, "tasks of the job must not share a machine"),
            optional("user", STRING, "who submitted it; only if used"),
            optional("gpu_micros", INT64, "GPU request, millionths of one; only if used"),
            optional("network_bits_per_second", INT64, "network request; only if used"),
            optional("constraints", STRING, "where it may run, as in a CSV; only if used"),
            optional("stage", INT32, "group of tasks within the job; only if used"),
            optional("after_stages", STRING, "stages that it waits for, `1;2`; only if used"),
            optional(
                    "cpu_used_micro_cores",
                    INT64,
                    "mean CPU use over its measurements, weighted by their length; only if used"),
            optional(
                    "memory_used_bytes",
                    INT64,
                    "largest memory use over its measurements; only if used")),
    /** One row per job that the source's job table names. */
    JOBS(
            "jobs",
            required("job_id", INT64, "unique in the trace"),
            required("submit_micros", INT64, "first submit"),
            optional("schedule_micros", INT64, "first time that one of its tasks was placed"),
            optional("end_micros", INT64, "last end; absent while alive or unknown"),
            required("outcome", STRING, "as in tasks"),
            required("class", STRING, "BATCH or USER_FACING, by the class rule"),
            optional("scheduling_class", INT32, "as the source has it"),
            optional("user", STRING, "who submitted it"),
            optional("name", STRING, "job name"),
            optional("logical_name", STRING, "job name without what changes from run to run"),
            required("tasks", INT32, "rows of the job in tasks"),
            required("submit_censored", BOOLEAN, "submitted at or before the start, or unseen"),
            required("schedule_censored", BOOLEAN, "the first schedule lies before the start"),
            required("end_censored", BOOLEAN, "still alive at the end of the trace"),
            required("resubmissions", INT32, "submits after an end")),
    /** One row per event of a machine. */
    MACHINES(
            "machines",
            required("time_micros", INT64, "when"),
            required("machine_id", INT64, "as the source names it"),
            required("event", STRING, "ADD, REMOVE or UPDATE"),
            optional("cpu_micro_cores", INT64, "capacity from now on"),
            optional("memory_bytes", INT64, "capacity from now on"),
            optional("platform", STRING, "kind of machine"),
            optional("name", STRING, "what the source calls it, if that is not its number"),
            optional("gpu_micros", INT64, "GPUs that it has, millionths of one; only if used"),
            optional(
                    "attributes",
                    STRING,
                    "what constraints look at, `NAME=VALUE;…`, written as they are; only if used")),
    /** One row per measurement of a task. */
    USAGE(
            "usage",
            required("start_micros", INT64, "start of the measurement"),
            required("end_micros", INT64, "end of the measurement"),
            required("job_id", INT64, "as in tasks"),
            required("task_index", INT32, "as in tasks"),
            optional("machine_id", INT64, "where it ran"),
            optional("cpu_micro_cores", INT64, "mean CPU use"),
            optional("memory_bytes", INT64, "mean memory use"),
            optional("assigned_memory_bytes", INT64, "memory limit of its container"),
            optional("unmapped_page_cache_bytes", INT64, "mean unmapped page cache"),
            optional("page_cache_bytes", INT64, "mean page cache"),
            optional("max_memory_bytes", INT64, "largest memory use"),
            optional("disk_io_time", DOUBLE, "seconds of disk I/O a second"),
            optional("disk_bytes", INT64, "mean local disk space"),
            optional("max_cpu_micro_cores", INT64, "largest CPU use"),
            optional("max_disk_io_time", DOUBLE, "largest disk I/O time"),
            optional("cycles_per_instruction", DOUBLE, "as the source has it, nonsense included"),
            optional("memory_accesses_per_instruction", DOUBLE, "as the source has it"),
            optional("sample_portion", DOUBLE, "share of the samples that are valid"),
            optional("aggregation_type", INT32, "1 if maxima come from subcontainers"),
            optional("sampled_cpu_micro_cores", INT64, "CPU use in one random second"));

    /** Value of an {@code INT64} that is absent. */
    public static final long ABSENT = Long.MIN_VALUE;

    /** Value of an {@code INT32} that is absent. */
    public static final int ABSENT_INT = Integer.MIN_VALUE;

    private final String tableName;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Column> columns;

    CanonicalTable(String tableName, Column... columns) {
        this.tableName = tableName;
        this.columns = List.of(columns);
    }

    /** Name in the manifest. */
    public String tableName() {
        return tableName;
    }

    /** The column that its rows are sorted by. */
    public String timeColumn() {
        return switch (this) {
            case TASKS, JOBS -> "submit_micros";
            case MACHINES -> "time_micros";
            case USAGE -> "start_micros";
        };
    }

    /** Where it lies in the directory of a trace. */
    public Path fileIn(Path directory) {
        return directory.resolve(tableName + ".parquet");
    }

    /** All columns, in the order of the file; a file of tasks may lack {@link ExtraColumns}. */
    public List<Column> columns() {
        return columns;
    }

    /** Some columns by name, in the order asked for. */
    public List<Column> columns(String... names) {
        return List.of(names).stream().map(this::column).toList();
    }

    private Column column(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(tableName + " has no column " + name));
    }

    /** Begins to write the table into {@code directory}, without extra columns. */
    public ColumnFileWriter create(Path directory) {
        return create(directory, Set.of());
    }

    /**
     * Begins to write the table into {@code directory}, with extra columns of tasks or machines.
     */
    public ColumnFileWriter create(Path directory, Set<TaskColumn> extras) {
        return ColumnFileWriter.create(fileIn(directory), tableName, columns(extras));
    }

    /** The columns of a file with these extras, in order. */
    public List<Column> columns(Set<TaskColumn> extras) {
        return this == TASKS || this == MACHINES
                ? columns.stream()
                        .filter(column -> ExtraColumns.isWritten(column.name(), extras))
                        .toList()
                : columns;
    }
}
