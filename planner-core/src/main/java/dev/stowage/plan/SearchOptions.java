package dev.stowage.plan;

import dev.stowage.basis.Check;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.stats.output.Reliability;
import java.util.OptionalDouble;

/**
 * How the smallest number of servers is searched.
 *
 * @param lowerBound where the search starts; nothing below it is tried
 * @param max largest number of servers that may be tried, at least 1
 * @param replications on which a number of servers is judged
 * @param fresh replications beside those, on which an answer is tried where windows that hold on
 *     some servers miss on more; at least 0, without any such an answer claims nothing
 * @param isExact true if nothing is drawn at random, so that one replication says all
 * @param reliability what is to be claimed of replications that were not made
 * @param between level at which limits are wanted on both sides of the number that the share asked
 *     for needs; empty if nobody wants any
 * @param threads runs at the same time; never changes a result
 */
public record SearchOptions(
        LowerBound lowerBound,
        int max,
        int replications,
        int fresh,
        boolean isExact,
        Reliability reliability,
        OptionalDouble between,
        int threads) {
    /** Fresh replications if nobody says, for each that the search makes. */
    private static final int FRESH = 4;

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
        return new SearchOptions(
                lowerBound, max, 1, 0, true, DEFAULT_RELIABILITY, OptionalDouble.empty(), 1);
    }

    /** The same with random replications, and four times as many fresh ones. */
    public SearchOptions withReplications(int count, Reliability claim) {
        return new SearchOptions(
                lowerBound, max, count, FRESH * count, false, claim, between, threads);
    }

    /** The same with at most so many fresh replications, and at least as many as are judged on. */
    public SearchOptions withFreshAtMost(int most) {
        int count = Math.max(replications, Math.min(fresh, most));
        return new SearchOptions(
                lowerBound, max, replications, count, isExact, reliability, between, threads);
    }

    /** What the n-th try on fresh replications has to show, n from 1. */
    SearchOptions onFresh(int attempt) {
        double risk = (1 - reliability.confidence()) * Math.pow(0.5, attempt);
        return new SearchOptions(
                lowerBound,
                max,
                fresh,
                0,
                isExact,
                new Reliability(reliability.share(), Math.min(1 - risk, Math.nextDown(1.0))),
                OptionalDouble.empty(),
                threads);
    }

    /** The same with another number of threads. */
    public SearchOptions withThreads(int count) {
        return new SearchOptions(
                lowerBound, max, replications, fresh, isExact, reliability, between, count);
    }

    /** The same with limits on both sides, of which both hold at a level in (0, 1). */
    public SearchOptions withLimits(double level) {
        Check.inRange("level", level, Double.MIN_VALUE, Math.nextDown(1.0));
        return new SearchOptions(
                lowerBound,
                max,
                replications,
                fresh,
                isExact,
                reliability,
                OptionalDouble.of(level),
                threads);
    }

    /** Replications that may miss the objective; 0 too where none would allow the claim. */
    int allowedMisses() {
        return isExact ? 0 : Math.max(0, reliability.allowedMisses(replications));
    }
}
