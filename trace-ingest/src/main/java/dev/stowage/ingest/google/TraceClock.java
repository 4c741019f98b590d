package dev.stowage.ingest.google;

import java.util.OptionalLong;

/**
 * The clock of the trace of 2011: it starts at 600 s, which becomes 0. A time of 0, and any before
 * 600 s, only says "before the start"; the largest time only says "after the end".
 *
 * @param fromMicros canonical start of the window that is wanted
 * @param toMicros canonical end of it, not included
 */
record TraceClock(long fromMicros, long toMicros) {
    private static final long START_MICROS = 600_000_000L;

    static TraceClock of(OptionalLong from, OptionalLong to) {
        return new TraceClock(from.orElse(0), to.orElse(Long.MAX_VALUE));
    }

    /** Time on the canonical clock. */
    long canonical(long sourceMicros) {
        return Math.max(0, sourceMicros - START_MICROS);
    }

    /** True if the source only says that it happened before the trace starts. */
    boolean isBeforeStart(long sourceMicros) {
        return sourceMicros < START_MICROS;
    }

    /** True if the source only says that it happened after the trace ends. */
    boolean isAfterEnd(long sourceMicros) {
        return sourceMicros == Long.MAX_VALUE;
    }

    boolean isInWindow(long canonicalMicros) {
        return canonicalMicros >= fromMicros && canonicalMicros < toMicros;
    }
}
