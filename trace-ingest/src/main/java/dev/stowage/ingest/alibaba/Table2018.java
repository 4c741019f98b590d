package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.optionalCode;
import static dev.stowage.ingest.source.Field.required;
import static dev.stowage.ingest.source.Field.requiredWord;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.RowLoad;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;
import java.util.Optional;

/**
 * The tables of the trace of 2018, in the order in which they are read.
 *
 * <p>Source: clusterdata, cluster-trace-v2018, {@code trace_2018.md} and {@code schema.txt}.
 */
enum Table2018 implements SourceSchema {
    MACHINE_META(
            1,
            required("machine_id", Kind.TEXT),
            required("time_stamp", Kind.SECONDS),
            optional("failure_domain_1", Kind.SKIPPED),
            optional("failure_domain_2", Kind.SKIPPED),
            optional("cpu_num", Kind.CORES),
            optional("mem_size", Kind.MEMORY_PERCENT),
            required("status", Kind.TEXT)),
    BATCH_TASK(
            5,
            required("task_name", Kind.TEXT),
            optionalCode("instance_num", TaskList.MOST_INSTANCES),
            required("job_name", Kind.TEXT),
            optional("task_type", Kind.SKIPPED),
            requiredWord("status", Statuses.WORDS),
            optional("start_time", Kind.SECONDS),
            optional("end_time", Kind.SECONDS),
            optional("plan_cpu", Kind.CENTI_CORES),
            optional("plan_mem", Kind.MEMORY_PERCENT)),
    BATCH_INSTANCE(
            5,
            optional("instance_name", Kind.SKIPPED),
            optional("task_name", Kind.TEXT),
            optional("job_name", Kind.TEXT),
            optional("task_type", Kind.SKIPPED),
            requiredWord("status", Statuses.WORDS),
            optional("start_time", Kind.SECONDS),
            optional("end_time", Kind.SECONDS),
            optional("machine_id", Kind.TEXT),
            optionalCode("seq_no", Integer.MAX_VALUE),
            optional("total_seq_no", Kind.SKIPPED),
            optional("cpu_avg", Kind.CENTI_CORES),
            optional("cpu_max", Kind.SKIPPED),
            optional("mem_avg", Kind.SKIPPED),
            optional("mem_max", Kind.MEMORY_PERCENT)),
    CONTAINER_META(
            2,
            required("container_id", Kind.TEXT),
            optional("machine_id", Kind.TEXT),
            required("time_stamp", Kind.SECONDS),
            optional("app_du", Kind.TEXT),
            requiredWord("status", "allocated", "started", "stopped", "unknown"),
            optional("cpu_request", Kind.CENTI_CORES),
            optional("cpu_limit", Kind.SKIPPED),
            optional("mem_size", Kind.MEMORY_PERCENT)),
    CONTAINER_USAGE(
            2,
            optional("container_id", Kind.TEXT),
            optional("machine_id", Kind.SKIPPED),
            required("time_stamp", Kind.SECONDS),
            optional("cpu_util_percent", Kind.CORES),
            optional("mem_util_percent", Kind.CORES),
            optional("cpi", Kind.SKIPPED),
            optional("mem_gps", Kind.SKIPPED),
            optional("mpki", Kind.SKIPPED),
            optional("net_in", Kind.SKIPPED),
            optional("net_out", Kind.SKIPPED),
            optional("disk_io_percent", Kind.SKIPPED)),
    MACHINE_USAGE(
            1,
            required("machine_id", Kind.TEXT),
            required("time_stamp", Kind.SECONDS),
            optional("cpu_util_percent", Kind.NUMBER),
            optional("mem_util_percent", Kind.NUMBER),
            optional("mem_gps", Kind.NUMBER),
            optional("mkpi", Kind.NUMBER),
            optional("net_in", Kind.NUMBER),
            optional("net_out", Kind.NUMBER),
            optional("disk_io_percent", Kind.SKIPPED)); // -1 and 101 occur

    private final int timeField;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Table2018(int timeField, Field... fields) {
        this.timeField = timeField;
        this.fields = List.of(fields);
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public boolean isIgnored() {
        return this == MACHINE_USAGE;
    }

    @Override
    public int timeField() {
        return timeField;
    }

    @Override
    public Optional<RowLoad> load() {
        return this == BATCH_TASK ? Optional.of(new RowLoad(7, 1, 5, 6)) : Optional.empty();
    }

    @Override
    public List<Integer> jobFields() {
        return switch (this) {
            case BATCH_TASK, BATCH_INSTANCE -> List.of(2);
            case CONTAINER_META -> List.of(3, 0);
            case MACHINE_META, CONTAINER_USAGE, MACHINE_USAGE -> List.of();
        };
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case MACHINE_META -> "simulate with --servers of your own";
            case BATCH_TASK -> "batch tasks are those of batch_instance, without requests, if any";
            case BATCH_INSTANCE -> "when and where each instance ran is not known";
            case CONTAINER_META -> "there are no user-facing tasks";
            case CONTAINER_USAGE ->
                    "what containers used is not known (contended fidelity, use beside requests)";
            case MACHINE_USAGE -> "";
        };
    }
}
