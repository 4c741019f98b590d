package dev.stowage.plan;

/**
 * One bound of an objective and what the planned servers do with it.
 *
 * @param metric as in {@link RunSummary#metric}
 * @param bound largest value allowed
 * @param value mean over the replications; infinite if tasks are blocked for ever
 * @param upper upper confidence limit that is compared with the bound; {@code value} if there is
 *     only one replication
 * @param met {@code upper <= bound}
 * @param implied true if nobody wrote the bound
 */
public record ObjectiveValue(
        String metric, double bound, double value, double upper, boolean met, boolean implied) {}
