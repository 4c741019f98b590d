package dev.stowage.sim.cloud;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a study compares.
 *
 * @param markets all places, in the order that breaks ties; not empty
 * @param demand what must be held
 * @param policies of {@code DeploymentPolicies}; not empty
 * @param spec what they run under
 * @param hasOptimal true if the envelope of all is wanted
 * @param hasBound true if a lower bound is wanted
 * @param hasSimple true if plans of few types at one place are wanted, too
 * @param stay where the service is now; empty if it is nowhere yet
 * @param bill what a run costs by the rules of its providers, USD
 * @param threads runs at the same time, at least 1; never changes a result
 * @param progress told of runs that are done
 */
public record DeploymentStudyRequest(
        List<Market> markets,
        ServiceDemand demand,
        List<PolicySpec> policies,
        DeploymentSpec spec,
        boolean hasOptimal,
        boolean hasBound,
        boolean hasSimple,
        Optional<Stay> stay,
        ToDoubleFunction<DeploymentRun> bill,
        int threads,
        Progress progress) {
    /**
     * Where a service is.
     *
     * @param scope among which places it may choose, as it is now
     * @param policy how it is run now
     */
    public record Stay(MarketScope scope, PolicySpec policy) {}

    public DeploymentStudyRequest {
        markets = List.copyOf(markets);
        policies = List.copyOf(policies);
        if (markets.isEmpty() || policies.isEmpty()) {
            throw new IllegalArgumentException(
                    markets.size()
                            + " markets and "
                            + policies.size()
                            + " policies, expected at least one of each");
        }
        Check.positive("threads", threads);
    }
}
