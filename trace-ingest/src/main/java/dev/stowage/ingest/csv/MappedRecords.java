package dev.stowage.ingest.csv;

import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.text.InflationLimit;
import java.nio.file.Path;

/** Tasks from columns of another name and unit, by a mapping. */
final class MappedRecords implements TaskRecords {
    private final Path path;
    private final SourceRows source;
    private final ColumnMapping mapping;
    private final CsvHeader header;
    private final CsvFields fields = new CsvFields();
    private long rows;

    private MappedRecords(Path path, SourceRows source, ColumnMapping mapping) {
        this.path = path;
        this.source = source;
        this.mapping = mapping;
        header = mapping.header();
    }

    /** Opens a file of either kind, by its content, and checks that it has the columns. */
    static MappedRecords open(Path path, ColumnMapping mapping, InflationLimit inflation) {
        SourceRows source =
                Encoding.isParquet(path)
                        ? ParquetRows.open(path, mapping)
                        : NamedCsvRows.open(path, mapping, inflation);
        return new MappedRecords(path, source, mapping);
    }

    @Override
    public boolean next() {
        if (!source.next()) {
            return false;
        }
        rows++;
        fields.begin(source.line());
        WallClock clock = mapping.clock();
        clock.beginRow();
        for (MappedColumn column : mapping.columns()) {
            fields.add(column.value(column.isMoment() ? source::moment : source::value, clock));
        }
        return true;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public CsvHeader header() {
        return header;
    }

    @Override
    public CsvFields fields() {
        return fields;
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long diskBytes() {
        return source.diskBytes();
    }

    @Override
    public String sha256() {
        return source.sha256();
    }

    @Override
    public void close() {
        source.close();
    }
}
