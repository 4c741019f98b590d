package dev.stowage.ingest.log;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TimeSeries;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code series.parquet}: levels over time, one column each beside {@code time_micros}. Begun with
 * the first rows; written in row groups, so that memory does not depend on their number.
 */
public final class SeriesFile implements SeriesLog, Closeable {
    private final Path path;
    private final Optional<Instant> epoch;
    private @Nullable ColumnFileWriter file;

    private SeriesFile(Path path, Optional<Instant> epoch) {
        this.path = path;
        this.epoch = epoch;
    }

    /**
     * A file for the rows of one run; not there before the first of them.
     *
     * @param epoch the moment of time 0; with it each row has its moment, in a last column {@code
     *     time}
     */
    public static SeriesFile create(Path path, Optional<Instant> epoch) {
        return new SeriesFile(path, epoch);
    }

    /** Writes a new file. */
    public static void write(TimeSeries series, Path path, Optional<Instant> epoch) {
        try (SeriesFile file = create(path, epoch)) {
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
            if (epoch.isPresent()) {
                writer.putMoment(block.timeMicros()[row], epoch.get(), TaskLog.NONE);
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
        if (epoch.isPresent()) {
            columns.add(Column.moment("time", "time_micros as a moment"));
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
