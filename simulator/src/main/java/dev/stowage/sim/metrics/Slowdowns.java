package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary.Distribution;
import java.util.List;

/**
 * How much longer attempts took than they would have on an idle server: ratios of at least 1, exact
 * to a millionth; an attempt of no duration counts as 1. Quantiles as in {@link Tally}, of what
 * exceeds 1.
 */
final class Slowdowns implements PlainState {
    private static final double MILLIONTHS = 1e6;
    private static final double MOST = 1e15; // more is not told apart

    private final Tally excess = new Tally(); // in millionths

    /** An attempt took {@code runMicros} instead of {@code durationMicros}. */
    void add(long runMicros, long durationMicros) {
        long longer = runMicros - durationMicros;
        excess.add(
                longer <= 0 || durationMicros <= 0
                        ? 0
                        : Math.round(Math.min(MOST, longer * MILLIONTHS / durationMicros)));
    }

    /** Ratios; all 0 if nothing ended. */
    Distribution distribution() {
        Distribution more = excess.distribution();
        return more.count() == 0
                ? more
                : new Distribution(
                        more.count(),
                        1 + more.mean(),
                        1 + more.p50(),
                        1 + more.p90(),
                        1 + more.p95(),
                        1 + more.p99(),
                        1 + more.max());
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(excess);
    }
}
