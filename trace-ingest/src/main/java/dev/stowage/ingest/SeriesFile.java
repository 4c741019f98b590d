package dev.stowage.ingest;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.plan.TimeSeries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code series.parquet}: levels over time, one column each beside {@code time_micros}. */
public final class SeriesFile {
    private SeriesFile() {}

    /** Writes a new file. */
    public static void write(TimeSeries series, Path file) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.required("time_micros", Column.Type.INT64, "start of the row"));
        for (String name : series.columns().keySet()) {
            columns.add(Column.required(name, Column.Type.DOUBLE, "time-weighted mean"));
        }
        List<double[]> values = List.copyOf(series.columns().values());
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "series", columns)) {
            for (int row = 0; row < series.size(); row++) {
                writer.putLong(series.timeMicros()[row]);
                for (double[] column : values) {
                    writer.putDouble(column[row]);
                }
                writer.endRow();
            }
        }
    }
}
