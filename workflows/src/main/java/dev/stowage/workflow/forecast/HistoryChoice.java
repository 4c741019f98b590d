package dev.stowage.workflow.forecast;

import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.TaskClass;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which past a forecast rests on.
 *
 * @param only tasks of this class; all if empty
 * @param isUsage true for what was measured, false for what was asked for
 * @param bucket length of a bucket, on a clock that begins at 0; by the history if empty
 * @param level what stands for a bucket
 * @param start what time 0 is; what the input knows if empty
 * @param zone whose clock and calendar count; dates of the input without an offset are in it
 * @param fromMicros begin of the history
 * @param untilMicros end of the history
 * @param by column that names services; empty for a demand as a whole
 * @param keepsCounters true to take a counter for a level
 */
public record HistoryChoice(
        Optional<TaskClass> only,
        boolean isUsage,
        Optional<BucketClock> bucket,
        BucketSeries.Level level,
        Optional<Instant> start,
        ZoneId zone,
        OptionalLong fromMicros,
        OptionalLong untilMicros,
        Optional<String> by,
        boolean keepsCounters) {
    /** All that was asked for, peaks of buckets that the history itself chooses. */
    public static final HistoryChoice USUAL =
            new HistoryChoice(
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    BucketSeries.Level.PEAK,
                    Optional.empty(),
                    ZoneOffset.UTC,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    false);
}
