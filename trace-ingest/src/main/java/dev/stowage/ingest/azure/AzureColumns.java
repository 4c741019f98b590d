package dev.stowage.ingest.azure;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.required;
import static dev.stowage.ingest.source.Field.requiredWord;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that the traces of 2017 and 2019 have in common, and their places.
 *
 * <p>Source: Cortez et al., Resource Central, SOSP 2017, and the schemas of AzurePublicDatasetV1
 * and V2. The files begin with the ID of the virtual machine, then subscription and deployment.
 */
final class AzureColumns {
    static final int VM = 0;
    static final int SUBSCRIPTION = 1;
    static final int DEPLOYMENT = 2;
    static final int CREATED = 3;
    static final int DELETED = 4;
    static final int MEAN_CPU = 6;
    static final int CATEGORY = 8;
    static final int CORES = 9;
    static final int MEMORY = 10;

    static final int READING_TIME = 0;
    static final int READING_VM = 1;
    static final int READING_MAX = 3;
    static final int READING_MEAN = 4;

    static final int INTERACTIVE = 0;
    static final int DELAY_INSENSITIVE = 1;

    private AzureColumns() {}

    /** Columns of {@code vmtable}; CPU use is in percent of all cores. */
    static List<Field> vms(Field cores, Field memory) {
        List<Field> fields = new ArrayList<>();
        fields.add(required("VM ID", Kind.TEXT));
        fields.add(required("subscription ID", Kind.TEXT));
        fields.add(required("deployment ID", Kind.TEXT));
        fields.add(required("created", Kind.SECONDS));
        fields.add(optional("deleted", Kind.SECONDS));
        fields.add(optional("maximum CPU", Kind.CENTI_CORES));
        fields.add(optional("mean CPU", Kind.CENTI_CORES));
        fields.add(optional("95th percentile of maximum CPU", Kind.CENTI_CORES));
        fields.add(
                requiredWord("category", "Interactive", "Delay-insensitive", "Unknown", "Unkown"));
        fields.add(cores);
        fields.add(memory);
        return List.copyOf(fields);
    }

    /** Columns of {@code vm_cpu_readings}, in percent of all cores. */
    static List<Field> readings() {
        return List.of(
                required("timestamp", Kind.SECONDS),
                required("VM ID", Kind.TEXT),
                optional("minimum CPU", Kind.CENTI_CORES),
                optional("maximum CPU", Kind.CENTI_CORES),
                optional("mean CPU", Kind.CENTI_CORES));
    }

    /** Columns of {@code subscriptions}. */
    static List<Field> subscriptions() {
        return List.of(
                required("subscription ID", Kind.TEXT),
                required("first VM created", Kind.SECONDS),
                required("VMs created", Kind.ID));
    }

    /** Columns of {@code deployments}. */
    static List<Field> deployments() {
        return List.of(required("deployment ID", Kind.TEXT), required("deployment size", Kind.ID));
    }
}
