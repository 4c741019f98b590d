package dev.stowage.policy.deployment;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import java.util.List;

/** The deployment policies by name. A new one is one class and one entry here. */
public final class DeploymentPolicies {
    private static final PolicyRegistry<DeploymentPolicy> REGISTRY =
            new PolicyRegistry<>(
                    "deployment policy",
                    List.of(
                            new Entry<>(
                                    "single",
                                    "always one VM that is large enough",
                                    false,
                                    List.of(),
                                    (spec, random) -> new SingleVm()),
                            new Entry<>(
                                    "adaptive",
                                    "each increase adds one VM of the size that is missing",
                                    false,
                                    List.of(),
                                    (spec, random) -> new AdaptiveSizes()),
                            new Entry<>(
                                    "fixed",
                                    "many VMs of the cheapest type from 1 CPU and 1 GiB on",
                                    false,
                                    List.of(),
                                    (spec, random) -> new FixedType()),
                            new Entry<>(
                                    "type-adaptive",
                                    "many VMs of one type, which changes where that pays (DyRAC)",
                                    false,
                                    List.of(),
                                    (spec, random) -> new TypeAdaptive()),
                            new Entry<>(
                                    "lookahead",
                                    "any mix by exact covering, held for where the demand goes",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "ahead",
                                                    0,
                                                    0,
                                                    2880,
                                                    "Decisions to look ahead along the trend.")),
                                    (spec, random) -> new Lookahead(spec.parameter("ahead")))));

    private DeploymentPolicies() {}

    /** The registry: help, completion and errors derive from it. */
    public static PolicyRegistry<DeploymentPolicy> registry() {
        return REGISTRY;
    }
}
