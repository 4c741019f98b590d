package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.Optional;

/** Always one VM that is large enough. */
final class SingleVm implements DeploymentPolicy {
    @Override
    public Optional<VmList> anew(Market market, Resources demand) {
        return market.cheapestSingle(demand).map(item -> VmList.of(item, 1));
    }

    @Override
    public Optional<VmList> add(ServiceView service, Resources missing) {
        return Optional.empty();
    }

    @Override
    public boolean changesTypes() {
        return true;
    }
}
