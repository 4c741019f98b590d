package dev.stowage.plan.objective;

import dev.stowage.run.RunSummary;

/**
 * One bound of an objective and what the planned servers do with it.
 *
 * @param metric as in {@link RunSummary#metric}
 * @param bound largest value allowed
 * @param value mean over the replications; infinite if tasks are blocked for ever
 * @param upper what no more replications exceed than may, and what is compared with the bound: with
 *     the confidence of the plan, the share asked for of all replications stays within it; the
 *     largest of the replications that were made where the objective does not hold
 * @param met {@code upper <= bound}
 * @param implied true if nobody wrote the bound
 */
public record ObjectiveValue(
        String metric, double bound, double value, double upper, boolean met, boolean implied) {}
