package dev.stowage.ingest.google;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.optionalCode;
import static dev.stowage.ingest.source.Field.optionalWord;
import static dev.stowage.ingest.source.Field.required;
import static dev.stowage.ingest.source.Field.requiredCode;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;

/**
 * The tables of the Google cluster trace of 2019, in the order in which they are read. A field
 * {@code a.b} is nested in the exports that nest.
 *
 * <p>Source: {@code clusterdata_trace_format_v3.proto} and the schemas of its BigQuery tables
 * (google/cluster-data, 2020).
 */
enum Google2019Table implements SourceSchema {
    MACHINE_EVENTS(
            required("time", Kind.TIME),
            required("machine_id", Kind.ID),
            requiredCode("type", Kind.EVENT, 3),
            optional("switch_id", Kind.TEXT),
            optional("capacity.cpus", Kind.CPU_SHARE),
            optional("capacity.memory", Kind.MEMORY_SHARE),
            optional("platform_id", Kind.TEXT),
            optionalCode("missing_data_reason", 1)),
    COLLECTION_EVENTS(
            required("time", Kind.TIME),
            requiredCode("type", Kind.EVENT, 10),
            required("collection_id", Kind.ID),
            optionalCode("scheduling_class", 3),
            optionalCode("missing_type", 5),
            optionalCode("collection_type", 1),
            optionalCode("priority", Integer.MAX_VALUE),
            optional("alloc_collection_id", Kind.ID),
            optional("user", Kind.TEXT),
            optional("collection_name", Kind.TEXT),
            optional("collection_logical_name", Kind.TEXT),
            optional("parent_collection_id", Kind.ID),
            optional("start_after_collection_ids", Kind.LIST),
            optionalCode("max_per_machine", Integer.MAX_VALUE),
            optionalCode("max_per_switch", Integer.MAX_VALUE),
            optionalCode("vertical_scaling", 3),
            optionalCode("scheduler", 1)),
    INSTANCE_EVENTS(
            required("time", Kind.TIME),
            requiredCode("type", Kind.EVENT, 10),
            required("collection_id", Kind.ID),
            optionalCode("scheduling_class", 3),
            optionalCode("missing_type", 5),
            optionalCode("collection_type", 1),
            optionalCode("priority", Integer.MAX_VALUE),
            optional("alloc_collection_id", Kind.ID),
            requiredCode("instance_index", Kind.CODE, Integer.MAX_VALUE),
            optional("machine_id", Kind.SENTINEL_ID),
            optional("alloc_instance_index", Kind.SENTINEL_ID),
            optional("resource_request.cpus", Kind.CPU_USE),
            optional("resource_request.memory", Kind.MEMORY_USE),
            optional("constraint", Kind.LIST)),
    INSTANCE_USAGE(
            required("start_time", Kind.TIME),
            required("end_time", Kind.TIME),
            required("collection_id", Kind.ID),
            requiredCode("instance_index", Kind.CODE, Integer.MAX_VALUE),
            optional("machine_id", Kind.SENTINEL_ID),
            optional("alloc_collection_id", Kind.ID),
            optional("alloc_instance_index", Kind.SENTINEL_ID),
            optionalCode("collection_type", 1),
            optional("average_usage.cpus", Kind.CPU_USE),
            optional("average_usage.memory", Kind.MEMORY_USE),
            optional("maximum_usage.cpus", Kind.CPU_USE),
            optional("maximum_usage.memory", Kind.MEMORY_USE),
            optional("random_sample_usage.cpus", Kind.CPU_USE),
            optional("random_sample_usage.memory", Kind.SKIPPED),
            optional("assigned_memory", Kind.MEMORY_USE),
            optional("page_cache_memory", Kind.MEMORY_USE),
            optional("cycles_per_instruction", Kind.NUMBER),
            optional("memory_accesses_per_instruction", Kind.NUMBER),
            optional("sample_rate", Kind.NUMBER),
            optional("cpu_usage_distribution", Kind.SKIPPED),
            optional("tail_cpu_usage_distribution", Kind.SKIPPED)),
    MACHINE_ATTRIBUTES(
            required("time", Kind.TIME),
            required("machine_id", Kind.ID),
            required("name", Kind.TEXT),
            optional("value", Kind.TEXT),
            optionalWord("deleted", "false", "true", "0", "1", "False", "True"));

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Google2019Table(Field... fields) {
        this.fields = List.of(fields);
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    /** The schemas lie beside the tables: {@code machine_events.schema.json}. */
    @Override
    public boolean isNamed(String name) {
        return SourceSchema.super.isNamed(name) && !name.contains(".schema.");
    }

    @Override
    public List<Integer> jobFields() {
        return switch (this) {
            case COLLECTION_EVENTS, INSTANCE_EVENTS, INSTANCE_USAGE -> List.of(2);
            case MACHINE_EVENTS, MACHINE_ATTRIBUTES -> List.of();
        };
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case MACHINE_EVENTS -> "simulate with --servers of your own";
            case COLLECTION_EVENTS ->
                    "jobs are known from their tasks only, without users and names";
            case INSTANCE_EVENTS -> "the trace can't be replayed or fitted";
            case INSTANCE_USAGE ->
                    "what tasks used is not known (contended fidelity, use beside requests)";
            case MACHINE_ATTRIBUTES -> "nothing can meet constraints, if there are any";
        };
    }
}
