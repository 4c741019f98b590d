package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.forecast.ForecastStudy;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Into which buckets a history is cut: as asked for; else the longest usual ones of which it has
 * enough. None is shorter than rows are apart: one row would be several equal buckets.
 *
 * @param path of the history
 * @param choice what was asked for
 * @param rows how far apart they are; empty where tasks are added up
 * @param zero what time 0 is, if anybody knows
 */
record BucketChoice(
        Path path, HistoryChoice choice, Optional<RowSpacing> rows, Optional<Instant> zero) {
    private static final long SECOND = 1_000_000L;
    private static final long DAY = 86_400 * SECOND;
    private static final long WEEK = 7 * DAY;
    private static final long[] USUAL = {DAY, 3_600 * SECOND, 900 * SECOND};
    private static final int WANTED = 28;

    /** The rows are not quite as far apart on a day with an hour less. */
    private static final double NEARLY = 0.95;

    /**
     * Chooses.
     *
     * @throws InputException if there are too few of them, if they are shorter than rows are apart,
     *     or if months are asked for where nobody knows the date
     */
    BucketClock of(BucketSeries.Source source) {
        BucketClock chosen = choice.bucket().map(this::asked).orElseGet(() -> usual(source));
        int buckets = source.buckets(chosen);
        if (buckets < ForecastStudy.LEAST_BUCKETS) {
            throw InputException.of(
                    path,
                    "a history of "
                            + Figures.micros(source.untilMicros() - source.fromMicros())
                            + ", "
                            + buckets
                            + " whole buckets of "
                            + Figures.micros(chosen.bucketMicros()),
                    "at least " + ForecastStudy.LEAST_BUCKETS + " whole buckets",
                    "A forecast needs a longer history"
                            + (chosen.bucketMicros() > shortest()
                                    ? ", or shorter buckets (--bucket)."
                                    : "."));
        }
        return chosen;
    }

    private long shortest() {
        return rows.filter(RowSpacing::isRegular)
                .map(RowSpacing::usualMicros)
                .orElse(USUAL[USUAL.length - 1]);
    }

    private BucketClock asked(BucketClock asked) {
        if (rows.isPresent()
                && rows.get().isRegular()
                && asked.bucketMicros() < NEARLY * rows.get().usualMicros()) {
            throw InputException.at(
                    "--bucket",
                    Figures.micros(asked.bucketMicros())
                            + " with rows that are "
                            + Figures.micros(rows.get().usualMicros())
                            + " apart",
                    "buckets that are not shorter than that",
                    "One row would be several equal buckets.");
        }
        return asked.isMonthly() ? months() : every(asked.bucketMicros());
    }

    private BucketClock usual(BucketSeries.Source source) {
        long least = (long) (NEARLY * shortest());
        List<BucketClock> clocks = new ArrayList<>();
        for (long each : USUAL) {
            if (each >= least) {
                clocks.add(every(each));
            }
        }
        if (clocks.isEmpty()) {
            boolean isMonthly = rows.filter(RowSpacing::isMonthly).isPresent();
            return isMonthly ? months() : every(shortest());
        }
        return clocks.stream()
                .filter(each -> source.buckets(each) >= WANTED)
                .findFirst()
                .orElse(clocks.get(clocks.size() - 1));
    }

    private BucketClock months() {
        Instant known =
                zero.orElseThrow(
                        () ->
                                InputException.of(
                                        path,
                                        "months, and no date of time 0",
                                        "--start 2026-01-01, or a column date in place of time_s",
                                        "Months have different lengths."));
        return BucketClock.months(micros(known)).in(choice.zone());
    }

    private BucketClock every(long micros) {
        BucketClock clock =
                BucketClock.every(micros, zero.map(BucketChoice::micros).orElse(0L))
                        .in(choice.zone());
        return micros % WEEK == 0 && zero.isPresent() ? clock.fromMonday() : clock;
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * SECOND;
    }
}
