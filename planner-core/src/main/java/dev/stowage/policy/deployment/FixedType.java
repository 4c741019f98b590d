package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * Many VMs of the smallest type: the cheapest with at least 1 CPU and 1 GiB at each place. An
 * increase adds as many as it takes.
 */
final class FixedType implements DeploymentPolicy {
    @Override
    public Optional<VmList> anew(Market market, Resources demand) {
        return market.smallest().map(item -> VmList.of(item, item.countFor(demand)));
    }

    @Override
    public Optional<VmList> add(ServiceView service, Resources missing) {
        return anew(service.market(), missing);
    }

    @Override
    public boolean changesTypes() {
        return false;
    }
}
