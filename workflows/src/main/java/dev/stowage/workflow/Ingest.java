package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.inspection.TraceAnswers;
import dev.stowage.option.OptionNames;
import dev.stowage.output.OutputTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Trace files to a canonical trace, which every other workflow takes.
 *
 * @param format of the files
 * @param request the files, and how they are read; where they go is asked for by {@link #run}
 */
public record Ingest(TraceFormat format, IngestRequest request) {
    /** The format is recognised by the content of the files. */
    public static final String AUTO = "auto";

    /**
     * Everything at its default, one thread, silent.
     *
     * @param format a name of docs/trace-formats.md, or {@link #AUTO}
     * @param inputs files and folders, at least one
     * @throws dev.stowage.option.OptionException if no format has this name
     * @throws InputException if the format can't be recognised
     */
    public static Ingest of(String format, List<Path> inputs) {
        if (format.equals(AUTO)) {
            var found = TraceFormats.recognise(inputs);
            return of(found.format(), found.files());
        }
        String name =
                OptionNames.require(
                        "format", format, List.copyOf(TraceFormats.registry().keySet()));
        return of(Objects.requireNonNull(TraceFormats.registry().get(name)), inputs);
    }

    private static Ingest of(TraceFormat format, List<Path> files) {
        return new Ingest(format, IngestRequest.of(files, Path.of("")));
    }

    /** This with some of it changed. */
    public Ingest with(Consumer<IngestRequest.Draft> change) {
        return new Ingest(format, request.with(change));
    }

    /**
     * Ingests into a new folder, which is complete or is not there.
     *
     * @throws InputException if the folder exists already, or if the files are damaged by more than
     *     the request allows
     */
    public IngestReport run(Path folder) {
        try (OutputTarget target = OutputTarget.directory(folder, "manifest.json", false)) {
            IngestReport report = run(target);
            target.commit();
            return report;
        }
    }

    /** Ingests into an output in the making, with what the trace can answer in its manifest. */
    public IngestReport run(OutputTarget target) {
        IngestReport report =
                format.ingest(request.with(draft -> draft.outputDirectory = target.temporary()));
        return new IngestReport(
                TraceAnswers.judge(target.temporary()), report.warnings(), report.partsReused());
    }
}
