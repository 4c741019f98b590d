package dev.stowage.ingest.azure;

import static dev.stowage.ingest.source.Field.requiredWord;

import dev.stowage.ingest.source.Field;
import java.util.List;

/** The tables of the Azure trace of 2019, in the order in which they are read. */
enum Azure2019Table implements AzureTable {
    VMTABLE(
            Role.VMS,
            AzureColumns.vms(
                    requiredWord("cores", Buckets.CORES.words()),
                    requiredWord("memory", Buckets.MEMORY_GIB.words()))),
    VM_CPU_READINGS(Role.READINGS, AzureColumns.readings()),
    SUBSCRIPTIONS(Role.COUNTED_ONLY, AzureColumns.subscriptions()),
    DEPLOYMENTS(Role.COUNTED_ONLY, AzureColumns.deployments());

    private final Role role;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Azure2019Table(Role role, List<Field> fields) {
        this.role = role;
        this.fields = fields;
    }

    @Override
    public List<Field> fields() {
        return fields;
    }

    @Override
    public Role role() {
        return role;
    }
}
