package dev.stowage.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Levels over time as columns: row {@code i} holds the time-weighted mean of each level over
 * [{@code timeMicros[i]}, {@code timeMicros[i] + stepMicros}). Written as {@code series.parquet}
 * and drawn in reports.
 *
 * @param stepMicros length of a row, microseconds
 * @param timeMicros start of each row, ascending, microseconds on the workload's clock
 * @param columns values by column name, each as long as {@code timeMicros}, in a fixed order
 */
@SuppressWarnings("ArrayRecordComponent") // columns are handed over, not compared
public record TimeSeries(long stepMicros, long[] timeMicros, Map<String, double[]> columns) {
    public TimeSeries {
        for (Map.Entry<String, double[]> column : columns.entrySet()) {
            if (column.getValue().length != timeMicros.length) {
                throw new IllegalArgumentException(
                        column.getKey()
                                + " has "
                                + column.getValue().length
                                + " rows, expected "
                                + timeMicros.length);
            }
        }
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /**
     * Values of a column.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public double[] column(String name) {
        double[] column = columns.get(name);
        if (column == null) {
            throw new IllegalArgumentException("no column " + name + " among " + columns.keySet());
        }
        return column;
    }

    /** Number of rows. */
    public int size() {
        return timeMicros.length;
    }
}
