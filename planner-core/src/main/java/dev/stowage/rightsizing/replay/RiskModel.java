package dev.stowage.rightsizing.replay;

import dev.stowage.rightsizing.evidence.SizingOptions;
import java.util.Arrays;

/**
 * From the days of a replay to minutes a month above capacity.
 *
 * <p>The limits take days as independent and alike. For the upper one the share of days with time
 * above capacity is then at most that of Clopper and Pearson (Biometrika 26(4), 1934) with 95 %
 * confidence. Such a day is taken to be as long above capacity as the worst replayed day would have
 * been with the margin on top of all use, and at least as long as the longest measurement. For the
 * lower one, likewise, the share is at least that of Clopper and Pearson, and such a day is taken
 * to be above capacity for as long as the least that was replayed, or the shortest measurement if
 * that is shorter. How long a day is above capacity has no confidence of its own: a day that is
 * worse than all that were replayed, with the margin, is not in the upper limit.
 *
 * @param spanMicros that was replayed
 */
record RiskModel(long spanMicros) {
    /**
     * Time above capacity, day by day.
     *
     * @param aboveMicros of all days together
     * @param daysAbove days with any
     * @param leastDayMicros of such a day; 0 if there is none
     * @param worstDayMicros of any day if all use were larger by the margin
     * @param measured lengths of measurements
     */
    record Days(
            long aboveMicros,
            int daysAbove,
            long leastDayMicros,
            long worstDayMicros,
            Lengths measured) {
        /** Where it is not known which server carried the use: nothing is said from below. */
        Days withoutLeast() {
            return new Days(aboveMicros, daysAbove, 0, worstDayMicros, measured);
        }

        /** Of what was above on each day, and what would have been with the margin. */
        static Days of(long[] above, long[] near, Lengths measured) {
            long[] days = Arrays.stream(above).filter(micros -> micros > 0).toArray();
            return new Days(
                    Arrays.stream(days).sum(),
                    days.length,
                    Arrays.stream(days).min().orElse(0),
                    Arrays.stream(near).max().orElse(0),
                    measured);
        }
    }

    /** The shortest and the longest measurement of some servers. */
    record Lengths(long shortestMicros, long longestMicros) {
        /** Of none. */
        static final Lengths NONE = new Lengths(Long.MAX_VALUE, 0);

        Lengths and(Lengths other) {
            return new Lengths(
                    Math.min(shortestMicros, other.shortestMicros),
                    Math.max(longestMicros, other.longestMicros));
        }

        boolean isNone() {
            return longestMicros == 0;
        }
    }

    /** Of the upper limit. */
    static final double CONFIDENCE = 0.95;

    private static final int MONTH_DAYS = 30;
    private static final double MINUTE = 60e6;
    private static final int HALVINGS = 60;

    /**
     * Minutes a month.
     *
     * @param isWhole false if too little was measured to say anything of a month
     */
    Risk of(Days above, boolean isWhole) {
        int days = (int) (spanMicros / SizingOptions.DAY_MICROS);
        if (days == 0 || !isWhole) {
            return new Risk(days, above.daysAbove(), null, null, null);
        }
        double daysReplayed = (double) spanMicros / SizingOptions.DAY_MICROS;
        double expected = above.aboveMicros() / MINUTE / daysReplayed * MONTH_DAYS;
        int hits = Math.min(above.daysAbove(), days);
        double worst = Math.max(above.worstDayMicros(), above.measured().longestMicros()) / MINUTE;
        double most = share(hits, days) * MONTH_DAYS * worst;
        double shortest =
                Math.min(above.leastDayMicros(), above.measured().shortestMicros()) / MINUTE;
        double least = (1 - share(days - hits, days)) * MONTH_DAYS * shortest;
        return new Risk(
                days,
                above.daysAbove(),
                expected,
                Math.min(expected, least),
                Math.max(expected, most));
    }

    /** The largest share with which so few of all days are not too unlikely. */
    static double share(int hits, int days) {
        if (hits >= days) {
            return 1;
        }
        double low = (double) hits / days;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (atMost(hits, days, middle) > 1 - CONFIDENCE) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The probability of at most so many hits. */
    private static double atMost(int hits, int days, double share) {
        double logOdds = Math.log(share) - Math.log1p(-share);
        double logTerm = days * Math.log1p(-share);
        double sum = Math.exp(logTerm);
        for (int i = 1; i <= hits; i++) {
            logTerm += Math.log((double) (days - i + 1) / i) + logOdds;
            sum += Math.exp(logTerm);
        }
        return sum;
    }
}
