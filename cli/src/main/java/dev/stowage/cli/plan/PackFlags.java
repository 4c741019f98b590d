package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.option.Quantities;
import dev.stowage.packing.PackingOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a packing is looked for. */
final class PackFlags {
    private static final long NANOS_PER_MICRO = 1000;
    private static final long LOOKS = 1_000_000;
    private static final long MOST_WORK = 1_000_000_000;

    @Option(
            names = "--search",
            order = 10,
            paramLabel = "NAME",
            defaultValue = "full",
            completionCandidates = Searches.class,
            description =
                    "What follows the heuristics: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}); see docs/packing.md.")
    private String search = "";

    @Option(
            names = "--work",
            order = 11,
            paramLabel = "N",
            description =
                    "Most work of heuristics, bounds and search together, in millions of places"
                            + " looked at: the same answer on every machine (default: 2000, about"
                            + " ten seconds of one core, where neither --steps nor --solve-time is"
                            + " given).")
    private @Nullable Long work;

    @Option(
            names = "--steps",
            order = 12,
            paramLabel = "N",
            description = "Most steps of the search: the same answer on every machine.")
    private @Nullable Long steps;

    @Option(
            names = "--solve-time",
            order = 12,
            paramLabel = "TIME",
            description =
                    "Longest time of the search. If it ends the search, the answer says so: another"
                            + " machine, or a busy one, may find another placement.")
    private @Nullable String solveTime;

    @Option(
            names = "--max-moves",
            order = 13,
            paramLabel = "N",
            description = "Most items that may leave the server where they run now.")
    private @Nullable Integer maxMoves;

    @Option(
            names = "--seed",
            order = 14,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** What the options say. */
    PackingOptions options(CommonOptions common) {
        if (seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        if (steps != null && steps < 1) {
            throw common.usage("--steps: found " + steps + ", expected a number of at least 1");
        }
        if (maxMoves != null && maxMoves < 0) {
            throw common.usage("--max-moves: found " + maxMoves + ", expected 0 or more");
        }
        return new PackingOptions(
                search(common),
                workLimit(common),
                steps == null ? OptionalLong.empty() : OptionalLong.of(steps),
                solveTime(common),
                seed,
                maxMoves == null ? OptionalInt.empty() : OptionalInt.of(maxMoves));
    }

    private OptionalLong workLimit(CommonOptions common) {
        if (work == null) {
            return steps == null && solveTime == null
                    ? PackingOptions.DEFAULT.workLimit()
                    : OptionalLong.empty();
        }
        if (work < 1 || work > MOST_WORK) {
            throw common.usage(
                    "--work: found " + work + ", expected a number from 1 to " + MOST_WORK);
        }
        return OptionalLong.of(work * LOOKS);
    }

    private Optional<Duration> solveTime(CommonOptions common) {
        String given = solveTime;
        if (given == null) {
            return Optional.empty();
        }
        long micros = common.argument(() -> Quantities.micros("--solve-time", given));
        if (micros == 0) {
            throw common.usage("--solve-time: found " + given + ", expected a time above 0");
        }
        return Optional.of(Duration.ofNanos(micros * NANOS_PER_MICRO));
    }

    private PackingOptions.Search search(CommonOptions common) {
        for (PackingOptions.Search each : PackingOptions.Search.values()) {
            if (label(each).equals(search)) {
                return each;
            }
        }
        throw common.usage(
                "--search: found \"" + search + "\", expected one of " + Searches.labels());
    }

    private static String label(PackingOptions.Search search) {
        return search.name().toLowerCase(Locale.ROOT);
    }

    /** Names of the searches. */
    static final class Searches implements Iterable<String> {
        static List<String> labels() {
            return Arrays.stream(PackingOptions.Search.values()).map(PackFlags::label).toList();
        }

        @Override
        public Iterator<String> iterator() {
            return labels().iterator();
        }
    }
}
