package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * Which VMs a service is to have. A policy proposes; {@code DeploymentSimulation} compares what it
 * costs to add to the present configuration with what it costs to change it, and acts. Policies
 * have no state but of the demand that they saw, and no clock.
 *
 * <p>Source: Sfakianakis, PhD thesis, University of Crete, 2023, section 5.2 and Table 5.1.
 */
public interface DeploymentPolicy {
    /** All VMs for {@code demand} at one place; empty if the policy can't hold it there. */
    Optional<VmList> anew(Market market, Resources demand);

    /** VMs to add to the present ones; empty if the policy changes configuration instead. */
    Optional<VmList> add(ServiceView service, Resources missing);

    /** True if it may change types where it is; if not, only a change of place brings new types. */
    boolean changesTypes();

    /** What to hold now, at least {@code demand}; called once for each decision, in order. */
    default Resources plan(Resources demand) {
        return demand;
    }
}
