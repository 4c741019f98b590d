package dev.stowage.ingest.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** How the user's own CSV files are taken apart, and what is said where that fails. */
public final class CsvText {
    private CsvText() {}

    /** A field has at most as many characters as a line of other text has bytes. */
    public static CsvReader.CsvReaderBuilder reader() {
        return CsvReader.builder()
                .detectBomHeader(true)
                .maxBufferSize(LineBlocks.MAX_LINE_BYTES)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    /**
     * Moves to the next record; false if there is none.
     *
     * @param fields of the record that is read
     */
    static boolean advance(Path path, CloseableIterator<CsvFields> records, CsvFields fields) {
        try {
            if (!records.hasNext()) {
                return false;
            }
            records.next();
            return true;
        } catch (CsvParseException e) {
            throw explain(path, fields.line(), e);
        }
    }

    /** What is to be thrown when a file can't be taken apart at a line. */
    public static RuntimeException explain(Path path, long line, CsvParseException failure) {
        if (failure.getCause() instanceof InputException damaged) {
            return damaged; // the file below, not its CSV
        }
        if (failure.getCause() instanceof UncheckedIOException unreadable) {
            return unreadable;
        }
        return InputException.atLine(
                        path,
                        Math.max(1, line),
                        "text that is not CSV from there on (" + failure.getMessage() + ")",
                        "comma-separated values, of at most "
                                + LineBlocks.MAX_LINE_BYTES
                                + " characters each",
                        "Look for a quote that is never closed.")
                .causedBy(failure);
    }

    /** A CSV file while its records are read. */
    abstract static class Open<R> implements Closeable {
        final Path path;
        final CloseableIterator<R> records;
        private final TextSource text;

        Open(TextSource text, CloseableIterator<R> records) {
            path = text.path();
            this.text = text;
            this.records = records;
        }

        /** Bytes on disk that were read. */
        public final long diskBytes() {
            return text.diskBytes();
        }

        /** Checksum of the file on disk; reads what is left of it. */
        public final String sha256() {
            return text.sha256();
        }

        @Override
        public final void close() {
            try {
                records.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
