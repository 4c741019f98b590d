package dev.stowage.ingest.slurm;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.Moments;
import java.math.RoundingMode;

/**
 * When a job began and ended whose times lie in an hour that the clock showed twice. Such a time is
 * the first of its two moments, unless the job would end before its start or start before its
 * submit, or lasts as long as Elapsed says with the second one alone.
 *
 * @param start microseconds of the clock of the source
 * @param end likewise; may be absent
 */
record HourTwice(long start, long end) {
    /**
     * Chooses among the moments of the row.
     *
     * @param submit may be absent, as the end
     * @param start as the first of two
     */
    static HourTwice resolve(ListedRow row, Moments moments, long submit, long start, long end)
            throws BadRecordException {
        long laterStart = moments.laterMicros(row.text("start"), start);
        long laterEnd = moments.laterMicros(row.text("end"), end);
        if (laterStart == start && laterEnd == end) {
            return new HourTwice(start, end);
        }
        long from = start < submit ? laterStart : start;
        if (end == ABSENT) {
            return new HourTwice(from, end);
        }
        long to = end < from ? laterEnd : end;
        long elapsed = elapsed(row);
        if (elapsed == ABSENT || to - from == elapsed) {
            return new HourTwice(from, to);
        }
        for (long begin : new long[] {from, laterStart}) {
            for (long stop : new long[] {to, laterEnd}) {
                if (stop - begin == elapsed) {
                    return new HourTwice(begin, stop);
                }
            }
        }
        return new HourTwice(from, to); // it was suspended, or the clock was set otherwise
    }

    /** True if they are other moments than the first ones. */
    boolean isResolved(long firstStart, long firstEnd) {
        return start != firstStart || end != firstEnd;
    }

    private static long elapsed(ListedRow row) throws BadRecordException {
        if (row.has("elapsedSeconds")) {
            return row.amount("elapsedSeconds", Amount.MILLION);
        }
        return row.has("elapsed")
                ? Duration.micros("Elapsed", row.text("elapsed"))
                        .setScale(0, RoundingMode.HALF_UP)
                        .longValue()
                : ABSENT;
    }
}
