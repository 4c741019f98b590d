package dev.stowage.ingest.inspection;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.inspection.TraceInspection.Quantiles;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Quantiles of a quantity in one pass: within 0.1 % of the exact values, in constant memory; mean,
 * least and largest are exact.
 */
final class QuantileTally {
    private static final int DIGITS = 3;

    /** The largest error of a quantile, upwards, as a share of the exact value. */
    static final double ERROR = 1e-3; // of as many digits

    private final double unit;
    private final Histogram histogram = new Histogram(DIGITS);
    private long absent;
    private double sum;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    /** Of values that are divided by {@code unit} when they are reported. */
    QuantileTally(double unit) {
        this.unit = unit;
    }

    /** Adds a value of at least 0, or counts an absent one. */
    void add(long value) {
        if (value == ABSENT) {
            absent++;
            return;
        }
        histogram.recordValue(value);
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    Quantiles quantiles() {
        long count = histogram.getTotalCount();
        if (count == 0) {
            return new Quantiles(0, absent, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        return new Quantiles(
                count,
                absent,
                sum / count / unit,
                min / unit,
                at(25),
                at(50),
                at(75),
                at(90),
                at(99),
                max / unit);
    }

    /** The values at 0, 1, … 100 percent; none if there are no values. */
    List<Double> percentiles() {
        return histogram.getTotalCount() == 0
                ? List.of()
                : IntStream.rangeClosed(0, 100).mapToObj(percent -> at(percent)).toList();
    }

    private double at(double percent) {
        long value = histogram.getValueAtPercentile(percent);
        return Math.max(min, Math.min(max, value)) / unit;
    }
}
