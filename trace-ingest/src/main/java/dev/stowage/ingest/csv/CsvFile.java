package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.InflationLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One CSV file while it is read: its header, then its records. */
final class CsvFile implements TaskRecords {
    private final Path path;
    private final CsvLines lines;
    private final CsvHeader header;
    private long rows;

    private CsvFile(Path path, CsvLines lines) {
        this.path = path;
        this.lines = lines;
        try {
            header = readHeader();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Opens a file and checks its header. */
    static CsvFile open(Path path, InflationLimit inflation) {
        return new CsvFile(path, CsvLines.open(path, inflation));
    }

    private CsvHeader readHeader() {
        if (!lines.nextWhole()) {
            throw InputException.of(path, "no header", "a header and rows of tasks", null);
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < fields().count(); i++) {
            names.add(fields().text(i));
        }
        return CsvHeader.parse(path, fields().line(), names);
    }

    @Override
    public boolean next() {
        boolean hasNext = lines.next();
        rows += hasNext ? 1 : 0;
        return hasNext;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public CsvFields fields() {
        return lines.fields();
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
        return lines.diskBytes();
    }

    @Override
    public String sha256() {
        return lines.sha256();
    }

    @Override
    public void close() {
        lines.close();
    }
}
