package dev.stowage.ingest.text;

import dev.stowage.basis.Check;
import java.util.OptionalLong;

/**
 * The most text that compressed data of one file may become, so that a file of a few megabytes that
 * was made to fill disks and days is refused.
 *
 * @param bytes the limit; empty for {@value #USUAL_TIMES} times the size of the file on disk, at
 *     least 1 GiB: traces compress to a tenth, and text of one row that repeats to a thousandth
 */
public record InflationLimit(OptionalLong bytes) {
    /** What is taken without a limit in bytes. */
    public static final InflationLimit USUAL = new InflationLimit(OptionalLong.empty());

    private static final long USUAL_TIMES = 200;
    private static final long USUAL_LEAST = 1L << 30;

    public InflationLimit {
        bytes.ifPresent(limit -> Check.positive("bytes", limit));
    }

    /** A limit in bytes. */
    public static InflationLimit of(long bytes) {
        return new InflationLimit(OptionalLong.of(bytes));
    }

    /** The limit for a file of that size on disk. */
    public long forFile(long diskBytes) {
        long usual =
                diskBytes > Long.MAX_VALUE / USUAL_TIMES
                        ? Long.MAX_VALUE
                        : Math.max(USUAL_LEAST, USUAL_TIMES * diskBytes);
        return bytes.orElse(usual);
    }
}
