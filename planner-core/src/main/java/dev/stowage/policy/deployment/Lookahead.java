package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * Any mix of types, by exact covering, held for where the demand goes: a level that rises is held
 * for where its trend leads by the time that VMs requested now will work. Needs no oracle: it knows
 * only the demand that it saw.
 *
 * <p>The trend is Holt's double exponential smoothing of each resource. Source: Holt, Forecasting
 * seasonals and trends by exponentially weighted moving averages, ONR memorandum 52, 1957.
 */
final class Lookahead implements DeploymentPolicy {
    private final HoltTrend cpu;
    private final HoltTrend memory;

    Lookahead(int decisionsAhead) {
        cpu = new HoltTrend(decisionsAhead);
        memory = new HoltTrend(decisionsAhead);
    }

    @Override
    public Resources plan(Resources demand) {
        return new Resources(
                cpu.atLeast(demand.cpuMicroCores()), memory.atLeast(demand.memoryBytes()));
    }

    @Override
    public Optional<VmList> anew(Market market, Resources demand) {
        return Optional.of(market.cheapestMix(demand));
    }

    @Override
    public Optional<VmList> add(ServiceView service, Resources missing) {
        return Optional.of(service.market().cheapestMix(missing));
    }

    @Override
    public boolean changesTypes() {
        return true;
    }
}
