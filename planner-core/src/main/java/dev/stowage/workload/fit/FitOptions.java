package dev.stowage.workload.fit;

import dev.stowage.basis.Check;
import dev.stowage.stats.FitSettings;
import dev.stowage.workload.Censoring;

/**
 * How a model is fitted.
 *
 * @param modelName what the model will be called, not blank
 * @param settings what densities are chosen by
 * @param censoring what durations that were cut off count for
 * @param productVersion written into the provenance
 */
public record FitOptions(
        String modelName, FitSettings settings, Censoring censoring, String productVersion) {
    public FitOptions {
        Check.notBlank("modelName", modelName);
        Check.notBlank("productVersion", productVersion);
    }

    /** The defaults: least distance, improved Sheather-Jones, what was cut off is left out. */
    public static FitOptions defaults(String modelName, String productVersion) {
        return new FitOptions(modelName, FitSettings.DEFAULT, Censoring.NAIVE, productVersion);
    }
}
