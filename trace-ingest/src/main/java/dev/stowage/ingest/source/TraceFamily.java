package dev.stowage.ingest.source;

import dev.stowage.ingest.IngestRequest;
import dev.stowage.ingest.Quarantine;
import java.util.List;

/** A trace format whose files are tables of rows: what is particular to it. */
public interface TraceFamily {
    /** Name on the command line. */
    String name();

    /** Its tables, in the order in which they are read. */
    List<? extends SourceSchema> tables();

    /** Begins an ingest. */
    TraceAssembly begin(IngestRequest request, Quarantine quarantine);
}
