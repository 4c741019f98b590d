package dev.stowage.ingest.source;

import java.util.OptionalLong;

/**
 * The clock of a trace whose start becomes 0: times before the start only say "before the start",
 * the largest time only says "after the end".
 *
 * @param startMicros start of the trace on its own clock
 * @param fromMicros canonical start of the window that is wanted
 * @param toMicros canonical end of it, not included
 */
public record TraceClock(long startMicros, long fromMicros, long toMicros) {

    /** A clock with the window of a request, as far as it has one. */
    public static TraceClock of(long startMicros, OptionalLong from, OptionalLong to) {
        return new TraceClock(startMicros, from.orElse(0), to.orElse(Long.MAX_VALUE));
    }

    /** Time on the canonical clock. */
    public long canonical(long sourceMicros) {
        return Math.max(0, sourceMicros - startMicros);
    }

    /** True if the source only says that it happened before the trace starts. */
    public boolean isBeforeStart(long sourceMicros) {
        return sourceMicros < startMicros;
    }

    /** True if the source only says that it happened after the trace ends. */
    public boolean isAfterEnd(long sourceMicros) {
        return sourceMicros == Long.MAX_VALUE;
    }

    /** True if a time lies in the window that is wanted. */
    public boolean isInWindow(long canonicalMicros) {
        return canonicalMicros >= fromMicros && canonicalMicros < toMicros;
    }
}
