package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.List;

/**
 * What each decision has to hold; one for all runs of a study.
 *
 * @param needs the most until the next decision, one each; not empty
 * @param endSeconds end of the demand, rounded up
 */
record DecisionDemand(List<Resources> needs, long endSeconds) {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    DecisionDemand {
        needs = List.copyOf(needs);
    }

    static DecisionDemand of(ServiceDemand demand, DeploymentSpec spec) {
        return new DecisionDemand(
                List.of(demand.atDecisions(spec.decisionSeconds())),
                -Math.floorDiv(-demand.endMicros(), MICROS_PER_SECOND));
    }
}
