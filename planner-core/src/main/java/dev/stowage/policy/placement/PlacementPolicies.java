package dev.stowage.policy.placement;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicyRegistry.Requirement;
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
                                    "worst-fit",
                                    "the server with the most room that fits (as least-load)",
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
                                    (spec, random) -> new PowerOfD(spec.parameter("d"), random)),
                            new Entry<>(
                                    "qu-sparrow",
                                    "of d servers drawn at random the one with the least room left",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "d", 2, 1, 1000, "Servers drawn for a task.")),
                                    (spec, random) -> new QuSparrow(spec.parameter("d"), random)),
                            new Entry<>(
                                    "dot-product",
                                    "the largest inner product of demand and remaining capacity",
                                    false,
                                    List.of(),
                                    (spec, random) -> new DotProduct()),
                            new Entry<>(
                                    "fragmentation-gradient",
                                    "the least growth of what the usual tasks can't use",
                                    false,
                                    List.of(),
                                    (spec, random) -> new FragmentationGradient()),
                            kubernetes()));

    private static Entry<PlacementPolicy> kubernetes() {
        return new Entry<>(
                "kubernetes",
                "the highest of kube-scheduler's resource scores",
                false,
                List.of(
                        weight("least", 1, "LeastAllocated"),
                        weight("most", 0, "MostAllocated"),
                        weight("balanced", 1, "NodeResourcesBalancedAllocation"),
                        new PolicyParameter(
                                "percent",
                                0,
                                0,
                                100,
                                "Share of the nodes that are scored; 0 = kube-scheduler's default"
                                        + " for the number of nodes, 100 = all.")),
                new Requirement(
                        "a weight above 0 for least, most or balanced",
                        spec ->
                                spec.parameter("least") > 0
                                        || spec.parameter("most") > 0
                                        || spec.parameter("balanced") > 0),
                (spec, random) -> new Kubernetes(spec));
    }

    private static PolicyParameter weight(String name, int standard, String score) {
        return new PolicyParameter(name, standard, 0, 100, "Weight of the score " + score + ".");
    }

    private PlacementPolicies() {}

    /** All of them. */
    public static PolicyRegistry<PlacementPolicy> registry() {
        return REGISTRY;
    }
}
