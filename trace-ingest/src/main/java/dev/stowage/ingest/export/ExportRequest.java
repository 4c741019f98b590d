package dev.stowage.ingest.export;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What to export and how.
 *
 * @param trace to be written
 * @param output an empty folder, or a file that does not exist, as the format has it
 * @param isGzip whether a single file is compressed; the parts of a folder are in any case
 * @param partRows most rows of a part, as far as the rows of one instant allow
 * @param machine what 1.0 is to stand for in a normalised format; null for what the trace was read
 *     with, or else the smallest whole cores and GiB that hold all its requests and machines
 * @param progress told about the tasks written
 */
public record ExportRequest(
        CanonicalTrace trace,
        Path output,
        boolean isGzip,
        int partRows,
        @Nullable Resources machine,
        Progress progress) {
    /** The parts of Google's table of task events have about as many rows. */
    public static final int DEFAULT_PART_ROWS = 450_000;

    /** Rows between two steps of the progress. */
    static final int PROGRESS_ROWS = 1 << 12;

    public ExportRequest {
        Check.positive("partRows", partRows);
    }
}
