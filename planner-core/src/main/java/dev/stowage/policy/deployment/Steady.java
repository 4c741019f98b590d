package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * The same VMs all of the time, for the most that is ever needed. It has to know that beforehand,
 * so it is no policy of the registry.
 */
public final class Steady implements DeploymentPolicy {
    /** How the plan is called. */
    public static final String NAME = "always-on";

    private final Resources most;

    /**
     * @param most the largest need of each resource
     */
    public Steady(Resources most) {
        this.most = most;
    }

    @Override
    public Resources plan(Resources demand) {
        return most;
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
        return false;
    }
}
