package dev.stowage.forecast.history;

import dev.stowage.basis.Check;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Where buckets begin: at multiples of a length on the clock, or with the months of the calendar
 * (UTC), which have their true lengths.
 *
 * @param bucketMicros length of a bucket; of a month the mean one
 * @param clockMicros what is added to a time to get that of the clock, in microseconds since 1970
 * @param isMonthly true for months of the calendar
 */
public record BucketClock(long bucketMicros, long clockMicros, boolean isMonthly) {
    private static final long DAY = 86_400_000_000L;

    /** The mean month of the Gregorian calendar. */
    public static final long MEAN_MONTH = 146_097 * DAY / 4_800;

    public BucketClock {
        Check.positive("bucketMicros", bucketMicros);
    }

    /** Buckets of one length. */
    public static BucketClock every(long bucketMicros, long clockMicros) {
        return new BucketClock(bucketMicros, clockMicros, false);
    }

    /** Months of the calendar. */
    public static BucketClock months(long clockMicros) {
        return new BucketClock(MEAN_MONTH, clockMicros, true);
    }

    /** When a bucket begins, by its number since 1970 on the clock. */
    public long begin(long index) {
        long onClock =
                isMonthly
                        ? Math.multiplyExact(LocalDate.EPOCH.plusMonths(index).toEpochDay(), DAY)
                        : Math.multiplyExact(index, bucketMicros);
        return onClock - clockMicros;
    }

    /** The number of the bucket that a time falls into. */
    public long index(long micros) {
        long onClock = micros + clockMicros;
        return isMonthly
                ? ChronoUnit.MONTHS.between(
                        LocalDate.EPOCH, LocalDate.ofEpochDay(day(onClock)).withDayOfMonth(1))
                : Math.floorDiv(onClock, bucketMicros);
    }

    private static long day(long onClock) {
        return Math.floorDiv(onClock, DAY);
    }

    /** The number of the first bucket that begins at a time or after it. */
    long indexFrom(long micros) {
        long index = index(micros);
        return begin(index) == micros ? index : index + 1;
    }

    /** So many buckets take at least a time. */
    public int buckets(long micros) {
        return Math.toIntExact(-Math.floorDiv(-micros, bucketMicros));
    }
}
