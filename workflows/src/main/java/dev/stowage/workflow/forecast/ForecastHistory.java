package dev.stowage.workflow.forecast;

import dev.stowage.forecast.Part;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The past that a forecast rests on, and where it is from.
 *
 * @param name of the file without its endings
 * @param kind {@code csv} or {@code tasks}
 * @param of {@code requests}, {@code usage}, or {@code demand} as a CSV has it
 * @param level {@code peak} or {@code mean}
 * @param raw by buckets
 * @param missing buckets without rows
 * @param timeZero what time 0 is, if anybody knows
 * @param by column that names its services; empty if it is not in services
 * @param parts its services; empty if it is not in services
 * @param trace that it is of, if it is one
 * @param doubts why no forecast may rest on it
 * @param warnings what stands for something that nobody measured
 * @param notes what was left out or assumed
 * @param inputs facts for the result
 */
public record ForecastHistory(
        String name,
        String kind,
        String of,
        String level,
        BucketSeries raw,
        BitSet missing,
        Optional<Instant> timeZero,
        Optional<String> by,
        List<Part> parts,
        Optional<CanonicalTrace> trace,
        List<String> doubts,
        List<String> warnings,
        List<String> notes,
        Map<String, String> inputs) {
    /** What stands for a bucket. */
    BucketSeries.Level bucketLevel() {
        return level.equals("peak") ? BucketSeries.Level.PEAK : BucketSeries.Level.MEAN;
    }
}
