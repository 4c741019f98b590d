package dev.stowage.catalog;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stowage.basis.InputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/** Files of price lists: plain or gzip, by their content; UTF-8. */
public final class SourceText {
    private static final int BUFFER = 1 << 16;

    /** Takes the rows of a CSV; the first line is its header. */
    public interface Rows {
        /** One row with its line, counted from 1. */
        void row(long line, String[] fields);
    }

    private SourceText() {}

    /**
     * The content of a file, unpacked if it is gzip.
     *
     * @throws InputException if there is no such file
     */
    public static InputStream open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw InputException.of(
                    file,
                    Files.exists(file) ? "something that is not a file" : "nothing",
                    "a catalogue or a price list",
                    null);
        }
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        in.mark(2);
        int magic = in.read() | in.read() << 8;
        in.reset();
        return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(in, BUFFER) : in;
    }

    /**
     * Reads a CSV file; {@code forHeader} is given the names of its columns, without the byte order
     * mark, and says who takes the rows.
     *
     * @throws InputException if it can't be read as CSV in UTF-8
     */
    public static void csv(Path file, Function<List<String>, Rows> forHeader) {
        try (Reader reader =
                new InputStreamReader(open(file), StandardCharsets.UTF_8.newDecoder())) {
            csv(file.toString(), reader, forHeader);
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(file, e);
        }
    }

    /** A file that can't be read as text. */
    public static InputException unreadable(Path file, Exception cause) {
        return InputException.of(
                        file,
                        "a file that can't be read as text (" + cause.getMessage() + ")",
                        "a catalogue or price list in UTF-8, plain or gzip",
                        null)
                .causedBy(cause);
    }

    static void csv(String place, Reader reader, Function<List<String>, Rows> forHeader) {
        CsvReader<CsvRecord> records =
                CsvReader.builder()
                        .detectBomHeader(false)
                        .allowUnclosedQuote(false)
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .ofCsvRecord(reader);
        Rows rows = null;
        try {
            for (CsvRecord row : records) {
                if (rows == null) {
                    List<String> names =
                            row.getFields().stream()
                                    .map(name -> name.replace("\ufeff", "").strip())
                                    .toList();
                    rows = forHeader.apply(names);
                } else {
                    rows.row(row.getStartingLineNumber(), row.getFields().toArray(String[]::new));
                }
            }
        } catch (CsvParseException e) {
            throw InputException.at(
                            place, "no CSV (" + e.getMessage() + ")", "a catalogue as CSV", null)
                    .causedBy(e);
        }
    }
}
