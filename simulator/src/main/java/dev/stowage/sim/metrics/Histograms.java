package dev.stowage.sim.metrics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Histograms in checkpoints: the values that occur, with their counts. */
final class Histograms {
    private Histograms() {}

    static void write(Histogram histogram, DataOutput out) throws IOException {
        List<Long> pairs = new ArrayList<>();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            pairs.add(value.getValueIteratedTo());
            pairs.add(value.getCountAtValueIteratedTo());
        }
        out.writeInt(pairs.size() / 2);
        for (long number : pairs) {
            out.writeLong(number);
        }
    }

    /** Adds what was written to an empty one. */
    static void read(Histogram histogram, DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            long value = in.readLong();
            histogram.recordValueWithCount(value, in.readLong());
        }
    }
}
