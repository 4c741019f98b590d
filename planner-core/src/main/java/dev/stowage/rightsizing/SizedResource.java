package dev.stowage.rightsizing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.rightsizing.evidence.UseFigures;
import dev.stowage.rightsizing.evidence.UseQuantile;
import dev.stowage.rightsizing.evidence.UseShape;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the request of a service for one resource, of one replica.
 *
 * @param resource as in {@code cpu}
 * @param before request as it was
 * @param after request as it is to be; {@code before} if it stays
 * @param quantile of the rule
 * @param used that quantile of the measured use; 0 if nothing was measured
 * @param outcome what became of it
 * @param use what was measured; null if nothing was
 * @param heldOut the check of the rule; null if there is too little for it
 * @param coverage share of the time in which its replicas ran that was measured, from 0 to 1
 * @param shape how use changes over the history
 * @param recommender what Kubernetes' own recommender makes of it; null if nothing that can be
 *     believed was measured
 * @param likelyUnit what the measurements seem to be instead; null if they are plausible
 */
public record SizedResource(
        String resource,
        long before,
        long after,
        UseQuantile quantile,
        long used,
        Outcome outcome,
        @Nullable UseFigures use,
        @Nullable HeldOut heldOut,
        double coverage,
        UseShape shape,
        @Nullable RecommenderCheck recommender,
        @Nullable String likelyUnit) {
    /** What decided. */
    public enum Outcome {
        /** The rule. */
        RULE,
        /** The floor: the use is less. */
        FLOOR,
        /** The largest server: the use asks for more. */
        LARGEST_SERVER,
        /** Nothing was measured. */
        NOT_MEASURED,
        /** Too few measurements. */
        TOO_FEW,
        /** The history is too short. */
        TOO_SHORT,
        /** Too much of the time was not measured. */
        LOW_COVERAGE,
        /** Hours of the day or days of the week were not measured. */
        HOURS_MISSING,
        /** No replica can use that much: the unit is wrong, it seems. */
        IMPLAUSIBLE,
        /** The user said so. */
        KEPT,
        /** The rule, but not less than before: memory rises for as long as a replica runs. */
        LEAK;

        /** True if the request comes from the measured use. */
        public boolean isSized() {
            return this == RULE || this == FLOOR || this == LARGEST_SERVER || this == LEAK;
        }
    }

    /** The same with another new request, on the way to this one; left alone if it is today's. */
    public SizedResource withAfter(long request) {
        return new SizedResource(
                resource,
                before,
                request,
                quantile,
                used,
                request == before ? Outcome.KEPT : outcome,
                use,
                heldOut,
                coverage,
                shape,
                recommender,
                likelyUnit);
    }

    /** True if use is higher at the end, by its shape or by the medians of both parts. */
    @JsonIgnore
    public boolean isRising() {
        return shape.isRising() || (heldOut != null && heldOut.isRising());
    }

    /** True if the request comes from the measured use, even if it is what it was. */
    @JsonIgnore
    public boolean isSized() {
        return outcome.isSized();
    }
}
