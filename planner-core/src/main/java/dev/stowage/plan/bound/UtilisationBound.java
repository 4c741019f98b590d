package dev.stowage.plan.bound;

import dev.stowage.plan.objective.Objective;
import java.util.Map;

/**
 * Servers that are needed so that a resource is not allocated beyond the bounds on its mean, its
 * quantiles over time and its peak.
 *
 * <p>The longer a run may last, the lower its mean can be: the bounds on mean and quantiles rest on
 * {@link ForcedDemand#longestRunMicros}. A run never understates a quantile.
 *
 * @param dimension the resource
 * @param objective with the bounds
 * @param sure number of servers that is needed anyway
 */
record UtilisationBound(Dimension dimension, Objective objective, int sure) {
    private static final Map<String, Double> QUANTILES = Map.of("p50", 0.5, "p95", 0.95);

    /** Servers before rounding up; 0 if nothing is bounded. */
    double servers(ForcedDemand demand, DemandLevel level, WorkloadFigures figures) {
        double longest = demand.longestRunMicros(figures.openEnded() > 0 ? 1 : sure);
        double peak = level.peakServers() / allowed("peak");
        double mean = level.serverMicros() / Math.max(1, longest) / allowedMean();
        double servers = Math.max(peak, mean);
        for (Map.Entry<String, Double> quantile : QUANTILES.entrySet()) {
            double exceeding = (1 - quantile.getValue()) * longest;
            servers = Math.max(servers, level.exceededFor(exceeding) / allowed(quantile.getKey()));
        }
        return servers;
    }

    /**
     * Largest mean allowed: a share that is at most u for a share p of the time, and at most the
     * bound on the peak for the rest, has a mean of at most their weighted sum.
     */
    private double allowedMean() {
        double peak = Math.min(1, allowed("peak"));
        double mean = Math.min(allowed("mean"), allowed("peak"));
        for (Map.Entry<String, Double> quantile : QUANTILES.entrySet()) {
            double p = quantile.getValue();
            mean = Math.min(mean, p * allowed(quantile.getKey()) + (1 - p) * peak);
        }
        return mean;
    }

    /** Largest share allowed; infinite if it is not bounded. */
    private double allowed(String statistic) {
        return objective.limit(dimension.metric(statistic));
    }
}
