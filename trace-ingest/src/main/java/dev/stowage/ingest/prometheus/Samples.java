package dev.stowage.ingest.prometheus;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The samples of a series in order of time, one at a time each. */
final class Samples {
    private long[] times = new long[16];
    private double[] values = new double[16];
    private int size;
    private boolean isSorted = true;
    private long outOfOrder;
    private long repeated;
    private long contradicting;

    void add(long timeMicros, double value) {
        if (size == times.length) {
            times = Arrays.copyOf(times, Math.addExact(size, size));
            values = Arrays.copyOf(values, times.length);
        }
        if (size > 0 && times[size - 1] >= timeMicros) {
            isSorted = false;
        }
        times[size] = timeMicros;
        values[size++] = value;
    }

    /** Notes that the samples added since a size was taken go back in time. */
    void checkOrder(int from) {
        for (int i = from + 1; i < size; i++) {
            outOfOrder += times[i] < times[i - 1] ? 1 : 0;
        }
    }

    /** Sorts them; of several at one time the first one added stays. */
    void sort() {
        if (isSorted) {
            return;
        }
        int[] order =
                IntStream.range(0, size)
                        .boxed()
                        .sorted(Comparator.comparingLong(i -> times[i])) // stable
                        .mapToInt(Integer::intValue)
                        .toArray();
        long[] sortedTimes = new long[size];
        double[] sortedValues = new double[size];
        int kept = 0;
        for (int i : order) {
            if (kept > 0 && sortedTimes[kept - 1] == times[i]) {
                repeated++;
                contradicting += sortedValues[kept - 1] == values[i] ? 0 : 1;
                continue;
            }
            sortedTimes[kept] = times[i];
            sortedValues[kept++] = values[i];
        }
        times = sortedTimes;
        values = sortedValues;
        size = kept;
        isSorted = true;
    }

    int size() {
        return size;
    }

    long time(int i) {
        return times[i];
    }

    double value(int i) {
        return values[i];
    }

    /** Samples that lay before the one above them. */
    long outOfOrder() {
        return outOfOrder;
    }

    /** Samples at the time of another one of the series. */
    long repeated() {
        return repeated;
    }

    /** Those of them that say another value. */
    long contradicting() {
        return contradicting;
    }
}
