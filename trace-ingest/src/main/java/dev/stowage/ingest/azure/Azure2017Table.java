package dev.stowage.ingest.azure;

import static dev.stowage.ingest.source.Field.required;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import java.util.List;

/** The tables of the Azure trace of 2017, in the order in which they are read. */
enum Azure2017Table implements AzureTable {
    VMTABLE(
            Role.VMS,
            AzureColumns.vms(required("cores", Kind.CORES), required("memory", Kind.GIB))),
    VM_CPU_READINGS(Role.READINGS, AzureColumns.readings()),
    SUBSCRIPTIONS(Role.COUNTED_ONLY, AzureColumns.subscriptions()),
    DEPLOYMENTS(Role.COUNTED_ONLY, AzureColumns.deployments());

    private final Role role;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private final List<Field> fields;

    Azure2017Table(Role role, List<Field> fields) {
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
