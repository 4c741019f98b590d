package dev.stowage.rightsizing;

import dev.stowage.model.Check;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How requests are made from use.
 *
 * @param rule for services of a class that has none of its own
 * @param byClass rules by class
 * @param margin that is put on top of a quantile, a share of at least 0
 * @param floor least request of a replica
 * @param minMeasurements of a resource below which a request stays, at least 1
 * @param minHistoryMicros time from the first to the last measurement below which a request stays;
 *     empty for a day, or nothing if all measurements together span less than one
 */
public record SizingOptions(
        SizingRule rule,
        Map<TaskClass, SizingRule> byClass,
        BigDecimal margin,
        Resources floor,
        long minMeasurements,
        OptionalLong minHistoryMicros) {
    /** Of a service's history, the part that the check of the requests holds out: its end. */
    public static final double HELD_OUT = 0.3;

    /** So many that the 95th percentile is not simply the largest. */
    public static final long DEFAULT_MEASUREMENTS = 20;

    /** A day: what only happens in the evening is in it. */
    public static final long DEFAULT_HISTORY_MICROS = 86_400_000_000L;

    public SizingOptions {
        byClass =
                byClass.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(byClass));
        if (margin.signum() < 0) {
            throw new IllegalArgumentException("margin = " + margin + ", expected at least 0");
        }
        Check.positive("minMeasurements", minMeasurements);
        minHistoryMicros.ifPresent(micros -> Check.notNegative("minHistoryMicros", micros));
    }

    /** The history that a service must have, given the time that all measurements span. */
    public long neededHistoryMicros(long spanMicros) {
        return minHistoryMicros.orElse(
                spanMicros < DEFAULT_HISTORY_MICROS ? 0 : DEFAULT_HISTORY_MICROS);
    }

    /** The rule for a service of a class; null if its class is unknown. */
    public SizingRule rule(@Nullable TaskClass taskClass) {
        SizingRule own = taskClass == null ? null : byClass.get(taskClass);
        return own == null ? rule : own;
    }
}
