package dev.stowage.ingest.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.CsvText;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.TextSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV whose header names the user's own columns. */
final class NamedCsvRows implements SourceRows {
    private final TextSource text;
    private final CloseableIterator<CsvRecord> records;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private @Nullable CsvRecord row;

    private NamedCsvRows(TextSource text, ColumnMapping mapping) {
        this.text = text;
        records = CsvText.reader().ofCsvRecord(text.asStream(), StandardCharsets.UTF_8).iterator();
        try {
            List<String> names = next() && row != null ? row.getFields() : List.of();
            for (int i = 0; i < names.size(); i++) {
                columns.putIfAbsent(names.get(i).strip(), i);
            }
            mapping.check(text.path(), new LinkedHashSet<>(columns.keySet()));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    static NamedCsvRows open(Path path, ColumnMapping mapping, InflationLimit inflation) {
        return new NamedCsvRows(TextSource.open(path, inflation, bytes -> {}), mapping);
    }

    @Override
    public boolean next() {
        try {
            row = records.hasNext() ? records.next() : null;
            return row != null;
        } catch (CsvParseException e) {
            throw CsvText.explain(text.path(), e);
        }
    }

    @Override
    public long line() {
        return row == null ? 0 : row.getStartingLineNumber();
    }

    @Override
    public @Nullable String value(String column) {
        Integer index = columns.get(column);
        if (row == null || index == null || index >= row.getFieldCount()) {
            return null;
        }
        String value = row.getField(index).strip();
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw InputException.atLine(
                    text.path(),
                    line(),
                    "a line break in the value of " + column,
                    "values in one line",
                    "Look for a quote that is not closed.");
        }
        return value;
    }

    @Override
    public long diskBytes() {
        return text.diskBytes();
    }

    @Override
    public String sha256() {
        return text.sha256();
    }

    @Override
    public void close() {
        text.close();
    }
}
