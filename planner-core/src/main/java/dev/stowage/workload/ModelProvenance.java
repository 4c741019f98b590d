package dev.stowage.workload;

import dev.stowage.stats.FitSettings;

/**
 * How a model came to be.
 *
 * @param trace the trace it was fitted to
 * @param settings what densities were chosen by
 * @param censoring what durations that were cut off counted for
 * @param productVersion version of the product that fitted it
 */
public record ModelProvenance(
        TraceProvenance trace, FitSettings settings, Censoring censoring, String productVersion) {}
