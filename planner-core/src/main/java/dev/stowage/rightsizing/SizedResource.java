package dev.stowage.rightsizing;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
 */
public record SizedResource(
        String resource,
        long before,
        long after,
        UseQuantile quantile,
        long used,
        Outcome outcome,
        @Nullable UseFigures use,
        @Nullable HeldOut heldOut) {
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
        TOO_SHORT;

        /** True if the request comes from the measured use. */
        public boolean isSized() {
            return this == RULE || this == FLOOR || this == LARGEST_SERVER;
        }
    }

    /** True if the request comes from the measured use, even if it is what it was. */
    @JsonIgnore
    public boolean isSized() {
        return outcome.isSized();
    }
}
