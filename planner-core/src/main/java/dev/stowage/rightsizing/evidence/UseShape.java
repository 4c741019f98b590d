package dev.stowage.rightsizing.evidence;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * How the use of one replica of a service changes over its history.
 *
 * @param kind what was recognised
 * @param sinceMicros when the level that holds at the end began, or the last peak; the start of the
 *     history if it is neither step nor peak
 * @param levelBefore median before a step, or between peaks; of the whole history if there is none
 * @param levelAfter median after a step, or of peaks; of the whole history if there is none
 * @param perDay by how much use changes a day; 0 if it is steady, a step or has peaks
 */
public record UseShape(
        Kind kind, long sinceMicros, long levelBefore, long levelAfter, long perDay) {
    /** What was recognised. */
    public enum Kind {
        /** Not enough history, or none. */
        UNKNOWN,
        /** No lasting change. */
        STEADY,
        /** A change of the level that lasts to the end. */
        STEP,
        /** A steady rise or fall. */
        TREND,
        /** Peaks at the same hours of each week. */
        WEEKLY,
        /** Peaks on the same days of each month. */
        MONTHLY,
        /** One peak: whether it comes back is not in the history. */
        SINGLE,
        /** Memory that rises for as long as a replica runs. */
        LEAK
    }

    /** Nothing is known. */
    public static final UseShape UNKNOWN = new UseShape(Kind.UNKNOWN, 0, 0, 0, 0);

    /** True if use is higher at the end. */
    @JsonIgnore
    public boolean isRising() {
        return perDay > 0 || (kind == Kind.STEP && levelAfter > levelBefore);
    }

    /** True if use does not rise, and took no step in the week before the end of its history. */
    public boolean isLevel(long lastMicros) {
        return perDay <= 0
                && (kind != Kind.STEP || lastMicros - sinceMicros >= SizingOptions.WEEK_MICROS);
    }

    /** A leak instead of what it is. */
    UseShape leaking(long bytesPerDay) {
        return new UseShape(Kind.LEAK, sinceMicros, levelBefore, levelAfter, bytesPerDay);
    }

    /** True if it has peaks that come back, or one that may. */
    @JsonIgnore
    public boolean hasPeaks() {
        return kind == Kind.WEEKLY || kind == Kind.MONTHLY || kind == Kind.SINGLE;
    }
}
