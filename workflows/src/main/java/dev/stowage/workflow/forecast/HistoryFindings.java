package dev.stowage.workflow.forecast;

import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.forecast.history.Ceiling;
import dev.stowage.forecast.history.HistoryScan;
import dev.stowage.forecast.history.LevelShift;
import dev.stowage.forecast.history.MonthEnds;
import dev.stowage.forecast.history.UnitChange;
import dev.stowage.report.forecast.ForecastMoments;
import dev.stowage.words.Figures;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was found in a history, and what was done about it, in plain words with dates. */
final class HistoryFindings {
    private static final int NAMED = 5;

    /** A history of which a larger share is not known is none. */
    private static final double MOST_MISSING = 0.1;

    /** Units that are so many times apart. */
    private static final Map<Double, String> UNITS =
            Map.of(
                    60.0, "seconds and minutes",
                    3_600.0, "seconds and hours",
                    1e3, "MiB and GiB, or thousandths and ones",
                    1_024.0, "MiB and GiB, or thousandths and ones",
                    1e6, "KiB and GiB, or millionths and ones",
                    1_048_576.0, "KiB and GiB, or millionths and ones",
                    1e9, "bytes and GiB, or bytes and GB",
                    1_073_741_824.0, "bytes and GiB, or bytes and GB");

    private static final Map<Double, String> CPU_UNITS =
            Map.of(
                    60.0, "seconds and minutes",
                    3_600.0, "seconds and hours",
                    1e3, "thousandths of cores and cores",
                    1_024.0, "thousandths of cores and cores",
                    1e6, "millionths of cores and cores",
                    1_048_576.0, "millionths of cores and cores",
                    1e9, "billionths of cores and cores",
                    1_073_741_824.0, "billionths of cores and cores");

    private static final double NEAR_CAPACITY = 0.03;

    /** A larger share of buckets at a ceiling, or half of the last ones, leaves too little. */
    private static final double MOST_CUT_OFF = 0.3;

    private static final int LAST = 7;
    private static final long DAY = 86_400_000_000L;

    private final ForecastRun run;
    private final BucketSeries raw;
    private final List<String> reasons = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    HistoryFindings(ForecastRun run) {
        this.run = run;
        raw = run.past().raw();
        missing();
        resource("CPU", "cores", raw.cores(), run.past().cpu(), 0);
        resource("memory", "GiB", raw.gib(), run.past().memory(), 1);
    }

    /** Why no plan can rest on the history. */
    List<String> reasons() {
        return List.copyOf(reasons);
    }

    /** What was found and dealt with. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private void missing() {
        BitSet missing = (BitSet) run.history().missing().clone();
        BitSet skipped = skipped();
        missing.andNot(skipped);
        int count = missing.cardinality();
        if (count > MOST_MISSING * raw.size()) {
            reasons.add(count(count) + " of the history " + haveNoRows(count) + ".");
        } else if (count > 0) {
            warnings.add(
                    count(count)
                            + " "
                            + haveNoRows(count)
                            + " ("
                            + named(missing, null)
                            + "): what is usual stands for "
                            + (count == 1 ? "it." : "them."));
        }
        if (!skipped.isEmpty()) {
            warnings.add(
                    "Clocks were set forward at "
                            + named(skipped, null)
                            + ": what is usual stands for the time that they skipped.");
        }
    }

    /** Buckets without length, which the clock skips. */
    private BitSet skipped() {
        BitSet skipped = new BitSet();
        for (int i = 0; i < raw.size(); i++) {
            skipped.set(i, raw.beginMicros(i) == raw.beginMicros(i + 1));
        }
        return skipped;
    }

    private String count(int count) {
        return Figures.count(count) + " of the " + Figures.count(raw.size()) + " buckets";
    }

    private static String haveNoRows(int count) {
        return count == 1 ? "has no rows" : "have no rows";
    }

    private void resource(String name, String unit, double[] values, HistoryScan scan, int index) {
        outliers(name, unit, values, scan, index);
        if (scan.begin() > 0) {
            warnings.add(
                    "The demand for "
                            + name
                            + " is 0 until "
                            + at(scan.begin())
                            + ": that time is left out.");
        }
        for (int[] stretch : scan.zeros()) {
            reasons.add(
                    "the demand for "
                            + name
                            + " is 0 from "
                            + at(stretch[0])
                            + (stretch[1] == raw.size()
                                    ? " to the end of the history"
                                    : " to " + at(stretch[1]))
                            + ", which may mean that nothing was measured.");
        }
        scan.units().forEach(change -> unit(name, unit, change));
        scan.shifts().forEach(shift -> shift(name, unit, shift));
        scan.atEnd().ifPresent(shift -> atEnd(name, unit, shift));
        scan.ceiling().ifPresent(ceiling -> ceiling(name, unit, ceiling, index));
    }

    /** Where the demand may have been higher than what was seen. */
    private void ceiling(String name, String unit, Ceiling ceiling, int index) {
        BitSet at = ceiling.buckets();
        String found =
                name
                        + " is at "
                        + Figures.number(ceiling.amount())
                        + " "
                        + unit
                        + " in "
                        + count(at.cardinality())
                        + " ("
                        + named(at, null)
                        + ") and never above, as if something cut it off"
                        + (isCapacity(ceiling, index) ? ": that is what capacity holds" : "");
        int last = Math.max(LAST, longestSeason());
        int atLast = at.get(Math.max(0, raw.size() - last), raw.size()).cardinality();
        if (at.cardinality() > MOST_CUT_OFF * raw.size() || 2 * atLast > last) {
            reasons.add(
                    found
                            + ". How much was wanted beyond it can't be told from so many such"
                            + " buckets, or so many at the end.");
        } else {
            warnings.add(
                    upper(found)
                            + ". What was wanted beyond it is estimated, at most "
                            + Figures.number(
                                    ceiling.amount() + CleanHistory.MOST_SPREADS * ceiling.spread())
                            + " "
                            + unit
                            + ". With --keep ceilings it is taken as it is.");
        }
    }

    private int longestSeason() {
        return run.modelling().seasons().periods().stream()
                .filter(period -> 2 * period <= raw.size())
                .reduce(1, Math::max);
    }

    private boolean isCapacity(Ceiling ceiling, int index) {
        return run.capacity()
                .map(all -> ForecastRun.amounts(all.total(), 1)[index])
                .filter(total -> Math.abs(ceiling.amount() / total - 1) < NEAR_CAPACITY)
                .isPresent();
    }

    private void outliers(String name, String unit, double[] values, HistoryScan scan, int index) {
        int count = scan.outliers().cardinality();
        if (count == 0) {
            return;
        }
        double most = scan.outliers().stream().mapToDouble(i -> values[i]).max().orElseThrow();
        String found =
                Figures.count(count)
                        + (count == 1 ? " bucket of " : " buckets of ")
                        + name
                        + (count == 1 ? " stands out (" : " stand out (")
                        + named(scan.outliers(), values)
                        + ")";
        if (scan.fate() != HistoryScan.Fate.KEPT && MonthEnds.have(days(scan.outliers()))) {
            reasons.add(
                    lower(found)
                            + ", most of them on the same days of months, a rhythm that no model here"
                            + " knows. If they are chance, cut the history (--from, --until).");
            return;
        }
        switch (scan.fate()) {
            case SET_ASIDE -> {
                if (scan.isEndAside()) {
                    reasons.add(
                            "the last bucket of "
                                    + name
                                    + " stands out and is set aside: nothing tells yet whether it"
                                    + " is an exception or the begin of something else. With --keep"
                                    + " outliers it counts.");
                }
                warnings.add(
                        found
                                + " and "
                                + (count == 1 ? "is" : "are")
                                + " set aside: no part of trend, intervals and orders"
                                + above(most, unit, index)
                                + ". With --keep outliers they count.");
            }
            case KEPT -> warnings.add(found + " and count, as asked for.");
            case TOO_MANY ->
                    warnings.add(found + ": too many to be exceptions, so that they count.");
            case RECURRING ->
                    reasons.add(
                            lower(found)
                                    + " at equal distances, a rhythm that no model here knows. If"
                                    + " they are chance, cut the history (--from, --until).");
        }
    }

    /** The days of the calendar on which buckets begin; none if nobody knows the date. */
    private List<LocalDate> days(BitSet buckets) {
        if (run.history().timeZero().isEmpty() || raw.clock().bucketMicros() > DAY) {
            return List.of();
        }
        Instant zero = run.history().timeZero().get();
        return buckets.stream()
                .mapToObj(
                        i ->
                                zero.plus(raw.beginMicros(i), ChronoUnit.MICROS)
                                        .atZone(raw.clock().zone())
                                        .toLocalDate())
                .distinct()
                .toList();
    }

    private String above(double most, String unit, int index) {
        return run.capacity()
                .map(all -> ForecastRun.amounts(all.total(), run.supply().utilisation())[index])
                .filter(usable -> most > usable)
                .map(
                        usable ->
                                ". Capacity ("
                                        + Figures.number(usable)
                                        + " "
                                        + unit
                                        + ") does not hold such a bucket")
                .orElse("");
    }

    private void unit(String name, String unit, UnitChange change) {
        boolean isLess = change.after() < change.before();
        reasons.add(
                "from "
                        + at(change.bucket())
                        + " on "
                        + name
                        + " is about "
                        + times(change.unit())
                        + " times "
                        + (isLess ? "less" : "more")
                        + " ("
                        + Figures.number(change.before())
                        + " of another unit before, "
                        + Figures.number(change.after())
                        + " "
                        + unit
                        + " after), which is likely a change of unit, as between "
                        + (name.equals("CPU") ? CPU_UNITS : UNITS).get(change.unit())
                        + ", and which of both is right is not known. Write all rows in one unit.");
    }

    /** Data that grow and vary do not tell powers of 1,000 from those of 1,024. */
    private static String times(double unit) {
        for (double[] pair : new double[][] {{1e3, 1_024}, {1e6, 1_048_576}, {1e9, 1L << 30}}) {
            if (unit == pair[0] || unit == pair[1]) {
                return Figures.count((long) pair[0]) + " or " + Figures.count((long) pair[1]);
            }
        }
        return Figures.count((long) unit);
    }

    /** From a bucket on the history is another one. */
    private void shift(String name, String unit, LevelShift shift) {
        String found =
                "the level of "
                        + name
                        + " changed at once on "
                        + at(shift.bucket())
                        + ", from "
                        + Figures.number(shift.before())
                        + " to "
                        + Figures.number(shift.after())
                        + " "
                        + unit;
        if (shift.bucket() <= run.past().begin()) {
            warnings.add(
                    upper(found)
                            + ": what was before is left out of the forecast, of CPU and memory."
                            + " With --keep shifts it counts.");
        } else {
            reasons.add(
                    found
                            + ", "
                            + Figures.count(raw.size() - shift.bucket())
                            + " buckets before the end of the history, and is still part of what"
                            + " the forecast rests on.");
        }
    }

    private void atEnd(String name, String unit, LevelShift shift) {
        reasons.add(
                "the last "
                        + Figures.count(raw.size() - shift.bucket())
                        + " buckets of "
                        + name
                        + " are on another level than those before ("
                        + Figures.number(shift.after())
                        + " after "
                        + Figures.number(shift.before())
                        + " "
                        + unit
                        + ", beside the season): a step or a trend that turned, and nothing tells yet"
                        + " whether it stays.");
    }

    /** Dates of buckets, with their values if those tell something. */
    private String named(BitSet buckets, double @Nullable [] values) {
        String list =
                buckets.stream()
                        .limit(NAMED)
                        .mapToObj(
                                i ->
                                        at(i)
                                                + (values == null
                                                        ? ""
                                                        : ": " + Figures.number(values[i])))
                        .collect(Collectors.joining(", "));
        int left = buckets.cardinality() - NAMED;
        return left > 0 ? list + ", and " + Figures.count(left) + " more" : list;
    }

    private String at(int bucket) {
        return ForecastMoments.at(raw.beginMicros(bucket), run.history().timeZero(), raw.clock());
    }

    private static String upper(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String lower(String text) {
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
