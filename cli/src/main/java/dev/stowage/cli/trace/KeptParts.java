package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
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

/** The folder beside an output that keeps what an ingest has read, until it is done. */
final class KeptParts {
    private static final long KEPT_FROM_BYTES = 256L << 20;

    private final Path folder;
    private final boolean isKept;
    private final boolean isResumed;
    private final boolean hasParts;
    private final CommonOptions common;

    private KeptParts(
            Path folder,
            boolean isKept,
            boolean isResumed,
            boolean hasParts,
            CommonOptions common) {
        this.folder = folder;
        this.isKept = isKept;
        this.isResumed = isResumed;
        this.hasParts = hasParts;
        this.common = common;
    }

    /** For an ingest into {@code output}. */
    static KeptParts of(
            Path output,
            List<Path> inputs,
            boolean isResumed,
            TraceFormat format,
            CommonOptions common) {
        Path absolute = output.toAbsolutePath().normalize();
        boolean hasParts = format instanceof TraceFamily;
        return new KeptParts(
                absolute.resolveSibling("." + absolute.getFileName() + ".parts"),
                hasParts && (isResumed || bytes(inputs) >= KEPT_FROM_BYTES),
                isResumed,
                hasParts,
                common);
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
    Optional<Path> folder() {
        return isKept ? Optional.of(folder) : Optional.empty();
    }

    /** Says what an earlier ingest left; removes it if it is not wanted. */
    void begin() {
        long left = FinishedParts.count(folder);
        if (isResumed && !hasParts) {
            common.note("This format is read in one piece: beginning anew");
        } else if (isResumed) {
            common.note(
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
    void remove() {
        FinishedParts.remove(folder);
    }

    void tell(IngestReport report) {
        if (report.partsReused() > 0) {
            common.note("Did not read " + files(report.partsReused()) + " again");
        }
    }

    /** After a failure: how to go on. */
    void tellWhatIsLeft() {
        long left = FinishedParts.count(folder);
        if (left > 0) {
            common.note(
                    files(left)
                            + " read to the end; the same command with --resume goes on from"
                            + " there (kept in "
                            + folder
                            + ")");
        }
    }
}
