package dev.stowage.workflow.ingest;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.merge.TraceMerge;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.option.OptionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Several inputs made one trace: each becomes a trace of its own, then all of them one. */
public final class MergedIngest {
    /** About which traces that are ingested already can't be asked any more. */
    private static final List<String> OF_ALL = List.of("--from", "--to", "--sample");

    /** About how files are read. */
    private static final List<String> OF_FILES =
            List.of(
                    "--on-error",
                    "--max-errors",
                    "--class-rule",
                    "--option",
                    "--machine",
                    "--memory",
                    "--max-inflated",
                    "--time-zone");

    private final List<Piece> pieces = new ArrayList<>();

    /** An input: a trace, or files and how to read them. */
    private record Piece(
            String name,
            @Nullable CanonicalTrace trace,
            @Nullable TraceFormat format,
            @Nullable IngestRequest request) {}

    /**
     * Refuses what can't be meant: too few inputs, and options that would change nothing.
     *
     * @param isGiven true for an option that was given
     * @throws OptionException if there is such a thing
     */
    public static void check(List<Path> inputs, Predicate<String> isGiven) {
        if (inputs.size() < 2) {
            throw new OptionException("ingest --merge: found one INPUT, expected at least two");
        }
        if (isGiven.test("--resume")) {
            throw new OptionException(
                    "ingest --merge: found --resume. Ingest each trace by itself with --resume,"
                            + " then merge them.");
        }
        if (isGiven.test("--sample-by")) {
            throw new OptionException(
                    "ingest --merge: found --sample-by. Take the sample of each trace by itself,"
                            + " then merge them.");
        }
        long traces = inputs.stream().filter(CanonicalTrace::isTrace).count();
        if (traces > 0) {
            refuse(OF_ALL, "which an ingested trace can't be cut by any more", isGiven);
        }
        if (traces == inputs.size()) {
            refuse(OF_FILES, "but all traces are ingested already", isGiven);
        }
    }

    private static void refuse(List<String> options, String why, Predicate<String> isGiven) {
        for (String option : options) {
            if (isGiven.test(option)) {
                throw new OptionException(
                        "ingest --merge: found "
                                + option
                                + ", "
                                + why
                                + ". Ingest the source again with it.");
            }
        }
    }

    /** Adds a trace that is ingested already. */
    public void add(Path trace) {
        pieces.add(new Piece(nameOf(trace), CanonicalTrace.open(trace), null, null));
    }

    /**
     * Adds files that came from {@code input}; the output directory of the request does not matter.
     */
    public void add(Path input, TraceFormat format, IngestRequest request) {
        pieces.add(new Piece(nameOf(input), null, format, request));
    }

    private static String nameOf(Path input) {
        Path name = input.toAbsolutePath().normalize().getFileName();
        return name == null ? input.toString() : name.toString();
    }

    /** Ingests what is not yet, below the directory, and merges all into it. */
    public IngestReport into(Path directory, Progress progress) {
        Path below = directory.resolve("parts");
        List<TraceMerge.Input> traces = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        try {
            Files.createDirectory(below);
            for (Piece piece : pieces) {
                Path own = below.resolve(Integer.toString(traces.size()));
                CanonicalTrace trace =
                        piece.trace == null ? ingest(piece, own, warnings) : piece.trace;
                traces.add(new TraceMerge.Input(piece.name, trace));
            }
            IngestReport report = TraceMerge.merge(traces, directory, progress);
            warnings.addAll(report.warnings());
            return new IngestReport(report.manifest(), warnings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(below);
        }
    }

    private static CanonicalTrace ingest(Piece piece, Path own, List<String> warnings)
            throws IOException {
        if (piece.format == null || piece.request == null) {
            throw new IllegalStateException("neither a trace nor files: " + piece.name);
        }
        Files.createDirectory(own);
        IngestReport report =
                piece.format.ingest(piece.request.with(draft -> draft.outputDirectory = own));
        report.warnings().forEach(warning -> warnings.add(piece.name + ": " + warning));
        return CanonicalTrace.open(own);
    }

    /** The folder of the parts: folders of files. */
    private static void delete(Path folder) {
        try (Stream<Path> below = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            for (Path path : below.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
