package dev.stowage.ingest.azure;

import static dev.stowage.ingest.source.Field.requiredWord;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.SourceSchema;
import java.util.List;

/** The tables of the Azure trace of 2019, in the order in which they are read. */
enum Azure2019Table implements SourceSchema {
    VMTABLE(
            AzureColumns.vms(
                    requiredWord("cores", Buckets.CORES.words()),
                    requiredWord("memory", Buckets.MEMORY_GIB.words()))),
    VM_CPU_READINGS(AzureColumns.readings()),
    SUBSCRIPTIONS(AzureColumns.subscriptions()),
    DEPLOYMENTS(AzureColumns.deployments());

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Azure2019Table(List<Field> fields) {
        this.fields = fields;
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public int timeField() {
        return this == VM_CPU_READINGS ? AzureColumns.READING_TIME : -1;
    }

    @Override
    public boolean isIgnored() {
        return this == SUBSCRIPTIONS || this == DEPLOYMENTS;
    }

    @Override
    public List<Integer> jobFields() {
        return this == VMTABLE ? List.of(AzureColumns.DEPLOYMENT) : List.of();
    }

    @Override
    public String withoutIt() {
        return switch (this) {
            case VMTABLE -> AzureColumns.WITHOUT_VMS;
            case VM_CPU_READINGS -> AzureColumns.WITHOUT_READINGS;
            case SUBSCRIPTIONS, DEPLOYMENTS -> "";
        };
    }
}
