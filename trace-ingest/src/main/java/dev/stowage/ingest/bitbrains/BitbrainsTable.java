package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.source.Field.optional;
import static dev.stowage.ingest.source.Field.required;

import dev.stowage.ingest.source.Field;
import dev.stowage.ingest.source.Field.Kind;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.text.RowSyntax;
import java.util.List;

/**
 * The measurements of one virtual machine, a file each. The header says that timestamps are in
 * milliseconds; they are in seconds since 1970.
 *
 * <p>Source: Shen, van Beek, Iosup, Statistical characterization of business-critical workloads
 * hosted in cloud datacenters, CCGrid 2015 (GWA-T-12 Bitbrains).
 */
enum BitbrainsTable implements SourceSchema {
    VM_MEASUREMENTS;

    static final int TIME = 0;
    static final int CORES = 1;
    static final int CPU_CAPACITY = 2;
    static final int CPU_PERCENT = 4;
    static final int MEMORY_CAPACITY = 5;
    static final int MEMORY_USED = 6;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of, of records
    private static final List<Field> FIELDS =
            List.of(
                    required("Timestamp [ms]", Kind.SECONDS),
                    required("CPU cores", Kind.CORES),
                    required("CPU capacity provisioned [MHZ]", Kind.NUMBER),
                    optional("CPU usage [MHZ]", Kind.NUMBER),
                    optional("CPU usage [%]", Kind.CENTI_CORES),
                    required("Memory capacity provisioned [KB]", Kind.KIB),
                    optional("Memory usage [KB]", Kind.KIB),
                    optional("Disk read throughput [KB/s]", Kind.NUMBER),
                    optional("Disk write throughput [KB/s]", Kind.NUMBER),
                    optional("Network received throughput [KB/s]", Kind.NUMBER),
                    optional("Network transmitted throughput [KB/s]", Kind.NUMBER));

    @Override
    public List<Field> fields() {
        return FIELDS;
    }

    @Override
    public RowSyntax syntax() {
        return RowSyntax.SEMICOLONS;
    }

    /** The number of a virtual machine: {@code 17.csv}. */
    @Override
    public boolean isNamed(String name) {
        return name.matches("[0-9]+\\.csv(\\.[a-z0-9]+)?");
    }

    /** A virtual machine is a file. */
    @Override
    public boolean isJobPerFile() {
        return true;
    }
}
