package dev.stowage.ingest.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
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
final class NamedCsvRows extends CsvText.Open<CsvRecord> implements SourceRows {
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private @Nullable CsvRecord row;

    private NamedCsvRows(TextSource text, ColumnMapping mapping) {
        super(
                text,
                CsvText.reader().ofCsvRecord(text.asStream(), StandardCharsets.UTF_8).iterator());
        try {
            List<String> names = next() && row != null ? row.getFields() : List.of();
            for (int i = 0; i < names.size(); i++) {
                columns.putIfAbsent(names.get(i).strip(), i);
            }
            mapping.check(path, new LinkedHashSet<>(columns.keySet()));
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
            throw CsvText.explain(path, line() + 1, e);
        }
    }

    @Override
    public long line() {
        return row == null ? 0 : row.getStartingLineNumber();
    }

    @Override
    public @Nullable String value(String column) {
        Integer index = columns.get(column);
        return row == null || index == null || index >= row.getFieldCount()
                ? null
                : row.getField(index).strip();
    }
}
