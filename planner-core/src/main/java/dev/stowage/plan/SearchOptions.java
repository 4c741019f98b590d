package dev.stowage.plan;

import dev.stowage.basis.Check;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.stats.output.Reliability;

/**
 * How the smallest number of servers is searched.
 *
 * @param lowerBound where the search starts; nothing below it is tried
 * @param max largest number of servers that may be tried, at least 1
 * @param replications on which a number of servers is judged
 * @param isExact true if nothing is drawn at random, so that one replication says all
 * @param reliability what is to be claimed of replications that were not made
 * @param threads runs at the same time; never changes a result
 */
public record SearchOptions(
        LowerBound lowerBound,
        int max,
        int replications,
        boolean isExact,
        Reliability reliability,
        int threads) {
    /** Largest number of servers tried if nobody says. */
    public static final int DEFAULT_MAX = 20_000;

    /** The claim if nobody says. */
    public static final Reliability DEFAULT_RELIABILITY = new Reliability(0.9, 0.95);

    public SearchOptions {
        Check.positive("max", max);
        Check.positive("replications", replications);
        Check.positive("threads", threads);
        if (isExact && replications > 1) {
            throw new IllegalArgumentException(
                    "replications = " + replications + ", expected 1 where nothing is random");
        }
    }

    /** One replication that says all, one thread. */
    public static SearchOptions of(LowerBound lowerBound, int max) {
        return new SearchOptions(lowerBound, max, 1, true, DEFAULT_RELIABILITY, 1);
    }

    /** The same with random replications. */
    public SearchOptions withReplications(int count, Reliability claim) {
        return new SearchOptions(lowerBound, max, count, false, claim, threads);
    }

    /** The same with another number of threads. */
    public SearchOptions withThreads(int count) {
        return new SearchOptions(lowerBound, max, replications, isExact, reliability, count);
    }

    /** Replications that may miss the objective; 0 too where none would allow the claim. */
    int allowedMisses() {
        return isExact ? 0 : Math.max(0, reliability.allowedMisses(replications));
    }
}
