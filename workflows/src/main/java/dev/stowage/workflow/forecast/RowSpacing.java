package dev.stowage.workflow.forecast;

import dev.stowage.forecast.history.BucketClock;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How far apart the rows of a history are.
 *
 * @param usualMicros from most rows to the next
 * @param isMonthly true if rows come by the month
 * @param isRegular true if nearly all are as far apart as most
 * @param gaps where rows are missing, in order of time
 */
record RowSpacing(long usualMicros, boolean isMonthly, boolean isRegular, List<Gap> gaps) {
    private static final long DAY = 86_400_000_000L;
    private static final double NEARLY_ALL = 0.9;

    /** An hour more or less in a day is daylight saving. */
    private static final double SAME = 0.05;

    /** Regular rows that are so many times as far apart as usual have others missing. */
    private static final double GAP = 1.5;

    /** Rows that come when something changes may be far apart; this far is worth a word. */
    private static final double GAP_OF_CHANGES = 10;

    RowSpacing {
        gaps = List.copyOf(gaps);
    }

    /** A time without rows, microseconds since the first row. */
    record Gap(long fromMicros, long untilMicros) {
        /** Rows that are missing in it. */
        long rows(long usualMicros) {
            return Math.max(1, Math.round((double) (untilMicros - fromMicros) / usualMicros));
        }
    }

    static RowSpacing of(ServiceDemand demand) {
        long[] lengths =
                IntStream.range(1, demand.levels())
                        .mapToLong(i -> demand.startMicros(i) - demand.startMicros(i - 1))
                        .toArray();
        long[] sorted = lengths.clone();
        Arrays.sort(sorted);
        long usual = sorted[sorted.length / 2];
        boolean isMonthly =
                share(lengths, 28 * DAY, 31 * DAY) >= NEARLY_ALL
                        && (lengths.length < 3 || sorted[0] != sorted[sorted.length - 1]);
        long slack = (long) (SAME * usual);
        boolean isRegular = isMonthly || share(lengths, usual - slack, usual + slack) >= NEARLY_ALL;
        long most = (long) ((isRegular ? GAP : GAP_OF_CHANGES) * usual);
        List<Gap> gaps = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] > most) {
                long start = demand.startMicros(i);
                gaps.add(new Gap(start + usual, start + lengths[i]));
            }
        }
        return new RowSpacing(
                isMonthly ? BucketClock.MEAN_MONTH : usual, isMonthly, isRegular, gaps);
    }

    private static double share(long[] lengths, long least, long most) {
        long count = Arrays.stream(lengths).filter(each -> least <= each && each <= most).count();
        return (double) count / lengths.length;
    }

    /** So much more than a row without one has others missing. */
    long missingMicros() {
        return (long) (((isRegular ? GAP : GAP_OF_CHANGES) - 1) * usualMicros);
    }

    /** True if a bucket is as long as rows are apart: each row is one. */
    boolean isBucket(BucketClock clock) {
        return isRegular
                && isMonthly == clock.isMonthly()
                && Math.abs(clock.bucketMicros() - usualMicros) <= SAME * usualMicros;
    }

    /** Rows that lie at the begin of their buckets, and when the first begins. */
    record Snapped(ServiceDemand demand, long originMicros) {}

    /**
     * The same rows, each moved to the begin of the bucket that it is in, so that it does not reach
     * into the next; or of the nearest one, if two are in one bucket. Empty if that does not part
     * them either.
     */
    static Optional<Snapped> snapped(ServiceDemand demand, long originMicros, BucketClock clock) {
        return snapped(demand, originMicros, clock, 0)
                .or(() -> snapped(demand, originMicros, clock, clock.bucketMicros() / 2));
    }

    private static Optional<Snapped> snapped(
            ServiceDemand demand, long originMicros, BucketClock clock, long aheadMicros) {
        int n = demand.levels();
        long origin = clock.begin(clock.index(originMicros + aheadMicros));
        long[] starts = new long[n];
        long[] cpu = new long[n];
        long[] memory = new long[n];
        long end = 0;
        for (int i = 0; i < n; i++) {
            long index = clock.index(originMicros + demand.startMicros(i) + aheadMicros);
            starts[i] = clock.begin(index) - origin;
            end = clock.begin(index + 1) - origin;
            if (i > 0 && starts[i] <= starts[i - 1]) {
                return Optional.empty();
            }
            cpu[i] = demand.at(i).cpuMicroCores();
            memory[i] = demand.at(i).memoryBytes();
        }
        return Optional.of(new Snapped(new ServiceDemand(starts, cpu, memory, end), origin));
    }
}
