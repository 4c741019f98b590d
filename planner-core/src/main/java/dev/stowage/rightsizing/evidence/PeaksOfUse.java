package dev.stowage.rightsizing.evidence;

import dev.stowage.rightsizing.evidence.UseShape.Kind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds hours that are far above what is usual at their hour of the day, and whether they come back
 * each week, or each month, or were there once.
 *
 * <p>An hour is high if it is above the median of its hour of the day by half of the usual level
 * and by six robust deviations (Rousseeuw and Croux, JASA 88(424), 1993: 1.4826 times the median of
 * absolute deviations). An hour of the week is weekly if it was measured in two weeks at least, was
 * high in three quarters of these, and has so many neighbours of which that is true that there are
 * six of them over all weeks: three hours over two weeks, two over three, one over six. So spikes
 * at random hours are rarely taken for weekly ones. Days of the month, counted from its beginning
 * or its end, are monthly if three hours of theirs, one after another, were high in two months at
 * least, and in three quarters of those that were measured. A day, or two, with such hours is a
 * single peak if at least half of all high hours are its own, in a history of less than two months.
 */
final class PeaksOfUse {
    private static final double OF_LEVEL = 0.5;
    private static final double DEVIATIONS = 6;
    private static final double NORMAL = 1.4826;
    private static final double MOST_OF_THEM = 0.75;
    private static final int WEEK_HOURS = 168;
    private static final int DAY_HOURS = 24;
    private static final int LEAST_HOURS = 3;
    private static final int LEAST_SEEN = 6;
    private static final int MOST_WEEKLY_HOURS = 72;
    private static final int MOST_DAYS_OF_A_MONTH = 6;
    private static final int FROM_THE_END = 3;

    /** What was there once in so many days does not come back each month. */
    private static final long TWO_MONTHS_DAYS = 62;

    private final NavigableMap<Long, Boolean> isHigh = new TreeMap<>(); // by hour since 1970
    private final BitSet weekly = new BitSet(); // hours of the week
    private final BitSet slots = new BitSet();
    private final SlotUse use;

    private PeaksOfUse(SlotUse use) {
        this.use = use;
    }

    /**
     * Peaks of a history.
     *
     * @param kind weekly, monthly or single
     * @param slots that are high in them
     * @param lastMicros when the last of them began
     */
    record Peaks(Kind kind, BitSet slots, long lastMicros) {}

    /**
     * Peaks that come back, or were there once; null if there are none.
     *
     * @param slotOf slots that were measured
     * @param rest their means without what is usual at the hour of the day
     * @param level usual mean
     */
    static @Nullable Peaks of(SlotUse use, int[] slotOf, double[] rest, double level) {
        PeaksOfUse peaks = new PeaksOfUse(use);
        double[] sizes = new double[rest.length];
        for (int i = 0; i < rest.length; i++) {
            sizes[i] = Math.abs(rest[i]);
        }
        double limit =
                Math.max(
                        OF_LEVEL * Math.abs(level), DEVIATIONS * NORMAL * ShapeOfUse.median(sizes));
        for (int i = 0; i < rest.length; i++) {
            peaks.add(slotOf[i], limit > 0 ? rest[i] > limit : rest[i] > 0);
        }
        return peaks.find();
    }

    private void add(int slot, boolean high) {
        long first = Math.floorDiv(use.startMicros(slot), SlotUse.HOUR);
        long next = Math.floorDiv(use.startMicros(slot + 1), SlotUse.HOUR);
        for (long hour = first; hour < next; hour++) {
            isHigh.put(hour, high);
        }
    }

    private @Nullable Peaks find() {
        boolean isWeekly = findWeekly();
        NavigableMap<Long, Integer> days = highDays();
        boolean isMonthly = findMonthly(days);
        if (isWeekly || isMonthly) {
            return new Peaks(isMonthly ? Kind.MONTHLY : Kind.WEEKLY, slots, lastMicros());
        }
        long all = days.values().stream().mapToInt(hours -> hours).sum();
        days.keySet().removeIf(day -> longest(day) < LEAST_HOURS);
        long ofThese = days.values().stream().mapToInt(hours -> hours).sum();
        long span = isHigh.lastKey() - isHigh.firstKey();
        if (days.isEmpty()
                || days.lastKey() - days.firstKey() > 1
                || all > 2 * ofThese
                || span >= TWO_MONTHS_DAYS * DAY_HOURS) {
            return null;
        }
        days.keySet().forEach(this::take);
        return new Peaks(Kind.SINGLE, slots, lastMicros());
    }

    private boolean findWeekly() {
        int[] seen = new int[WEEK_HOURS];
        int[] high = new int[WEEK_HOURS];
        isHigh.forEach(
                (hour, is) -> {
                    seen[ofWeek(hour)]++;
                    high[ofWeek(hour)] += is ? 1 : 0;
                });
        BitSet often = new BitSet();
        for (int i = 0; i < WEEK_HOURS; i++) {
            often.set(i, seen[i] >= 2 && high[i] >= MOST_OF_THEM * seen[i]);
        }
        for (int i = often.nextSetBit(0); i >= 0; i = often.nextSetBit(i + 1)) {
            weekly.set(i, run(often, i) * seen[i] >= LEAST_SEEN);
        }
        if (weekly.cardinality() > MOST_WEEKLY_HOURS) {
            weekly.clear();
        }
        isHigh.forEach((hour, is) -> setSlot(hour, is && weekly.get(ofWeek(hour))));
        return !weekly.isEmpty();
    }

    /** How many hours of the week follow each other around one, Sunday night included. */
    private static int run(BitSet hours, int hour) {
        int run = 1;
        for (int step : new int[] {1, WEEK_HOURS - 1}) {
            for (int at = (hour + step) % WEEK_HOURS;
                    at != hour && hours.get(at) && run < WEEK_HOURS;
                    at = (at + step) % WEEK_HOURS) {
                run++;
            }
        }
        return run;
    }

    private static int ofWeek(long hour) {
        return (int) Math.floorMod(hour, (long) WEEK_HOURS);
    }

    private void setSlot(long hour, boolean is) {
        if (is) {
            slots.set(use.slotOf(hour * SlotUse.HOUR));
        }
    }

    /** High hours of each day that are not weekly; days without any that were measured count 0. */
    private NavigableMap<Long, Integer> highDays() {
        NavigableMap<Long, Integer> days = new TreeMap<>();
        isHigh.forEach(
                (hour, is) ->
                        days.merge(
                                Math.floorDiv(hour, (long) DAY_HOURS),
                                is && !weekly.get(ofWeek(hour)) ? 1 : 0,
                                Integer::sum));
        return days;
    }

    /** The most high hours of a day, one after another, that are not weekly. */
    private int longest(long day) {
        int longest = 0;
        int run = 0;
        for (long hour = day * DAY_HOURS; hour < (day + 1) * DAY_HOURS; hour++) {
            boolean is = isHigh.containsKey(hour) && isHigh.get(hour);
            run = is && !weekly.get(ofWeek(hour)) ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private boolean findMonthly(NavigableMap<Long, Integer> days) {
        Map<Integer, Integer> seen = new HashMap<>(); // by day of the month, negative from its end
        Map<Integer, Integer> high = new HashMap<>();
        days.forEach(
                (day, hours) -> {
                    for (int position : positions(day)) {
                        seen.merge(position, 1, Integer::sum);
                        high.merge(position, longest(day) >= LEAST_HOURS ? 1 : 0, Integer::sum);
                    }
                });
        seen.entrySet()
                .removeIf(
                        each ->
                                each.getValue() < 2
                                        || Objects.requireNonNull(high.get(each.getKey()))
                                                < MOST_OF_THEM * each.getValue());
        if (seen.isEmpty() || seen.size() > MOST_DAYS_OF_A_MONTH || !isDated()) {
            return false;
        }
        for (long day : days.keySet()) {
            for (int position : positions(day)) {
                if (seen.containsKey(position)) {
                    take(day);
                }
            }
        }
        return true;
    }

    private boolean isDated() {
        return !isHigh.isEmpty()
                && Instant.ofEpochSecond(isHigh.firstKey() * 3600)
                                .atOffset(ZoneOffset.UTC)
                                .getYear()
                        >= 2000;
    }

    private static int[] positions(long day) {
        LocalDate date = LocalDate.ofEpochDay(day);
        int fromEnd = date.lengthOfMonth() - date.getDayOfMonth() + 1;
        return fromEnd <= FROM_THE_END
                ? new int[] {date.getDayOfMonth(), -fromEnd}
                : new int[] {date.getDayOfMonth()};
    }

    /** Takes the high hours of a day. */
    private void take(long day) {
        isHigh.subMap(day * DAY_HOURS, (day + 1) * DAY_HOURS).forEach(this::setSlot);
    }

    private long lastMicros() {
        int last = slots.length() - 1;
        return use.startMicros(slots.previousClearBit(last) + 1);
    }
}
