package dev.stowage.forecast.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What is in the history of a resource that no model of a level, a trend and a season explains, and
 * what was done about it.
 *
 * @param values with what is usual in place of what was set aside, all in the unit of the last one
 * @param missing buckets without rows; what is usual stands for them
 * @param outliers buckets that stand out
 * @param fate what was done with those
 * @param units likely changes of the unit, in order of time
 * @param shifts of the level, in order of time
 * @param atEnd a change in so few of the last buckets that nothing tells whether it stays
 * @param zeros stretches of nothing between or after some demand, as first bucket and the one after
 * @param ceiling that cuts it off; empty if there is none
 * @param begin first bucket with any demand, where many without come before it; else 0
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record HistoryScan(
        double[] values,
        BitSet missing,
        BitSet outliers,
        Fate fate,
        List<UnitChange> units,
        List<LevelShift> shifts,
        Optional<LevelShift> atEnd,
        List<int[]> zeros,
        Optional<Ceiling> ceiling,
        int begin) {
    /** What was done with buckets that stand out. */
    public enum Fate {
        /** They are no part of level, trend, season and errors. */
        SET_ASIDE,
        /** They count like all others, because that was asked for. */
        KEPT,
        /** They count, because they are too many to be exceptions. */
        TOO_MANY,
        /** They count, because they come at equal distances. */
        RECURRING
    }

    private static final int FEW = 3;
    private static final double FEW_SHARE = 0.01;
    private static final int LONG_ZEROS = 7;
    private static final double LONG_ZEROS_SHARE = 0.05;
    private static final int MOST_SHIFTS = 12;

    /**
     * Looks at a history.
     *
     * @param values one a bucket
     * @param missing buckets without rows
     * @param periods seasons that it may have, rising
     * @param keepsOutliers true to let those count that stand out
     */
    public static HistoryScan of(
            double[] values, BitSet missing, List<Integer> periods, boolean keepsOutliers) {
        int begin = begin(values);
        if (begin > 0) {
            double[] rest = Arrays.copyOfRange(values, begin, values.length);
            BitSet known = missing.get(begin, values.length);
            return of(rest, known, periods, keepsOutliers).after(values, missing, begin);
        }
        int period = period(values.length, periods);
        int longest = periods.stream().reduce(1, Math::max);
        List<UnitChange> units = UnitChange.of(values, missing, longest);
        double[] factors = UnitChange.factors(units, values.length);
        double[] alike = values.clone(); // in one unit
        Arrays.setAll(alike, i -> values[i] * factors[i]);
        BitSet outliers = Outliers.of(alike, missing, period);
        Fate fate = fate(outliers, values.length, keepsOutliers);
        BitSet aside = (BitSet) missing.clone();
        if (fate == Fate.SET_ASIDE) {
            aside.or(outliers);
        }
        RobustPattern usual = RobustPattern.of(alike, aside, period);
        double[] cleaned = alike.clone();
        aside.stream().forEach(i -> cleaned[i] = Math.max(0, usual.usual(i)));
        List<LevelShift> all = shifts(cleaned, aside, period, longest);
        List<LevelShift> shifts =
                all.stream()
                        .filter(shift -> units.stream().noneMatch(unit -> isNear(shift, unit)))
                        .map(shift -> shift.over(factors[shift.bucket() - 1]))
                        .toList();
        return new HistoryScan(
                cleaned,
                missing,
                outliers,
                fate,
                units,
                shifts,
                atEnd(alike, cleaned, all, missing, period, longest),
                zeros(values),
                Ceiling.of(alike, aside, period),
                0);
    }

    /** A change at the end, which what was set aside or changed long before does not hide. */
    private static Optional<LevelShift> atEnd(
            double[] values,
            double[] cleaned,
            List<LevelShift> shifts,
            BitSet missing,
            int period,
            int longest) {
        int last = values.length - Math.max(LevelShift.LEAST_WINDOW, longest);
        double[] levelled = values.clone();
        Arrays.setAll(levelled, i -> i < last ? cleaned[i] : values[i]);
        for (LevelShift shift : shifts) {
            for (int i = 0; i < shift.bucket(); i++) {
                levelled[i] += shift.after() - shift.before();
            }
        }
        return LevelShift.atEnd(levelled, missing, period, longest);
    }

    /** The same of a history that has nothing before. */
    private HistoryScan after(double[] whole, BitSet missing, int first) {
        double[] all = whole.clone();
        System.arraycopy(values, 0, all, first, values.length);
        return new HistoryScan(
                all,
                missing,
                moved(outliers, first),
                fate,
                units.stream().map(unit -> unit.later(first)).toList(),
                shifts.stream()
                        .map(s -> new LevelShift(s.bucket() + first, s.before(), s.after()))
                        .toList(),
                atEnd.map(s -> new LevelShift(s.bucket() + first, s.before(), s.after())),
                zeros.stream().map(z -> new int[] {z[0] + first, z[1] + first}).toList(),
                ceiling.map(c -> new Ceiling(c.amount(), moved(c.buckets(), first), c.spread())),
                first);
    }

    private static BitSet moved(BitSet buckets, int by) {
        BitSet moved = new BitSet();
        buckets.stream().forEach(i -> moved.set(i + by));
        return moved;
    }

    /** The longest season that is there three times; 1 if there is none. */
    private static int period(int length, List<Integer> periods) {
        return periods.stream().filter(each -> FEW * each <= length).reduce(1, Math::max);
    }

    private static Fate fate(BitSet outliers, int length, boolean keepsOutliers) {
        if (keepsOutliers) {
            return Fate.KEPT;
        }
        if (outliers.cardinality() > Math.max(FEW, FEW_SHARE * length)) {
            return Fate.TOO_MANY;
        }
        return Outliers.isRecurring(outliers) ? Fate.RECURRING : Fate.SET_ASIDE;
    }

    private static List<LevelShift> shifts(double[] values, BitSet aside, int period, int longest) {
        List<LevelShift> shifts = new ArrayList<>();
        double[] levelled = values.clone();
        while (shifts.size() < MOST_SHIFTS) {
            LevelShift shift = LevelShift.of(levelled, aside, period, longest).orElse(null);
            if (shift == null || isNear(shift, shifts)) {
                break;
            }
            shifts.add(atItsTime(shift, shifts));
            for (int i = 0; i < shift.bucket(); i++) {
                levelled[i] += shift.after() - shift.before();
            }
        }
        shifts.sort((a, b) -> Integer.compare(a.bucket(), b.bucket()));
        return shifts;
    }

    /** With the levels that it had before those of later shifts were evened out. */
    private static LevelShift atItsTime(LevelShift shift, List<LevelShift> others) {
        double raised =
                others.stream()
                        .filter(each -> each.bucket() > shift.bucket())
                        .mapToDouble(each -> each.after() - each.before())
                        .sum();
        return new LevelShift(shift.bucket(), shift.before() - raised, shift.after() - raised);
    }

    /** What is left of a shift that was evened out is none. */
    private static boolean isNear(LevelShift shift, List<LevelShift> shifts) {
        return shifts.stream()
                .anyMatch(
                        each -> Math.abs(each.bucket() - shift.bucket()) < LevelShift.LEAST_WINDOW);
    }

    /** What 1,024 leaves of a step of 1,000 is none. */
    private static boolean isNear(LevelShift shift, UnitChange unit) {
        return Math.abs(unit.bucket() - shift.bucket()) < LevelShift.LEAST_WINDOW;
    }

    private static int begin(double[] values) {
        int first = 0;
        while (first < values.length && values[first] == 0) {
            first++;
        }
        return first < values.length && first >= longZeros(values.length) ? first : 0;
    }

    private static double longZeros(int length) {
        return Math.max(LONG_ZEROS, LONG_ZEROS_SHARE * length);
    }

    private static List<int[]> zeros(double[] values) {
        List<int[]> zeros = new ArrayList<>();
        if (Arrays.stream(values).allMatch(value -> value == 0)) {
            return zeros;
        }
        int from = 0;
        for (int i = 0; i <= values.length; i++) {
            if (i == values.length || values[i] != 0) {
                if (from > 0 && i - from >= longZeros(values.length)) {
                    zeros.add(new int[] {from, i});
                }
                from = i + 1;
            }
        }
        return zeros;
    }

    /** The same if what a ceiling cut off is taken for all that was wanted. */
    public HistoryScan withoutCeiling() {
        return new HistoryScan(
                values,
                missing,
                outliers,
                fate,
                units,
                shifts,
                atEnd,
                zeros,
                Optional.empty(),
                begin);
    }

    /** First bucket from which on all amounts are in the unit of the last one. */
    public int unitFrom() {
        return units.isEmpty() ? 0 : units.get(units.size() - 1).bucket();
    }

    /** True if the last bucket was set aside: nothing after it tells whether that was right. */
    public boolean isEndAside() {
        return fate == Fate.SET_ASIDE && outliers.get(values.length - 1);
    }

    /** Buckets whose value is not that of the history. */
    public BitSet aside() {
        BitSet aside = (BitSet) missing.clone();
        if (fate == Fate.SET_ASIDE) {
            aside.or(outliers);
        }
        return aside;
    }
}
