package dev.stowage.workflow.ingest;

import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.source.FinishedParts;
import dev.stowage.ingest.source.TraceFamily;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The folder beside an output that keeps what an ingest has read, until it is done. */
public final class KeptParts {
    private static final long KEPT_FROM_BYTES = 256L << 20;

    private final Path folder;
    private final boolean isKept;
    private final boolean isResumed;
    private final boolean hasParts;
    private final Consumer<String> notes;

    private boolean isDone;

    private KeptParts(
            Path folder,
            boolean isKept,
            boolean isResumed,
            boolean hasParts,
            Consumer<String> notes) {
        this.folder = folder;
        this.isKept = isKept;
        this.isResumed = isResumed;
        this.hasParts = hasParts;
        this.notes = notes;
    }

    /** For an ingest into {@code output}; {@code notes} is told what becomes of them. */
    public static KeptParts of(
            Path output,
            List<Path> inputs,
            boolean isResumed,
            TraceFormat format,
            Consumer<String> notes) {
        Path absolute = output.toAbsolutePath().normalize();
        boolean hasParts = format instanceof TraceFamily;
        return new KeptParts(
                absolute.resolveSibling("." + absolute.getFileName() + ".parts"),
                hasParts && (isResumed || bytes(inputs) >= KEPT_FROM_BYTES),
                isResumed,
                hasParts,
                notes);
    }

    private static long bytes(List<Path> inputs) {
        long bytes = 0;
        for (Path input : inputs) {
            for (Path file : Files.exists(input) ? InputFiles.of(input) : List.<Path>of()) {
                try {
                    bytes += Files.size(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return bytes;
    }

    /** The folder, if parts are kept. */
    public Optional<Path> folder() {
        return isKept ? Optional.of(folder) : Optional.empty();
    }

    /** Says what an earlier ingest left; removes it if it is not wanted. */
    public void begin() {
        long left = FinishedParts.count(folder);
        if (isResumed && !hasParts) {
            notes.accept("This format is read in one piece: beginning anew");
        } else if (isResumed) {
            notes.accept(
                    left == 0
                            ? "No finished parts to go on from: beginning anew"
                            : "Going on from " + files(left) + " that were read before");
        } else {
            FinishedParts.remove(folder);
        }
    }

    private static String files(long count) {
        return count == 1 ? "1 file" : count + " files";
    }

    /** The ingest is done. */
    public void remove() {
        isDone = true;
        FinishedParts.remove(folder);
    }

    public void tell(IngestReport report) {
        if (report.partsReused() > 0) {
            notes.accept("Did not read " + files(report.partsReused()) + " again");
        }
    }

    /** At the end; after a failure it says how to go on. */
    public void tellWhatIsLeft() {
        long left = FinishedParts.count(folder);
        if (left > 0) {
            notes.accept(
                    files(left)
                            + " read to the end; the same command with --resume goes on from"
                            + " there (kept in "
                            + folder
                            + ")");
        } else if (isKept && !isDone) {
            notes.accept(
                    "No file was read to its end, so nothing is kept: --resume begins anew. Parts"
                            + " of a file are not kept; a source in several files keeps those that"
                            + " were read");
        }
    }
}
