package dev.stowage.ingest.bitbrains;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/**
 * The traces of virtual machines of Bitbrains: fastStorage and Rnd, one file a virtual machine.
 *
 * <p>Source: Shen, van Beek, Iosup, Statistical characterization of business-critical workloads
 * hosted in cloud datacenters, CCGrid 2015 (GWA-T-12 Bitbrains).
 */
public final class BitbrainsFormat implements TraceFamily {
    static final String ALL_USER_FACING = "all-user-facing";
    static final String ALL_BATCH = "all-batch";

    @Override
    public String name() {
        return "bitbrains";
    }

    @Override
    public String description() {
        return "virtual machines of Bitbrains (GWA-T-12): one file of measurements each";
    }

    @Override
    public String defaultClassRule() {
        return ALL_USER_FACING;
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(BitbrainsTable.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        String rule = request.classRule().orElse(ALL_USER_FACING);
        if (!rule.equals(ALL_USER_FACING) && !rule.equals(ALL_BATCH)) {
            throw InputException.at(
                    "--class-rule",
                    "class rule \"" + rule + "\"",
                    ALL_USER_FACING + " or " + ALL_BATCH,
                    "The trace does not tell virtual machines apart.");
        }
        return new BitbrainsAssembly(request, rule, quarantine, space);
    }
}
