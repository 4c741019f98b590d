package dev.stowage.ingest.google;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.optionalCode;
import static dev.stowage.ingest.source.Field.required;
import static dev.stowage.ingest.source.Field.requiredCode;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;

/**
 * The tables of the Google cluster trace of 2011, in the order in which they are read.
 *
 * <p>Source: Reiss, Wilkes, Hellerstein, Google cluster-usage traces: format + schema, version 2.1,
 * 2014, and its {@code schema.csv}.
 */
enum Google2011Table implements SourceSchema {
    MACHINE_EVENTS(
            6,
            required("time", Kind.TIME),
            required("machine ID", Kind.ID),
            requiredCode("event type", Kind.EVENT, 2),
            optional("platform ID", Kind.TEXT),
            optional("CPUs", Kind.CPU_SHARE),
            optional("memory", Kind.MEMORY_SHARE)),
    JOB_EVENTS(
            8,
            required("time", Kind.TIME),
            optionalCode("missing info", 2),
            required("job ID", Kind.ID),
            requiredCode("event type", Kind.EVENT, 8),
            optional("user", Kind.TEXT),
            optionalCode("scheduling class", 3),
            optional("job name", Kind.TEXT),
            optional("logical job name", Kind.TEXT)),
    TASK_EVENTS(
            13,
            required("time", Kind.TIME),
            optionalCode("missing info", 2),
            required("job ID", Kind.ID),
            requiredCode("task index", Kind.CODE, Integer.MAX_VALUE),
            optional("machine ID", Kind.ID),
            requiredCode("event type", Kind.EVENT, 8),
            optional("user", Kind.SKIPPED),
            optionalCode("scheduling class", 3),
            requiredCode("priority", Kind.CODE, 12),
            optional("CPU request", Kind.CPU_SHARE),
            optional("memory request", Kind.MEMORY_SHARE),
            optional("disk space request", Kind.DISK_SHARE),
            optionalCode("different machines restriction", 1)),
    /** The last column came with version 2 of the trace. */
    TASK_USAGE(
            19,
            required("start time", Kind.TIME),
            required("end time", Kind.TIME),
            required("job ID", Kind.ID),
            requiredCode("task index", Kind.CODE, Integer.MAX_VALUE),
            optional("machine ID", Kind.ID),
            optional("CPU rate", Kind.CPU_USE),
            optional("canonical memory usage", Kind.MEMORY_USE),
            optional("assigned memory usage", Kind.MEMORY_USE),
            optional("unmapped page cache", Kind.MEMORY_USE),
            optional("total page cache", Kind.MEMORY_USE),
            optional("maximum memory usage", Kind.MEMORY_USE),
            optional("disk I/O time", Kind.NUMBER),
            optional("local disk space usage", Kind.DISK_USE),
            optional("maximum CPU rate", Kind.CPU_USE),
            optional("maximum disk I/O time", Kind.NUMBER),
            optional("cycles per instruction", Kind.NUMBER),
            optional("memory accesses per instruction", Kind.NUMBER),
            optional("sample portion", Kind.NUMBER),
            optionalCode("aggregation type", 1),
            optional("sampled CPU usage", Kind.CPU_USE)),
    TASK_CONSTRAINTS(
            6,
            required("time", Kind.TIME),
            required("job ID", Kind.ID),
            requiredCode("task index", Kind.CODE, Integer.MAX_VALUE),
            requiredCode("comparison operator", Kind.CODE, 3),
            required("attribute name", Kind.TEXT),
            optional("attribute value", Kind.TEXT)),
    MACHINE_ATTRIBUTES(
            5,
            required("time", Kind.TIME),
            required("machine ID", Kind.ID),
            required("attribute name", Kind.TEXT),
            optional("attribute value", Kind.TEXT),
            requiredCode("attribute deleted", Kind.CODE, 1));

    private final int minFields;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Google2011Table(int minFields, Field... fields) {
        this.minFields = minFields;
        this.fields = List.of(fields);
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public int minFields() {
        return minFields;
    }

    @Override
    public List<Integer> jobFields() {
        return switch (this) {
            case JOB_EVENTS, TASK_EVENTS, TASK_USAGE -> List.of(2);
            case TASK_CONSTRAINTS -> List.of(1);
            case MACHINE_EVENTS, MACHINE_ATTRIBUTES -> List.of();
        };
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case MACHINE_EVENTS -> "simulate with --servers of your own";
            case JOB_EVENTS -> "jobs are known from their tasks only, without users and names";
            case TASK_EVENTS -> "the trace can't be replayed or fitted";
            case TASK_USAGE ->
                    "what tasks used is not known (contended fidelity, use beside requests)";
            case TASK_CONSTRAINTS -> "any machine that is large enough may take a task";
            case MACHINE_ATTRIBUTES -> "nothing can meet constraints, if there are any";
        };
    }
}
