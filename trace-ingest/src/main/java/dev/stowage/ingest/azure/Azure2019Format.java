package dev.stowage.ingest.azure;

import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/**
 * The trace of virtual machines of Azure of 2019: as that of 2017, with cores and memory in
 * buckets.
 */
public final class Azure2019Format implements TraceFamily {
    static final FormatOption BUCKET =
            new FormatOption(
                    "bucket",
                    "which value stands for a bucket of cores or memory: the number that names it"
                            + " (24 for 8 to 24 and for more than 24), the same but twice the number"
                            + " for the open one, or the middle and twice the number for the open one",
                    List.of("edge", "twice", "middle"));

    @Override
    public String name() {
        return "azure-2019";
    }

    @Override
    public String description() {
        return "virtual machines of Azure in 2019: vmtable with buckets, vm_cpu_readings";
    }

    @Override
    public String defaultClassRule() {
        return AzureAssembly.INTERACTIVE;
    }

    @Override
    public List<FormatOption> options() {
        return List.of(AzureAssembly.JOB, BUCKET);
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(Azure2019Table.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        return new AzureAssembly(request, quarantine, space, new BucketAmounts(BUCKET.in(request)));
    }
}
