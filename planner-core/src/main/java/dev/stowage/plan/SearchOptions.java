package dev.stowage.plan;

import dev.stowage.model.Check;

/**
 * How the smallest number of servers is searched.
 *
 * @param lowerBound where the search starts; nothing below it is tried
 * @param max largest number of servers that may be tried, at least 1
 * @param replications most replications at one number of servers; 1 if they would not differ
 * @param confidence level of the confidence intervals, in (0, 1)
 * @param precision an interval is tight enough when its half-width is at most this share of the
 *     bound, in (0, 1]
 * @param threads runs at the same time; never changes a result
 */
public record SearchOptions(
        LowerBound lowerBound,
        int max,
        int replications,
        double confidence,
        double precision,
        int threads) {
    /** Largest number of servers tried if nobody says. */
    public static final int DEFAULT_MAX = 20_000;

    /** Precision if nobody says. */
    public static final double DEFAULT_PRECISION = 0.05;

    public SearchOptions {
        Check.positive("max", max);
        Check.positive("replications", replications);
        Check.positive("threads", threads);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "confidence = " + confidence + ", expected a number between 0 and 1");
        }
        if (!(precision > 0 && precision <= 1)) {
            throw new IllegalArgumentException(
                    "precision = " + precision + ", expected a number above 0 and at most 1");
        }
    }

    /** One replication, one thread. */
    public static SearchOptions of(LowerBound lowerBound, int max) {
        return new SearchOptions(lowerBound, max, 1, 0.95, DEFAULT_PRECISION, 1);
    }

    /** The same with replications at a level of confidence. */
    public SearchOptions withReplications(int most, double level) {
        return new SearchOptions(lowerBound, max, most, level, precision, threads);
    }

    /** The same with another number of threads. */
    public SearchOptions withThreads(int count) {
        return new SearchOptions(lowerBound, max, replications, confidence, precision, count);
    }
}
