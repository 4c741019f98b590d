package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SharedNeedsTest {
    private static final List<String> NAMES =
            List.of("memcached", "xapian", "nginx", "moses", "mongodb", "sphinx");

    /** What is called infeasible is met by no manager, of 800 drawn nodes and mixes. */
    @Test
    void callsNothingInfeasibleThatSomeManagerMeets() {
        RandomGenerator random = Seeds.stream(3, "shared.needs", 0);
        Map<NodeResource, Integer> seen = new EnumMap<>(NodeResource.class);
        int divisions = 0;
        int several = 0;
        for (int round = 0; round < 800; round++) {
            NodeProfile node =
                    Plain.exact()
                            .with(NodeParameter.CORES, between(random, 4, 14), ParameterSource.OURS)
                            .with(NodeParameter.WAYS, between(random, 4, 12), ParameterSource.OURS)
                            .with(
                                    NodeParameter.MEMORY_GB,
                                    between(random, 40, 140),
                                    ParameterSource.OURS);
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            for (int i = between(random, 2, 3); i > 0; i--) {
                String name = NAMES.get(random.nextInt(NAMES.size()));
                double load = 0.1 * between(random, 1, 10);
                tenants.add(Plain.at(Plain.LIBRARY.service("test", name), load));
            }
            NodeSpec spec = new NodeSpec(node, tenants, List.of(), 40, NodeSpec.Fidelity.ANALYTIC);
            double[] loads = tenants.stream().mapToDouble(each -> each.load().at(0)).toArray();
            List<SharedNeeds.Shortage> all =
                    new SharedNeeds(node, spec.services(), 0, 0).all(loads);
            for (SharedNeeds.Shortage found : all) {
                boolean isForDivisions = found.isForDivisions();
                divisions += isForDivisions ? 1 : 0;
                seen.merge(found.resource(), 1, Integer::sum);
                NodeSpec only = isForDivisions ? spec : withEnoughBut(found.resource(), spec);
                for (String manager :
                        isForDivisions
                                ? List.of("parties")
                                : List.of("oracle", "parties", "heracles", "unmanaged")) {
                    assertThat(worst(only, manager))
                            .as("round %d, %s: %s of %s", round, manager, found, all)
                            .isGreaterThan(1);
                }
            }
            several += all.size() > 1 ? 1 : 0;
        }
        assertThat(several).isGreaterThan(10);
        assertThat(divisions).isGreaterThan(10);
        assertThat(seen)
                .containsKeys(NodeResource.CORES, NodeResource.NETWORK, NodeResource.MEMORY);
    }

    /** Of all that is called short each is, by itself: the node has enough of all else. */
    private static NodeSpec withEnoughBut(NodeResource resource, NodeSpec spec) {
        NodeProfile node = spec.node();
        if (resource != NodeResource.NETWORK) {
            node = node.with(NodeParameter.NETWORK, 1000, ParameterSource.OURS);
        }
        if (resource != NodeResource.MEMORY) {
            node = node.with(NodeParameter.MEMORY_GB, 2000, ParameterSource.OURS);
        }
        if (resource != NodeResource.DISK) {
            node = node.with(NodeParameter.DISK, 1e5, ParameterSource.OURS);
        }
        return new NodeSpec(node, spec.tenants(), List.of(), 40, NodeSpec.Fidelity.ANALYTIC);
    }

    private static int between(RandomGenerator random, int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** The least that the slowest service has had, over its target. */
    private static double worst(NodeSpec spec, String manager) {
        return new NodeSimulation(spec)
                .run(NodeManagers.registry().parse("test", manager), 1, 0).intervals().stream()
                        .skip(2) // a backlog takes a while to show
                        .mapToDouble(
                                each -> Arrays.stream(each.latencyOverTarget()).max().orElse(0))
                        .min()
                        .orElseThrow();
    }

    /**
     * In a pool memory has no whole GB: what two need is less than the sum of what each rounds to.
     */
    @Test
    void roundsNoMemoryOfAPool() {
        int tight = 0;
        for (double load = 0.7; load < 0.95; load += 0.01) {
            var mongo = Plain.LIBRARY.service("test", "mongodb");
            for (int gb = 70; gb < 130; gb++) {
                NodeProfile node =
                        Plain.exact().with(NodeParameter.MEMORY_GB, gb, ParameterSource.OURS);
                NodeSpec pair =
                        new NodeSpec(
                                node,
                                List.of(Plain.at(mongo, load), Plain.at(mongo, load)),
                                List.of(),
                                5,
                                NodeSpec.Fidelity.ANALYTIC);
                List<SharedNeeds.Shortage> found =
                        new SharedNeeds(node, pair.services(), 0, 0).all(new double[] {load, load});
                boolean isInfeasible = !found.isEmpty() && !found.get(0).isForDivisions();
                if (isInfeasible) {
                    assertThat(worst(pair, "unmanaged")).as("%s, %d GB", load, gb).isGreaterThan(1);
                }
                tight += !isInfeasible && !found.isEmpty() ? 1 : 0;
            }
        }
        assertThat(tight).as("only divisions are short").isGreaterThan(3);
    }

    /** One needs three of four ways, three get by on one between them. */
    @Test
    void sharesOneWayAmongAllForWhichOneIsEnough() {
        NodeProfile node = Plain.exact().with(NodeParameter.WAYS, 4, ParameterSource.OURS);
        var easy =
                Plain.changed(
                        Plain.LIBRARY.service("test", "xapian"),
                        Map.of(ServiceParameter.CACHE_GROWTH, 0.0));
        var greedy =
                Plain.changed(
                        Plain.LIBRARY.service("test", "xapian"),
                        Map.of(
                                ServiceParameter.CACHE_GROWTH,
                                5.0,
                                ServiceParameter.TARGET_SECONDS,
                                0.004));
        List<SharedNeeds.Shortage> found =
                new SharedNeeds(node, List.of(greedy, easy, easy, easy), 0, 0)
                        .all(new double[] {0.3, 0.05, 0.05, 0.05});
        assertThat(found).allMatch(SharedNeeds.Shortage::isForDivisions);
        assertThat(found).extracting(SharedNeeds.Shortage::resource).contains(NodeResource.WAYS);
    }

    /** Both need the page cache, and neither gets the other's part of the memory. */
    @Test
    void sharesThePageCacheOfAPool() {
        NodeSpec pair =
                Plain.spec(
                        Plain.exact(),
                        NodeSpec.Fidelity.ANALYTIC,
                        40,
                        Plain.at(Plain.LIBRARY.service("test", "mongodb"), 0.9),
                        Plain.at(Plain.LIBRARY.service("test", "mongodb"), 0.9));
        assertThat(worst(pair, "unmanaged")).isGreaterThan(1).isEqualTo(worst(pair, "oracle"));
        NodeSpec single =
                Plain.spec(
                        Plain.exact(),
                        NodeSpec.Fidelity.ANALYTIC,
                        40,
                        Plain.at(Plain.LIBRARY.service("test", "mongodb"), 0.9));
        assertThat(worst(single, "unmanaged")).isLessThan(1);
    }
}
