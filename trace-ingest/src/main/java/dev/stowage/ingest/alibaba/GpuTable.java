package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.source.Field.optional;
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
 * The tables of the GPU trace of 2023, in the order in which they are read.
 *
 * <p>Source: Weng et al., Beware of Fragmentation, USENIX ATC 2023, and the README of its data set
 * (clusterdata, cluster-trace-gpu-v2023).
 */
enum GpuTable implements SourceSchema {
    OPENB_NODE_LIST(
            required("sn", Kind.TEXT),
            required("cpu_milli", Kind.MILLI_CORES),
            required("memory_mib", Kind.MIB),
            requiredCode("gpu", Kind.CODE, GpuTable.MOST_GPUS),
            optional("model", Kind.TEXT)),
    OPENB_POD_LIST(
            required("name", Kind.TEXT),
            optional("cpu_milli", Kind.MILLI_CORES),
            optional("memory_mib", Kind.MIB),
            requiredCode("num_gpu", Kind.CODE, GpuTable.MOST_GPUS),
            requiredCode("gpu_milli", Kind.CODE, 1000),
            optional("gpu_spec", Kind.TEXT),
            optional("qos", Kind.TEXT),
            requiredWord("pod_phase", "Pending", "Running", "Succeeded", "Failed"),
            required("creation_time", Kind.SECONDS),
            optional("deletion_time", Kind.SECONDS),
            optional("scheduled_time", Kind.SECONDS));

    /** More GPUs than any server has. */
    private static final int MOST_GPUS = 1024;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    GpuTable(Field... fields) {
        this.fields = List.of(fields);
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public int timeField() {
        return this == OPENB_NODE_LIST ? -1 : 8;
    }

    @Override
    public Optional<RowLoad> load() {
        return this == OPENB_POD_LIST ? Optional.of(new RowLoad(1, -1, 10, 9)) : Optional.empty();
    }

    @Override
    public List<Integer> jobFields() {
        return this == OPENB_POD_LIST ? List.of(0) : List.of();
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case OPENB_NODE_LIST -> "simulate with --servers of your own";
            case OPENB_POD_LIST -> "the trace can't be replayed or fitted";
        };
    }
}
