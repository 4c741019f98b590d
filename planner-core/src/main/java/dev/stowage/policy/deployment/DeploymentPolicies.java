package dev.stowage.policy.deployment;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import java.util.List;

/** The deployment policies by name. A new one is one class and one entry here. */
public final class DeploymentPolicies {
    /** A day of decisions every 30 s. */
    private static final int MOST_AHEAD = 2_880;

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
                                                    MOST_AHEAD,
                                                    "Decisions to look ahead along the trend.")),
                                    (spec, random) -> new Lookahead(spec.parameter("ahead")))));

    private DeploymentPolicies() {}

    /**
     * A policy as typed; one that looks ahead does so by the time that VMs take to boot unless it
     * says otherwise.
     *
     * @param bootDecisions decisions from the request of a VM until it works
     * @throws dev.stowage.basis.InputException as {@link PolicyRegistry#parse}
     */
    public static PolicySpec parse(String place, String text, long bootDecisions) {
        boolean isPlain = text.equals("lookahead") && bootDecisions > 0;
        long ahead = Math.min(bootDecisions, MOST_AHEAD);
        return REGISTRY.parse(place, isPlain ? text + "[ahead=" + ahead + "]" : text);
    }

    /** The registry: help, completion and errors derive from it. */
    public static PolicyRegistry<DeploymentPolicy> registry() {
        return REGISTRY;
    }
}
