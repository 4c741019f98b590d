package dev.stowage.policy.deployment;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * DyRAC: many VMs of one type, which may change at run time. An increase adds VMs of the active
 * type, or changes to the type that holds all of the demand at the least price.
 */
final class TypeAdaptive implements DeploymentPolicy {
    @Override
    public Optional<VmList> anew(Market market, Resources demand) {
        return market.cheapestUniform(demand);
    }

    @Override
    public Optional<VmList> add(ServiceView service, Resources missing) {
        CoverItem active = service.active().get(0).item();
        return Optional.of(VmList.of(active, active.countFor(missing)));
    }

    @Override
    public boolean changesTypes() {
        return true;
    }
}
