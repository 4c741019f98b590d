package dev.stowage.forecast;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * Seasons that a series may have.
 *
 * @param periods in whole buckets, rising: a day, a week, or of months a year
 * @param yearBuckets length of a year in buckets where its cycle may be beside those, as {@link
 *     YearlyTerms}; 0 to try none
 */
public record Seasons(List<Integer> periods, double yearBuckets) {
    /** So many years are needed before a yearly cycle can be told from a trend. */
    private static final double YEARS = 2;

    public Seasons {
        periods = List.copyOf(periods);
        Check.inRange("yearBuckets", yearBuckets, 0, Double.MAX_VALUE);
    }

    /** Seasons in whole buckets alone. */
    static Seasons of(List<Integer> periods) {
        return new Seasons(periods, 0);
    }

    /** True if a history of so many buckets is long enough for a yearly cycle beside the others. */
    public boolean hasYear(int length) {
        return yearBuckets > 0 && length >= YEARS * yearBuckets;
    }

    /** Buckets from which on all seasons are seen that can be. */
    int seen() {
        double longest = Math.max(yearBuckets, periods.stream().reduce(0, Math::max));
        return (int) Math.ceil(YEARS * longest);
    }
}
