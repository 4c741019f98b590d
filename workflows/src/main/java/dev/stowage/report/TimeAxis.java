package dev.stowage.report;

import dev.stowage.report.Chart.Axis;
import dev.stowage.run.TimeSeries;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rows of a series as drawn: not more than a screen can show, on an axis with round ticks. */
public final class TimeAxis {
    private static final double MICROS_PER_SECOND = 1e6;

    private TimeAxis() {}

    /**
     * At most {@code rows} rows: neighbours are averaged, the same number of them in each row but
     * the last.
     */
    public static TimeSeries thinned(TimeSeries series, int rows) {
        int each = (series.size() + rows - 1) / Math.max(1, rows);
        if (each <= 1) {
            return series;
        }
        int size = (series.size() + each - 1) / each;
        long[] times = new long[size];
        for (int i = 0; i < size; i++) {
            times[i] = series.timeMicros()[i * each];
        }
        Map<String, double[]> columns = new LinkedHashMap<>();
        series.columns().forEach((name, values) -> columns.put(name, means(values, each, size)));
        return new TimeSeries(series.stepMicros() * each, times, columns);
    }

    private static double[] means(double[] values, int each, int size) {
        double[] means = new double[size];
        for (int i = 0; i < size; i++) {
            int end = Math.min(values.length, (i + 1) * each);
            double sum = 0;
            for (int j = i * each; j < end; j++) {
                sum += values[j];
            }
            means[i] = sum / (end - i * each);
        }
        return means;
    }

    /** Start of each row in seconds, and the end of the last. */
    public static double[] edges(TimeSeries series) {
        double[] seconds = new double[series.size() + 1];
        for (int i = 0; i < series.size(); i++) {
            seconds[i] = series.timeMicros()[i] / MICROS_PER_SECOND;
        }
        if (series.size() > 0) {
            seconds[series.size()] =
                    (series.timeMicros()[series.size() - 1] + series.stepMicros())
                            / MICROS_PER_SECOND;
        }
        return seconds;
    }

    /** Values at {@link #edges}: the last one is held to the end. */
    public static double[] held(double[] values) {
        double[] held = Arrays.copyOf(values, values.length + 1);
        if (values.length > 0) {
            held[values.length] = values[values.length - 1];
        }
        return held;
    }

    /** The axis under a series. */
    public static Axis of(TimeSeries series) {
        double[] edges = edges(series);
        double low = edges[0];
        double high = edges[edges.length - 1];
        double step = Ticks.step("s", high - low);
        return Axis.value("Time since the start of the workload", "s")
                .from(Math.floor(low / step) * step)
                .to(high)
                .inSteps(step);
    }
}
