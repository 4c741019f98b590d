package dev.stowage.forecast.history;

import dev.stowage.basis.Check;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Where buckets begin: at multiples of a length on the clock of a time zone, or with the months of
 * its calendar, which have their true lengths. Where clocks are set forward, the buckets of the
 * time that is skipped have no length; where they are set back, the time that comes twice belongs
 * to the bucket that is open then.
 *
 * @param bucketMicros length of a bucket; of a month the mean one
 * @param zeroMicros what is added to a time to get microseconds since 1970
 * @param phaseMicros when a bucket begins on the clock, beside multiples of its length
 * @param isMonthly true for months of the calendar
 * @param zone whose clock it is
 */
public record BucketClock(
        long bucketMicros, long zeroMicros, long phaseMicros, boolean isMonthly, ZoneId zone) {
    private static final long SECOND = 1_000_000L;
    private static final long DAY = 86_400 * SECOND;

    /** 1970-01-01 was a Thursday. */
    private static final long MONDAY = 4 * DAY;

    /** The mean month of the Gregorian calendar. */
    public static final long MEAN_MONTH = 146_097 * DAY / 4_800;

    public BucketClock {
        Check.positive("bucketMicros", bucketMicros);
    }

    /** Buckets of one length, in UTC. */
    public static BucketClock every(long bucketMicros, long zeroMicros) {
        return new BucketClock(bucketMicros, zeroMicros, 0, false, ZoneOffset.UTC);
    }

    /** Months of the calendar, in UTC. */
    public static BucketClock months(long zeroMicros) {
        return new BucketClock(MEAN_MONTH, zeroMicros, 0, true, ZoneOffset.UTC);
    }

    /** The same with weeks that begin on Mondays. */
    public BucketClock fromMonday() {
        return new BucketClock(bucketMicros, zeroMicros, MONDAY, isMonthly, zone);
    }

    /** The same on the clock of a zone. */
    public BucketClock in(ZoneId other) {
        return new BucketClock(bucketMicros, zeroMicros, phaseMicros, isMonthly, other);
    }

    /** When a bucket begins, by its number since 1970 on the clock. */
    public long begin(long index) {
        long onClock =
                isMonthly
                        ? Math.multiplyExact(LocalDate.EPOCH.plusMonths(index).toEpochDay(), DAY)
                        : Math.addExact(Math.multiplyExact(index, bucketMicros), phaseMicros);
        return sinceEpoch(onClock) - zeroMicros;
    }

    /** The number of the bucket that a time falls into. */
    public long index(long micros) {
        long onClock = micros + zeroMicros + offset(micros + zeroMicros);
        long index =
                isMonthly
                        ? ChronoUnit.MONTHS.between(
                                LocalDate.EPOCH,
                                LocalDate.ofEpochDay(Math.floorDiv(onClock, DAY)).withDayOfMonth(1))
                        : Math.floorDiv(onClock - phaseMicros, bucketMicros);
        if (!zone.getRules().isFixedOffset()) {
            while (begin(index + 1) <= micros) {
                index++;
            }
        }
        return index;
    }

    /**
     * So many months and then days of the calendar before a time, when the clock shows the same.
     */
    public long before(long micros, long months, long days) {
        if (months == 0 && days == 0) {
            return micros;
        }
        long onClock = micros + zeroMicros + offset(micros + zeroMicros);
        long day =
                LocalDate.ofEpochDay(Math.floorDiv(onClock, DAY))
                        .minusMonths(months)
                        .minusDays(days)
                        .toEpochDay();
        return sinceEpoch(day * DAY + Math.floorMod(onClock, DAY)) - zeroMicros;
    }

    /** What the clock is ahead of UTC, by microseconds since 1970. */
    private long offset(long epochMicros) {
        ZoneRules rules = zone.getRules();
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(epochMicros, SECOND));
        return rules.getOffset(instant).getTotalSeconds() * SECOND;
    }

    /** Microseconds since 1970 when the clock shows a time for the first time, or skips it. */
    private long sinceEpoch(long onClock) {
        ZoneRules rules = zone.getRules();
        LocalDateTime shown =
                LocalDateTime.ofEpochSecond(Math.floorDiv(onClock, SECOND), 0, ZoneOffset.UTC);
        ZoneOffsetTransition transition = rules.isFixedOffset() ? null : rules.getTransition(shown);
        if (transition != null && transition.isGap()) {
            return transition.getInstant().getEpochSecond() * SECOND;
        }
        return onClock - rules.getValidOffsets(shown).get(0).getTotalSeconds() * SECOND;
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
