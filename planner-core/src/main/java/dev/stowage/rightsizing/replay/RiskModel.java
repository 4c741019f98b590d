package dev.stowage.rightsizing.replay;

import dev.stowage.rightsizing.evidence.SizingOptions;

/**
 * From the days of a replay to minutes a month above capacity.
 *
 * <p>The upper limit takes days as independent and alike. The share of days with time above
 * capacity is then at most that of Clopper and Pearson (Biometrika 26(4), 1934) with 95 %
 * confidence. Such a day is taken to be as long above capacity as the worst replayed day would have
 * been with the margin on top of all use, and at least as long as one measurement.
 *
 * @param spanMicros that was replayed
 * @param measurementMicros mean length of a measurement
 * @param isWhole false if too little was measured to say anything of a month
 */
record RiskModel(long spanMicros, long measurementMicros, boolean isWhole) {
    /** Of the upper limit. */
    static final double CONFIDENCE = 0.95;

    private static final int MONTH_DAYS = 30;
    private static final double MINUTE = 60e6;
    private static final int HALVINGS = 60;

    Risk of(long aboveMicros, int daysAbove, long worstDayMicros) {
        int days = (int) (spanMicros / SizingOptions.DAY_MICROS);
        if (days == 0 || !isWhole) {
            return new Risk(days, daysAbove, null, null);
        }
        double daysReplayed = (double) spanMicros / SizingOptions.DAY_MICROS;
        double expected = aboveMicros / MINUTE / daysReplayed * MONTH_DAYS;
        double worst = Math.max(worstDayMicros, measurementMicros) / MINUTE;
        double most = share(Math.min(daysAbove, days), days) * MONTH_DAYS * worst;
        return new Risk(days, daysAbove, expected, Math.max(expected, most));
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
