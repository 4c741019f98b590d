package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/** The Alibaba cluster trace of 2017: machines, batch tasks, containers. */
public final class Alibaba2017Format implements TraceFamily {
    @Override
    public String name() {
        return "alibaba-2017";
    }

    @Override
    public String description() {
        return "Alibaba cluster trace of 2017: batch_task, batch_instance, machines, containers";
    }

    @Override
    public String defaultClassRule() {
        return AlibabaAssembly.RULE;
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(Table2017.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        FixedRule.refuseAnother(this, request);
        return new AlibabaAssembly(false, request, quarantine, space);
    }
}
