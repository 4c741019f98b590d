package dev.stowage.packing;

import dev.stowage.model.Check;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a packing is looked for.
 *
 * @param search what follows the heuristics
 * @param solveTime after which the search ends, above 0; what it has by then may differ from
 *     machine to machine
 * @param stepLimit steps of the search, at least 1. With it the answer is the same bytes on every
 *     machine, unless the time ends first
 * @param seed of the search
 * @param maxMoves items with a current server that may end on another one, at most; empty for no
 *     limit
 */
public record PackingOptions(
        Search search,
        Duration solveTime,
        OptionalLong stepLimit,
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

    /** Ten seconds of everything, with seed 0 and no limit of moves. */
    public static final PackingOptions DEFAULT =
            new PackingOptions(
                    Search.FULL,
                    Duration.ofSeconds(10),
                    OptionalLong.empty(),
                    0,
                    OptionalInt.empty());

    public PackingOptions {
        if (solveTime.isNegative() || solveTime.isZero()) {
            throw new IllegalArgumentException("solveTime = " + solveTime + ", expected above 0");
        }
        stepLimit.ifPresent(limit -> Check.positive("stepLimit", limit));
        maxMoves.ifPresent(moves -> Check.notNegative("maxMoves", moves));
    }

    public PackingOptions withSearch(Search other) {
        return new PackingOptions(other, solveTime, stepLimit, seed, maxMoves);
    }

    public PackingOptions withSolveTime(Duration other) {
        return new PackingOptions(search, other, stepLimit, seed, maxMoves);
    }

    public PackingOptions withStepLimit(long steps) {
        return new PackingOptions(search, solveTime, OptionalLong.of(steps), seed, maxMoves);
    }

    public PackingOptions withSeed(long other) {
        return new PackingOptions(search, solveTime, stepLimit, other, maxMoves);
    }

    public PackingOptions withMaxMoves(int moves) {
        return new PackingOptions(search, solveTime, stepLimit, seed, OptionalInt.of(moves));
    }
}
