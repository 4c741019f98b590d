package dev.stowage.rightsizing.evidence;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How requests are made from use.
 *
 * @param rule for services of a class that has none of its own
 * @param byClass rules by class
 * @param margin that is put on top of a quantile, a share of at least 0
 * @param floor least request of a replica
 * @param minMeasurements of a resource below which a request stays, at least 1
 * @param minHistoryMicros time from the first to the last measurement below which a request stays
 * @param minCoverage share of its running time in which a service must have been measured
 * @param keep services whose requests stay, whatever was measured
 */
public record SizingOptions(
        SizingRule rule,
        Map<TaskClass, SizingRule> byClass,
        BigDecimal margin,
        Resources floor,
        long minMeasurements,
        long minHistoryMicros,
        double minCoverage,
        Set<String> keep) {
    /** Of a service's history, the part that the check of the requests holds out: its end. */
    public static final double HELD_OUT = 0.3;

    /** So many that the 95th percentile is not simply the largest. */
    public static final long DEFAULT_MEASUREMENTS = 20;

    /** The length of a day. */
    public static final long DAY_MICROS = 86_400_000_000L;

    /** The length of a week. */
    public static final long WEEK_MICROS = 7 * DAY_MICROS;

    /** A week: what only happens in the evening, or on Mondays, is in it. */
    public static final long DEFAULT_HISTORY_MICROS = WEEK_MICROS;

    /** A missing measurement now and then is nothing, a missing night is. */
    public static final double DEFAULT_COVERAGE = 0.8;

    public SizingOptions {
        byClass =
                byClass.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(byClass));
        if (margin.signum() < 0) {
            throw new IllegalArgumentException("margin = " + margin + ", expected at least 0");
        }
        Check.positive("minMeasurements", minMeasurements);
        Check.notNegative("minHistoryMicros", minHistoryMicros);
        if (!(minCoverage >= 0 && minCoverage <= 1)) {
            throw new IllegalArgumentException(
                    "minCoverage = " + minCoverage + ", expected 0 to 1");
        }
        keep = Collections.unmodifiableSortedSet(new TreeSet<>(keep));
    }

    /** The same for a history of which only a part is looked at. */
    public SizingOptions ofPart(double share) {
        return new SizingOptions(
                rule,
                byClass,
                margin,
                floor,
                Math.max(1, (long) (share * minMeasurements)),
                (long) (share * minHistoryMicros),
                minCoverage,
                keep);
    }

    /** The same with another margin, and other services whose requests stay. */
    public SizingOptions with(BigDecimal otherMargin, Set<String> others) {
        return new SizingOptions(
                rule,
                byClass,
                otherMargin,
                floor,
                minMeasurements,
                minHistoryMicros,
                minCoverage,
                others);
    }

    /** The rule for a service of a class; null if its class is unknown. */
    public SizingRule rule(@Nullable TaskClass taskClass) {
        SizingRule own = taskClass == null ? null : byClass.get(taskClass);
        return own == null ? rule : own;
    }
}
