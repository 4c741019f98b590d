package dev.stowage.ingest.log;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.TimeSeries;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code series.parquet}: levels over time, one column each beside {@code time_micros}. Begun with
 * the first rows; written in row groups, so that memory does not depend on their number.
 */
public final class SeriesFile implements SeriesLog, Closeable {
    private final Path path;
    private @Nullable ColumnFileWriter file;

    private SeriesFile(Path path) {
        this.path = path;
    }

    /** A file for the rows of one run; not there before the first of them. */
    public static SeriesFile create(Path path) {
        return new SeriesFile(path);
    }

    /** Writes a new file. */
    public static void write(TimeSeries series, Path path) {
        try (SeriesFile file = create(path)) {
            file.rows(series);
        }
    }

    @Override
    public void rows(TimeSeries block) {
        ColumnFileWriter writer = file == null ? open(block) : file;
        file = writer;
        List<double[]> values = List.copyOf(block.columns().values());
        for (int row = 0; row < block.size(); row++) {
            writer.putLong(block.timeMicros()[row]);
            for (double[] column : values) {
                writer.putDouble(column[row]);
            }
            writer.endRow();
        }
    }

    private ColumnFileWriter open(TimeSeries block) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.required("time_micros", Column.Type.INT64, "start of the row"));
        for (String name : block.columns().keySet()) {
            columns.add(Column.required(name, Column.Type.DOUBLE, "time-weighted mean"));
        }
        return ColumnFileWriter.create(path, "series", columns);
    }

    /** Writes what is buffered. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
