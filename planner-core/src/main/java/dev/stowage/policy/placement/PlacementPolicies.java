package dev.stowage.policy.placement;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import java.util.List;

/** The placement policies by name. A new one is one class and one entry here. */
public final class PlacementPolicies {
    private static final PolicyRegistry<PlacementPolicy> REGISTRY =
            new PolicyRegistry<>(
                    "placement policy",
                    List.of(
                            new Entry<>(
                                    "first-fit",
                                    "the lowest-numbered server that fits",
                                    false,
                                    List.of(),
                                    (spec, random) -> new FirstFit()),
                            new Entry<>(
                                    "best-fit",
                                    "the most loaded server that fits (Maximum-Load)",
                                    false,
                                    List.of(),
                                    (spec, random) -> new BestFit()),
                            new Entry<>(
                                    "least-load",
                                    "the least loaded server that fits (spreads)",
                                    false,
                                    List.of(),
                                    (spec, random) -> new LeastLoad()),
                            new Entry<>(
                                    "round-robin",
                                    "the next server that fits after the last one used",
                                    false,
                                    List.of(),
                                    (spec, random) -> new RoundRobin()),
                            new Entry<>(
                                    "random",
                                    "any server that fits, all equally likely",
                                    true,
                                    List.of(),
                                    (spec, random) -> new RandomFit(random)),
                            new Entry<>(
                                    "power-of-d",
                                    "the least loaded of d servers drawn at random",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "d", 2, 1, 1000, "Servers drawn for a task.")),
                                    (spec, random) -> new PowerOfD(spec.parameter("d"), random))));

    private PlacementPolicies() {}

    /** All of them. */
    public static PolicyRegistry<PlacementPolicy> registry() {
        return REGISTRY;
    }
}
