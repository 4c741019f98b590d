package dev.stowage.cli;

import dev.stowage.basis.InputException;
import dev.stowage.forecast.ForecastStudy.Modelling;
import dev.stowage.forecast.Scale;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the future is made of the past. */
final class ForecastFlags {
    private static final String AUTO = "auto";
    private static final String LINEAR = "linear";
    private static final List<String> SEASONS = List.of(AUTO, "none", "day", "week", "year");
    private static final List<String> SCALES = List.of(LINEAR, "log", AUTO);
    private static final long DAY = 86_400_000_000L;
    private static final long WEEK = 7 * DAY;

    private static final int MONTHS_OF_YEAR = 12;
    private static final int WEEKS_OF_YEAR = 52;

    /** More states than that are not worth their cost. */
    private static final long LONGEST_SEASON = 2_016;

    /** Effects of a season on all paths that are held in memory. */
    private static final long MOST_EFFECTS = 20_000_000;

    private static final Pattern GROWTH =
            Pattern.compile("([+-]?[0-9]{1,6}(?:\\.[0-9]{1,6})?)%(?:/y)?");

    @Option(
            names = "--horizon",
            order = 10,
            paramLabel = "TIME",
            description =
                    "How far ahead: 6mo, 1y (default: as long as the history, at most 1y; longer if"
                            + " --lead-time and --every are, up to four times the history).")
    private @Nullable String horizon;

    @Option(
            names = "--growth",
            order = 11,
            paramLabel = "SHARE",
            description = "Growth of a year in place of the trend of the history: 30%%, or -10%%.")
    private @Nullable String growth;

    @Option(
            names = "--season",
            order = 12,
            paramLabel = "WHICH",
            defaultValue = AUTO,
            completionCandidates = Seasons.class,
            description =
                    "Seasons to try: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, what the"
                            + " length of the history allows).")
    private String season = AUTO;

    @Option(
            names = "--scale",
            order = 13,
            paramLabel = "WHICH",
            defaultValue = AUTO,
            completionCandidates = Scales.class,
            description =
                    "Whether demand changes by amounts or by per cent: ${COMPLETION-CANDIDATES}, what"
                            + " fits the history better and does not leave every bound (default:"
                            + " ${DEFAULT-VALUE}).")
    private String scale = AUTO;

    @Option(
            names = "--paths",
            order = 14,
            paramLabel = "N",
            defaultValue = "2000",
            description = "Futures to draw (default: ${DEFAULT-VALUE}).")
    private int paths;

    @Option(
            names = "--seed",
            order = 15,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** Refuses wrong usage before anything is opened. */
    void check(CommonOptions common) {
        if (seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        if (paths < 100 || paths > 1_000_000) {
            throw common.usage("--paths: found " + paths + ", expected 100 to 1,000,000");
        }
        common.argument(() -> Names.require("--season", season, SEASONS));
        common.argument(() -> Names.require("--scale", scale, SCALES));
        common.argument(this::yearlyGrowth);
        OptionalLong micros = horizonMicros(common);
        if (micros.isPresent() && micros.getAsLong() == 0) {
            throw common.usage("--horizon: found " + horizon + ", expected a time above 0");
        }
    }

    long seed() {
        return seed;
    }

    int paths() {
        return paths;
    }

    /** How far ahead; empty if that was not said. */
    OptionalLong horizonMicros(CommonOptions common) {
        return common.time("--horizon", horizon);
    }

    /**
     * Refuses what a history does not allow.
     *
     * @throws InputException if the season asked for is not in it twice, or its paths would take
     *     too much memory
     */
    void check(BucketSeries series, CommonOptions common) {
        List<Integer> periods = modelling(series.clock()).periods();
        int longest =
                periods.stream().filter(each -> 2 * each <= series.size()).reduce(1, Math::max);
        if (!season.equals(AUTO) && !season.equals("none") && longest == 1) {
            throw common.usage(
                    "--season: found "
                            + season
                            + " with "
                            + Figures.count(series.size())
                            + " buckets of "
                            + Figures.micros(series.clock().bucketMicros())
                            + ", expected a history of two such seasons, in at most "
                            + Figures.count(LONGEST_SEASON)
                            + " buckets each that divide it");
        }
        if ((long) longest * paths > MOST_EFFECTS) {
            throw common.usage(
                    "--paths: found "
                            + Figures.count(paths)
                            + " with a season of "
                            + Figures.count(longest)
                            + " buckets, expected at most "
                            + Figures.count(MOST_EFFECTS / longest));
        }
    }

    /** How a history with buckets of that length is modelled. */
    Modelling modelling(BucketClock clock) {
        List<Integer> periods =
                clock.isMonthly() || clock.bucketMicros() == WEEK
                        ? isWanted("year")
                                ? List.of(clock.isMonthly() ? MONTHS_OF_YEAR : WEEKS_OF_YEAR)
                                : List.of()
                        : LongStream.of(DAY, WEEK)
                                .filter(each -> isWanted(each == DAY ? "day" : "week"))
                                .filter(each -> each % clock.bucketMicros() == 0)
                                .map(each -> each / clock.bucketMicros())
                                .filter(each -> each > 1 && each <= LONGEST_SEASON)
                                .mapToObj(each -> (int) each)
                                .toList();
        List<Scale> scales =
                switch (scale) {
                    case LINEAR -> List.of(Scale.LINEAR);
                    case "log" -> List.of(Scale.LOG);
                    default -> List.of(Scale.LINEAR, Scale.LOG);
                };
        return new Modelling(periods, scales, yearlyGrowth());
    }

    private boolean isWanted(String which) {
        return season.equals(AUTO) || season.equals(which);
    }

    private double yearlyGrowth() {
        if (growth == null) {
            return Double.NaN;
        }
        Matcher matcher = GROWTH.matcher(growth);
        double share = matcher.matches() ? Double.parseDouble(matcher.group(1)) / 100 : -1;
        if (share <= -1) {
            throw InputException.at(
                    "--growth",
                    "\"" + growth + "\"",
                    "a share of a year above -100%, as in 30% or -5%",
                    null);
        }
        return share;
    }

    static final class Seasons extends Names.Candidates {
        Seasons() {
            super(SEASONS);
        }
    }

    static final class Scales extends Names.Candidates {
        Scales() {
            super(SCALES);
        }
    }
}
