package dev.stowage.ingest.inspection;

import dev.stowage.ingest.inspection.TraceInspection.Arrivals;
import java.util.Arrays;

/**
 * Submits per hour in one pass. A trace of more than {@value #MOST} hours is counted in spans of 2,
 * 4, … hours, so that memory is constant.
 */
final class ArrivalTally {
    private static final int MOST = 1 << 15;
    private static final long MICROS_PER_HOUR = 3_600_000_000L;

    private long[] counts = new long[64];
    private int used;
    private long width = MICROS_PER_HOUR;
    private long beforeStart;

    /** Counts a submit, unless it lies before the start: its time is not known then. */
    void add(long submitMicros, boolean isBeforeStart) {
        if (isBeforeStart) {
            beforeStart++;
            return;
        }
        while (submitMicros / width >= MOST) {
            halve();
        }
        int hour = (int) (submitMicros / width);
        if (hour >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(hour + 1, 2 * counts.length));
        }
        counts[hour]++;
        used = Math.max(used, hour + 1);
    }

    private void halve() {
        for (int i = 0; i < used; i++) {
            long count = counts[i];
            counts[i] = 0;
            counts[i / 2] += count;
        }
        used = (used + 1) / 2;
        width *= 2;
    }

    Arrivals arrivals() {
        return new Arrivals(
                width / (double) MICROS_PER_HOUR,
                beforeStart,
                Arrays.stream(Arrays.copyOf(counts, used)).boxed().toList());
    }
}
