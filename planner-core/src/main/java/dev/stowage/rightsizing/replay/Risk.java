package dev.stowage.rightsizing.replay;

import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * For how long servers are asked for more than they have.
 *
 * @param days whole days that were replayed
 * @param daysAbove of them with any time above capacity
 * @param minutesAMonth above capacity that the replay makes expect, in 30 days; null if too little
 *     was measured
 * @param atLeastMinutesAMonth above capacity, with 95 % confidence; 0 where replicas that are not
 *     packed were spread over those that are; null if too little was measured
 * @param atMostMinutesAMonth above capacity, with 95 % confidence; see {@link RiskModel}; null if
 *     too little was measured
 */
public record Risk(
        int days,
        int daysAbove,
        @Nullable Double minutesAMonth,
        @Nullable Double atLeastMinutesAMonth,
        @Nullable Double atMostMinutesAMonth) {
    /** Nothing was replayed. */
    static final Risk NONE = new Risk(0, 0, null, null, null);

    /** The widest limits of both, of the same days and servers. */
    Risk beside(Risk other) {
        return new Risk(
                days,
                daysAbove,
                minutesAMonth,
                widest(atLeastMinutesAMonth, other.atLeastMinutesAMonth, Math::min),
                widest(atMostMinutesAMonth, other.atMostMinutesAMonth, Math::max));
    }

    private static @Nullable Double widest(
            @Nullable Double one, @Nullable Double other, DoubleBinaryOperator choice) {
        return one == null || other == null ? null : choice.applyAsDouble(one, other);
    }
}
