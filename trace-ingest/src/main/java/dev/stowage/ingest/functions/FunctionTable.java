package dev.stowage.ingest.functions;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.CsvText;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Rows of a CSV with a header, plain or compressed, whose columns are found by name. */
final class FunctionTable {
    /** A mean or a duration of 0 is below the resolution of a millisecond: half of it. */
    static final double BELOW_RESOLUTION_MILLIS = 0.5;

    private FunctionTable() {}

    static int column(Path path, CsvRecord header, List<String> names) {
        for (int i = 0; i < header.getFieldCount(); i++) {
            if (names.contains(header.getField(i).strip())) {
                return i;
            }
        }
        throw InputException.atLine(
                path, 1, "no column " + names.get(0), String.join(" or ", names), null);
    }

    static double number(Path path, CsvRecord row, int column) {
        double value;
        try {
            value = Double.parseDouble(row.getField(column).strip());
        } catch (NumberFormatException e) {
            throw bad(path, row, column, "a number").causedBy(e);
        }
        if (!(value >= 0 && value <= 1e15)) {
            throw bad(path, row, column, "a number of at least 0");
        }
        return value;
    }

    static InputException bad(Path path, CsvRecord row, int column, String expected) {
        return InputException.atLine(
                path,
                row.getStartingLineNumber(),
                "\"" + row.getField(column) + "\" in column " + (column + 1),
                expected,
                null);
    }

    static void rows(Path path, BiConsumer<CsvRecord, CsvRecord> row) {
        if (!Files.isRegularFile(path)) {
            throw InputException.of(path, "no such file", "a table of functions", null);
        }
        TextSource text = TextSource.open(path, InflationLimit.USUAL, bytes -> {});
        try (CloseableIterator<CsvRecord> records =
                CsvText.reader().ofCsvRecord(text.asStream(), StandardCharsets.UTF_8).iterator()) {
            if (!records.hasNext()) {
                throw InputException.of(path, "an empty file", "a table of functions", null);
            }
            CsvRecord header = records.next();
            while (records.hasNext()) {
                CsvRecord next = records.next();
                if (next.getFieldCount() != header.getFieldCount()) {
                    throw InputException.atLine(
                            path,
                            next.getStartingLineNumber(),
                            next.getFieldCount() + " fields",
                            header.getFieldCount() + ", as the header has",
                            null);
                }
                row.accept(header, next);
            }
        } catch (CsvParseException e) {
            throw CsvText.explain(path, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
