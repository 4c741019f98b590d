package dev.stowage.workload;

import dev.stowage.model.Check;
import dev.stowage.stats.Bandwidth;
import dev.stowage.stats.Criterion;

/**
 * How a model is fitted.
 *
 * @param modelName what the model will be called, not blank
 * @param criterion what decides between candidates
 * @param bandwidth rule for kernel densities
 * @param productVersion written into the provenance
 */
public record FitOptions(
        String modelName, Criterion criterion, Bandwidth bandwidth, String productVersion) {
    public FitOptions {
        Check.notBlank("modelName", modelName);
        Check.notBlank("productVersion", productVersion);
    }

    /** The defaults: least distance, improved Sheather-Jones. */
    public static FitOptions defaults(String modelName, String productVersion) {
        return new FitOptions(modelName, Criterion.DISTANCE, Bandwidth.ISJ, productVersion);
    }
}
