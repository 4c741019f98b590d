package dev.stowage.ingest.parquet;

import java.util.Arrays;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Least and largest value and number of nulls of the pages of a column chunk, one page after the
 * other.
 *
 * <p>Hot: a comparison a value. Guarded by ColumnFileBenchmark.
 */
final class PageStatistics {
    private final ColumnBuffer column;
    private final PrimitiveType type;
    private final long[] values;
    private final int[] seenIn; // page in which a text was seen last, from 1 on
    private int page;
    private long textBytes;

    PageStatistics(ColumnBuffer column, PrimitiveType type) {
        this.column = column;
        this.type = type;
        values = column.isConstant() ? new long[] {column.constant()} : column.values();
        seenIn = new int[column.column().type() == Column.Type.STRING ? column.texts().size() : 0];
    }

    /** Bytes of the texts of the last page, as often as they are there. */
    long textBytes() {
        return textBytes;
    }

    /** The next page: which values of the column, and how many nulls. */
    Statistics<?> of(int from, int to, int nulls) {
        Statistics<?> statistics = Statistics.createStats(type);
        statistics.incrementNumNulls(nulls);
        page++;
        textBytes = 0;
        if (from < to && column.isConstant()) {
            add(statistics, 0, 1, to - from);
        } else if (from < to) {
            add(statistics, from, to, 1);
        }
        return statistics;
    }

    private void add(Statistics<?> statistics, int from, int to, int times) {
        switch (column.column().type()) {
            case INT64 -> {
                statistics.updateStats(least(from, to));
                statistics.updateStats(largest(from, to));
            }
            case INT32 -> {
                statistics.updateStats((int) least(from, to));
                statistics.updateStats((int) largest(from, to));
            }
            case BOOLEAN -> {
                statistics.updateStats(least(from, to) != 0);
                statistics.updateStats(largest(from, to) != 0);
            }
            case DOUBLE -> addDoubles(statistics, from, to, times);
            case STRING -> addTexts(statistics, from, to, times);
        }
    }

    private long least(int from, int to) {
        long least = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    private long largest(int from, int to) {
        long largest = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, values[i]);
        }
        return largest;
    }

    /** NaN has no place among the others: it is counted. */
    private void addDoubles(Statistics<?> statistics, int from, int to, int times) {
        double least = Double.POSITIVE_INFINITY;
        double largest = Double.NEGATIVE_INFINITY;
        long nans = 0;
        for (int i = from; i < to; i++) {
            double value = Double.longBitsToDouble(values[i]);
            if (Double.isNaN(value)) {
                nans++;
            } else {
                least = Math.min(least, value);
                largest = Math.max(largest, value);
            }
        }
        statistics.incrementNanCount(nans * times);
        if (nans < to - from) {
            statistics.updateStats(least);
            statistics.updateStats(largest);
        }
    }

    private void addTexts(Statistics<?> statistics, int from, int to, int times) {
        DistinctTexts texts = column.texts();
        for (int i = from; i < to; i++) {
            int number = (int) values[i];
            textBytes += (long) texts.length(number) * times;
            if (seenIn[number] != page) {
                seenIn[number] = page;
                int start = texts.start(number);
                statistics.updateStats(
                        Binary.fromConstantByteArray(
                                Arrays.copyOfRange(
                                        texts.bytes(), start, start + texts.length(number))));
            }
        }
    }
}
