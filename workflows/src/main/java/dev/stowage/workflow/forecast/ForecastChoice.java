package dev.stowage.workflow.forecast;

import dev.stowage.forecast.ForecastStudy.Modelling;
import dev.stowage.forecast.Scale;
import dev.stowage.forecast.Seasons;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.option.OptionException;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How the future is made of the past.
 *
 * @param season one of {@link #SEASONS}
 * @param scale one of {@link #SCALES}
 * @param yearlyGrowth in place of the trend of the history, above -1; NaN for that trend
 * @param paths futures to draw
 * @param seed of their draws
 */
public record ForecastChoice(
        String season, String scale, double yearlyGrowth, int paths, long seed) {
    /** What the length of the history allows. */
    public static final String AUTO = "auto";

    private static final String LINEAR = "linear";

    /** Seasons that can be asked for. */
    public static final List<String> SEASONS = List.of(AUTO, "none", "day", "week", "year");

    /** Scales that can be asked for: demand changes by amounts, or by per cent. */
    public static final List<String> SCALES = List.of(LINEAR, "relative", "log", AUTO);

    /** As the history says, on 2,000 paths. */
    public static final ForecastChoice USUAL =
            new ForecastChoice(AUTO, AUTO, Double.NaN, 2_000, 42);

    private static final long DAY = 86_400_000_000L;
    private static final long WEEK = 7 * DAY;
    private static final double YEAR = 365.2425 * DAY;

    private static final int MONTHS_OF_YEAR = 12;
    private static final int WEEKS_OF_YEAR = 52;

    /** More states than that are not worth their cost. */
    private static final long LONGEST_SEASON = 2_016;

    /** Effects of a season on all paths that are held in memory. */
    private static final long MOST_EFFECTS = 20_000_000;

    /**
     * Refuses what a history does not allow.
     *
     * @throws OptionException if the season asked for is not in it twice, or its paths would take
     *     too much memory
     */
    public void check(BucketSeries series) {
        Seasons seasons = modelling(series.clock()).seasons();
        int longest =
                seasons.periods().stream()
                        .filter(each -> 2 * each <= series.size())
                        .reduce(1, Math::max);
        boolean isThere = longest > 1 || seasons.hasYear(series.size());
        if (!season.equals(AUTO) && !season.equals("none") && !isThere) {
            throw new OptionException(
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
            throw new OptionException(
                    "--paths: found "
                            + Figures.count(paths)
                            + " with a season of "
                            + Figures.count(longest)
                            + " buckets, expected at most "
                            + Figures.count(MOST_EFFECTS / longest));
        }
    }

    /** How a history with buckets of that length is modelled. */
    public Modelling modelling(BucketClock clock) {
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
                    case "relative" -> List.of(Scale.RELATIVE);
                    case "log" -> List.of(Scale.LOG);
                    default -> List.of(Scale.values());
                };
        return new Modelling(
                new Seasons(periods, hasCycleBeside(clock) ? YEAR / clock.bucketMicros() : 0),
                scales,
                yearlyGrowth);
    }

    /** True if buckets are too short for a year of them to be a season, and one may be there. */
    private boolean hasCycleBeside(BucketClock clock) {
        return !clock.isMonthly() && clock.bucketMicros() < WEEK && isWanted("year");
    }

    private boolean isWanted(String which) {
        return season.equals(AUTO) || season.equals(which);
    }
}
