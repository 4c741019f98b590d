package dev.stowage.sim.metrics;

import dev.stowage.basis.PlainState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Exact counts of waiting times in buckets of 1, 2, 5, 10, … from a millisecond on. */
final class PendingBuckets implements PlainState {
    private static final long FIRST_MICROS = 1_000;
    private static final int BUCKETS = 46; // up to 10^18 microseconds

    private final long[] limits = new long[BUCKETS]; // exclusive upper limits
    private final long[] counts = new long[BUCKETS];
    private long none;

    PendingBuckets() {
        long decade = FIRST_MICROS;
        for (int i = 0; i < BUCKETS; i += 3) {
            limits[i] = decade;
            if (i + 2 < BUCKETS) {
                limits[i + 1] = 2 * decade;
                limits[i + 2] = 5 * decade;
                decade *= 10;
            }
        }
    }

    void add(long micros) {
        if (micros == 0) {
            none++;
            return;
        }
        int found = Arrays.binarySearch(limits, micros);
        counts[Math.min(BUCKETS - 1, found >= 0 ? found + 1 : -found - 1)]++;
    }

    /** From those that did not wait to the longest wait, without gaps; empty if there are none. */
    List<PendingBucket> toList() {
        List<PendingBucket> buckets = new ArrayList<>();
        int last = BUCKETS - 1;
        while (last >= 0 && counts[last] == 0) {
            last--;
        }
        if (last >= 0 || none > 0) {
            buckets.add(new PendingBucket(0, 0, none));
        }
        for (int i = 0; i <= last; i++) {
            double from = i == 0 ? 0 : limits[i - 1] / 1e6;
            buckets.add(new PendingBucket(from, limits[i] / 1e6, counts[i]));
        }
        return buckets;
    }
}
