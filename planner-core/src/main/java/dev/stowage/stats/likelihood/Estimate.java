package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.Parametric;
import org.jspecify.annotations.Nullable;

/**
 * What maximum likelihood found.
 *
 * @param density null if the likelihood is nowhere finite
 * @param isConverged true if the optimiser found a maximum inside the bounds
 * @param note why it did not converge, or which bound it stopped at; empty if nothing is special
 */
public record Estimate(@Nullable Parametric density, boolean isConverged, String note) {
    static Estimate found(Parametric density, String note) {
        return new Estimate(density, true, note);
    }

    static Estimate failed(String why) {
        return new Estimate(null, false, why);
    }
}
