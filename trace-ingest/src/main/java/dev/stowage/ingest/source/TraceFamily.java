package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A trace format whose files are tables of rows: what is particular to it. */
public interface TraceFamily extends TraceFormat {
    /** Its tables, in the order in which they are read. */
    List<? extends SourceSchema> tables();

    /** How its files may be written. */
    default Set<Encoding> encodings() {
        return Set.of(Encoding.POSITIONAL);
    }

    /** Begins an ingest. */
    TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space);

    @Override
    default IngestReport ingest(IngestRequest request) {
        return TableIngest.run(this, request);
    }

    @Override
    default double resemblance(Path file) {
        return SourceFinder.resemblance(this, file);
    }

    @Override
    default Optional<InputException> unreadable(Path file) {
        return SourceFinder.unreadable(this, file);
    }
}
