package dev.stowage.billing;

import dev.stowage.model.cloud.SustainedUse;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What one resource costs over a month without discount: a level in USD an hour. */
final class ResourceSpending {
    private final NavigableMap<Long, BigDecimal> changes = new TreeMap<>();

    /** Spending from one time to another; below 0 for what another pays of it. */
    void add(long fromSeconds, long toSeconds, BigDecimal usdPerHour) {
        changes.merge(fromSeconds, usdPerHour, BigDecimal::add);
        changes.merge(toSeconds, usdPerHour.negate(), BigDecimal::add);
    }

    /** First time with any; there must be some. */
    long fromSeconds() {
        return changes.firstKey();
    }

    /** End of the last time with any; there must be some. */
    long toSeconds() {
        return changes.lastKey();
    }

    /**
     * What sustained use saves of it, USD times 3,600: each slice of the level is charged for the
     * time in which the level is at least as high.
     */
    BigDecimal saved(BigDecimal monthSeconds, SustainedUse rule) {
        NavigableMap<BigDecimal, Long> levels = levels();
        BigDecimal saved = BigDecimal.ZERO;
        long used = 0;
        for (Map.Entry<BigDecimal, Long> level : levels.entrySet()) {
            BigDecimal below = levels.higherKey(level.getKey());
            BigDecimal slice = below == null ? level.getKey() : level.getKey().subtract(below);
            used += level.getValue();
            BigDecimal seconds = BigDecimal.valueOf(used);
            BigDecimal free = seconds.subtract(rule.chargedHours(seconds, monthSeconds));
            saved = saved.add(slice.multiply(free));
        }
        return saved;
    }

    /**
     * Seconds at each level, the highest first. What rounding of prices puts below 0 counts as 0.
     */
    private NavigableMap<BigDecimal, Long> levels() {
        NavigableMap<BigDecimal, Long> seconds = new TreeMap<>(Comparator.reverseOrder());
        BigDecimal level = BigDecimal.ZERO;
        long from = fromSeconds();
        for (Map.Entry<Long, BigDecimal> change : changes.entrySet()) {
            seconds.merge(level.max(BigDecimal.ZERO), change.getKey() - from, Long::sum);
            from = change.getKey();
            level = level.add(change.getValue());
        }
        return seconds;
    }
}
