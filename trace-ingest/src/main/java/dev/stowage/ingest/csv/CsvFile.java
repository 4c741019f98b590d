package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.TextSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One CSV file while it is read: its header, then its records. */
final class CsvFile extends CsvText.Open<CsvFields> implements TaskRecords {
    private final CsvFields fields;
    private final CsvHeader header;
    private long rows;

    private CsvFile(TextSource text, CsvFields fields) {
        super(
                text,
                CsvText.reader().build(fields, text.asStream(), StandardCharsets.UTF_8).iterator());
        this.fields = fields;
        try {
            header = readHeader();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Opens a file and checks its header. */
    static CsvFile open(Path path, InflationLimit inflation) {
        return new CsvFile(TextSource.open(path, inflation, bytes -> {}), new CsvFields());
    }

    private CsvHeader readHeader() {
        if (!advance()) {
            throw InputException.of(path, "no header", "a header and rows of tasks", null);
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < fields.count(); i++) {
            names.add(fields.text(i));
        }
        return CsvHeader.parse(path, fields.line(), names);
    }

    @Override
    public boolean next() {
        boolean hasNext = advance();
        rows += hasNext ? 1 : 0;
        return hasNext;
    }

    private boolean advance() {
        return CsvText.advance(path, records, fields);
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public CsvFields fields() {
        return fields;
    }

    @Override
    public CsvHeader header() {
        return header;
    }

    @Override
    public long rows() {
        return rows;
    }
}
