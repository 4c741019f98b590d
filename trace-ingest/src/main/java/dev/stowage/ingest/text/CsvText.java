package dev.stowage.ingest.text;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stowage.basis.InputException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How CSV files of columns that we don't know are taken apart, whose values may hold line breaks,
 * and what is said where that fails.
 */
public final class CsvText {
    /** What every message of the parser ends with. */
    private static final Pattern LINE = Pattern.compile("record starting at line ([0-9]+)");

    private CsvText() {}

    /** A field has at most as many characters as a line of other text has bytes. */
    public static CsvReader.CsvReaderBuilder reader() {
        return CsvReader.builder()
                .detectBomHeader(true)
                .maxBufferSize(LineBlocks.MAX_LINE_BYTES)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    /** What is to be thrown when a file can't be taken apart. */
    public static RuntimeException explain(Path path, CsvParseException failure) {
        if (failure.getCause() instanceof InputException damaged) {
            return damaged; // the file below, not its CSV
        }
        if (failure.getCause() instanceof UncheckedIOException unreadable) {
            return unreadable;
        }
        Matcher line = LINE.matcher(String.valueOf(failure.getMessage()));
        return InputException.atLine(
                        path,
                        line.find() ? Long.parseLong(line.group(1)) : 1,
                        "text that is not CSV from there on (" + failure.getMessage() + ")",
                        "comma-separated values, of at most "
                                + LineBlocks.MAX_LINE_BYTES
                                + " characters each",
                        "Look for a quote that is not closed.")
                .causedBy(failure);
    }
}
