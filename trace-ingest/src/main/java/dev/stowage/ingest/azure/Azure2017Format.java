package dev.stowage.ingest.azure;

import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/** The trace of virtual machines of Azure of 2017: {@code vmtable}, {@code vm_cpu_readings}. */
public final class Azure2017Format implements TraceFamily {
    @Override
    public String name() {
        return "azure-2017";
    }

    @Override
    public String description() {
        return "virtual machines of Azure in 2017: vmtable, vm_cpu_readings";
    }

    @Override
    public String defaultClassRule() {
        return AzureAssembly.INTERACTIVE;
    }

    @Override
    public List<FormatOption> options() {
        return List.of(AzureAssembly.JOB);
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(Azure2017Table.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        return new AzureAssembly(
                request,
                quarantine,
                space,
                new AzureAssembly.Amounts() {
                    @Override
                    public long cpuMicroCores(long value) {
                        return value;
                    }

                    @Override
                    public long memoryBytes(long value) {
                        return value;
                    }
                });
    }
}
