package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Resemblance;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A trace format whose files are tables of rows.
 *
 * @param name of its description
 * @param options what the user may have it assume
 * @param beginning begins an ingest
 */
public record TraceFamily(
        String name,
        List<FormatOption> options,
        Function<TraceAssembly.Ingestion, TraceAssembly> beginning)
        implements TraceFormat {

    /** A family without options. */
    public TraceFamily(String name, Function<TraceAssembly.Ingestion, TraceAssembly> beginning) {
        this(name, List.of(), beginning);
    }

    /** What is particular to its tables. */
    public FamilyDescription describe() {
        return FamilyDescription.of(name);
    }

    /** Its tables, in the order in which they are read. */
    public List<SourceSchema> tables() {
        return describe().tables();
    }

    @Override
    public String description() {
        return describe().description();
    }

    @Override
    public String defaultClassRule() {
        return describe().classRules().get(0);
    }

    @Override
    public boolean isNormalised() {
        return describe().isNormalised();
    }

    @Override
    public IngestReport ingest(IngestRequest request) {
        return TableIngest.run(this, request);
    }

    @Override
    public double resemblance(Path file) {
        return SourceFinder.resemblance(this, file);
    }

    @Override
    public List<Resemblance> evidence(Path file) {
        return SourceFinder.evidence(this, file);
    }

    @Override
    public Optional<InputException> unreadable(Path file) {
        return SourceFinder.unreadable(this, file);
    }
}
