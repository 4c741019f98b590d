package dev.stowage.output;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.stowage.catalog.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Rows with problems as CSV, one after another; does nothing if no file is asked for. */
public final class ProblemFile implements Consumer<Problem>, AutoCloseable {
    private final @Nullable OutputTarget target;
    private final @Nullable CsvWriter csv;
    private boolean isClosed;

    public ProblemFile(@Nullable Path file, boolean isForced) {
        if (file == null) {
            target = null;
            csv = null;
            return;
        }
        target = OutputTarget.file(file, isForced);
        try {
            csv =
                    CsvWriter.builder()
                            .lineDelimiter(LineDelimiter.LF)
                            .build(target.temporary(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        csv.writeRecord("reason", "place", "row", "found", "expected");
    }

    @Override
    public void accept(Problem problem) {
        if (csv != null) {
            csv.writeRecord(
                    problem.reason().label(),
                    problem.place(),
                    problem.row(),
                    problem.found(),
                    problem.expected());
        }
    }

    /** Moves what was written into place. */
    public void commit() {
        closeCsv();
        if (target != null) {
            target.commit();
        }
    }

    @Override
    public void close() {
        closeCsv();
        if (target != null) {
            target.close();
        }
    }

    private void closeCsv() {
        if (csv != null && !isClosed) {
            isClosed = true;
            try {
                csv.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
