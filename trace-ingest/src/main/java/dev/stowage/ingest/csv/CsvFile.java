package dev.stowage.ingest.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One CSV file while it is read: its header, then its records. */
final class CsvFile implements TaskRecords {
    private final Path path;
    private final TextSource text;
    private final CloseableIterator<CsvFields> records;
    private final CsvFields fields = new CsvFields();
    private final CsvHeader header;
    private long rows;

    private CsvFile(Path path, InflationLimit inflation) {
        this.path = path;
        text = TextSource.open(path, inflation, bytes -> {});
        records =
                CsvText.reader().build(fields, text.asStream(), StandardCharsets.UTF_8).iterator();
        try {
            header = readHeader();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Opens a file and checks its header. */
    static CsvFile open(Path path, InflationLimit inflation) {
        return new CsvFile(path, inflation);
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
        try {
            records.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
