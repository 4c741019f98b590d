package dev.stowage.workload;

/**
 * How a model came to be.
 *
 * @param trace the trace it was fitted to
 * @param criterion what decided between candidates, as spelled on the command line
 * @param bandwidth rule for kernel densities, as spelled on the command line
 * @param productVersion version of the product that fitted it
 */
public record ModelProvenance(
        TraceProvenance trace, String criterion, String bandwidth, String productVersion) {}
