package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.optionalCode;
import static dev.stowage.ingest.source.Field.required;
import static dev.stowage.ingest.source.Field.requiredCode;
import static dev.stowage.ingest.source.Field.requiredWord;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.RowLoad;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;
import java.util.Optional;

/**
 * The tables of the trace of 2017, in the order in which they are read.
 *
 * <p>Source: clusterdata, cluster-trace-v2017, {@code trace_201708.md} and {@code schema.csv}.
 */
enum Table2017 implements SourceSchema {
    SERVER_EVENT(
            required("timestamp", Kind.SECONDS),
            required("machine_id", Kind.ID),
            requiredWord("event_type", "add", "softerror", "harderror"),
            optional("event_detail", Kind.SKIPPED),
            optional("cpu", Kind.CORES),
            optional("memory", Kind.MEMORY_SHARE),
            optional("disk", Kind.SKIPPED)),
    BATCH_TASK(
            required("create_time", Kind.SECONDS),
            optional("end_time", Kind.SECONDS),
            requiredCode("job_id", Kind.CODE, Integer.MAX_VALUE),
            requiredCode("task_id", Kind.CODE, Integer.MAX_VALUE),
            optionalCode("instance_num", TaskList.MOST_INSTANCES),
            requiredWord("status", Statuses.WORDS),
            optional("plan_cpu", Kind.CENTI_CORES),
            optional("plan_mem", Kind.MEMORY_SHARE)),
    BATCH_INSTANCE(
            optional("start_time", Kind.SECONDS),
            optional("end_time", Kind.SECONDS),
            optionalCode("job_id", Integer.MAX_VALUE),
            optionalCode("task_id", Integer.MAX_VALUE),
            optional("machine_id", Kind.ID),
            requiredWord("status", Statuses.WORDS),
            optionalCode("seq_no", Integer.MAX_VALUE),
            optional("total_seq_no", Kind.SKIPPED),
            optional("cpu_max", Kind.SKIPPED),
            optional("cpu_avg", Kind.CORES),
            optional("mem_max", Kind.MEMORY_USE),
            optional("mem_avg", Kind.SKIPPED)),
    CONTAINER_EVENT(
            required("timestamp", Kind.SECONDS),
            requiredWord("event_type", "Create", "Remove"),
            requiredCode("instance_id", Kind.CODE, Integer.MAX_VALUE),
            optional("machine_id", Kind.ID),
            optional("plan_cpu", Kind.CORES),
            optional("plan_mem", Kind.MEMORY_SHARE),
            optional("plan_disk", Kind.DISK_SHARE),
            optional("cpuset", Kind.SKIPPED)),
    CONTAINER_USAGE(
            required("timestamp", Kind.SECONDS),
            optionalCode("instance_id", Integer.MAX_VALUE),
            optional("cpu_util", Kind.CORES),
            optional("mem_util", Kind.CORES),
            optional("disk_util", Kind.SKIPPED),
            optional("load1", Kind.SKIPPED),
            optional("load5", Kind.SKIPPED),
            optional("load15", Kind.SKIPPED),
            optional("avg_cpi", Kind.SKIPPED),
            optional("avg_mpki", Kind.SKIPPED),
            optional("max_cpi", Kind.SKIPPED),
            optional("max_mpki", Kind.SKIPPED)),
    SERVER_USAGE(
            required("timestamp", Kind.SECONDS),
            required("machine_id", Kind.ID),
            optional("cpu_util", Kind.NUMBER),
            optional("mem_util", Kind.NUMBER),
            optional("disk_util", Kind.NUMBER),
            optional("load1", Kind.NUMBER),
            optional("load5", Kind.NUMBER),
            optional("load15", Kind.NUMBER));

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Table2017(Field... fields) {
        this.fields = List.of(fields);
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public boolean isIgnored() {
        return this == SERVER_USAGE;
    }

    @Override
    public Optional<RowLoad> load() {
        return this == BATCH_TASK ? Optional.of(new RowLoad(6, 4, 0, 1)) : Optional.empty();
    }

    @Override
    public List<Integer> jobFields() {
        return switch (this) {
            case BATCH_TASK, BATCH_INSTANCE, CONTAINER_EVENT -> List.of(2);
            case CONTAINER_USAGE -> List.of(1);
            case SERVER_EVENT, SERVER_USAGE -> List.of();
        };
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case SERVER_EVENT -> "simulate with --servers of your own";
            case BATCH_TASK -> "batch tasks are those of batch_instance, without requests, if any";
            case BATCH_INSTANCE -> "when and where each instance ran is not known";
            case CONTAINER_EVENT -> "there are no user-facing tasks";
            case CONTAINER_USAGE ->
                    "what containers used is not known (contended fidelity, use beside requests)";
            case SERVER_USAGE -> "";
        };
    }
}
