package dev.stowage.packing;

import dev.stowage.basis.Check;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a packing is looked for.
 *
 * @param search what follows the heuristics
 * @param workLimit looks (a place looked at for an item) of heuristics, bounds and search together,
 *     at least 1
 * @param stepLimit steps of the search, at least 1
 * @param solveTime after which the search ends, above 0; what it has by then differs from machine
 *     to machine. Without it the answer is the same bytes on every machine and at every load
 * @param seed of the search
 * @param maxMoves items with a current server that may end on another one, at most; empty for no
 *     limit
 */
public record PackingOptions(
        Search search,
        OptionalLong workLimit,
        OptionalLong stepLimit,
        Optional<Duration> solveTime,
        long seed,
        OptionalInt maxMoves) {
    /** What follows the heuristics. */
    public enum Search {
        /** Nothing: the best of the heuristics. */
        NONE,
        /** Servers emptied and refilled at random, as long as it gets better. */
        RECREATE,
        /** Local search by OptaPlanner, from the best of the heuristics. */
        LOCAL,
        /** {@link #RECREATE}, then {@link #LOCAL} from what it found. */
        FULL
    }

    /** Looks that take about ten seconds of one core. */
    public static final long DEFAULT_WORK = 2_000_000_000L;

    /** Everything with {@link #DEFAULT_WORK}, with seed 0 and no limit of moves. */
    public static final PackingOptions DEFAULT =
            new PackingOptions(
                    Search.FULL,
                    OptionalLong.of(DEFAULT_WORK),
                    OptionalLong.empty(),
                    Optional.empty(),
                    0,
                    OptionalInt.empty());

    public PackingOptions {
        if (workLimit.isEmpty() && stepLimit.isEmpty() && solveTime.isEmpty()) {
            throw new IllegalArgumentException("a search without any limit");
        }
        if (solveTime.isPresent() && !(solveTime.get().toNanos() > 0)) {
            throw new IllegalArgumentException("solveTime = " + solveTime + ", expected above 0");
        }
        workLimit.ifPresent(limit -> Check.positive("workLimit", limit));
        stepLimit.ifPresent(limit -> Check.positive("stepLimit", limit));
        maxMoves.ifPresent(moves -> Check.notNegative("maxMoves", moves));
    }

    public PackingOptions withSearch(Search other) {
        return new PackingOptions(other, workLimit, stepLimit, solveTime, seed, maxMoves);
    }

    /** Nothing else ends it. */
    public PackingOptions withStepLimit(long steps) {
        return new PackingOptions(
                search,
                OptionalLong.empty(),
                OptionalLong.of(steps),
                Optional.empty(),
                seed,
                maxMoves);
    }

    /** Nothing else ends it. */
    public PackingOptions withWork(long looks) {
        return new PackingOptions(
                search,
                OptionalLong.of(looks),
                OptionalLong.empty(),
                Optional.empty(),
                seed,
                maxMoves);
    }

    public PackingOptions withSeed(long other) {
        return new PackingOptions(search, workLimit, stepLimit, solveTime, other, maxMoves);
    }

    public PackingOptions withMaxMoves(int moves) {
        return new PackingOptions(
                search, workLimit, stepLimit, solveTime, seed, OptionalInt.of(moves));
    }
}
