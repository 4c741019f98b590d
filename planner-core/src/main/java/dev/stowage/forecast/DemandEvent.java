package dev.stowage.forecast;

import dev.stowage.basis.Check;
import java.util.Optional;

/**
 * Something that moves demand and that no history tells: a launch, a migration, a holiday.
 *
 * @param name in the user's words
 * @param service that it moves; empty for the whole demand
 * @param fromMicros begin, microseconds since time 0
 * @param untilMicros end; {@link #FOR_EVER} if it stays
 * @param factor that all amounts are multiplied by, above 0; 1 for none
 * @param cores that are added; below 0 if they go
 * @param gib that are added; below 0 if they go
 * @param certainty that it comes, above 0, at most 1; 1 of one that has begun
 */
public record DemandEvent(
        String name,
        Optional<String> service,
        long fromMicros,
        long untilMicros,
        double factor,
        double cores,
        double gib,
        double certainty) {
    /** It stays. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    public DemandEvent {
        Check.positive("untilMicros - fromMicros", untilMicros > fromMicros ? 1 : 0);
        Check.inRange("factor", factor, Double.MIN_NORMAL, Double.MAX_VALUE);
        Check.inRange("certainty", certainty, Double.MIN_NORMAL, 1);
    }

    /** What it adds to a resource: 0 the CPU, 1 the memory. */
    double added(int resource) {
        return resource == 0 ? cores : gib;
    }

    /** True if it is sure to come, or there. */
    public boolean isSure() {
        return certainty == 1;
    }
}
