package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SharedNeedsTest {
    private static final List<String> NAMES =
            List.of("memcached", "xapian", "nginx", "moses", "mongodb", "sphinx");

    /** What is called infeasible is met by no manager, of 400 drawn nodes and mixes. */
    @Test
    void callsNothingInfeasibleThatSomeManagerMeets() {
        RandomGenerator random = Seeds.stream(3, "shared.needs", 0);
        Map<NodeResource, Integer> seen = new EnumMap<>(NodeResource.class);
        int divisions = 0;
        for (int round = 0; round < 400; round++) {
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
            Optional<SharedNeeds.Shortage> found =
                    new SharedNeeds(node, spec.services(), 0, 0).shortest(loads);
            if (found.isEmpty()) {
                continue;
            }
            boolean isForDivisions = found.get().isForDivisions();
            divisions += isForDivisions ? 1 : 0;
            seen.merge(found.get().resource(), 1, Integer::sum);
            for (String manager :
                    isForDivisions
                            ? List.of("parties")
                            : List.of("oracle", "parties", "heracles", "unmanaged")) {
                assertThat(worst(spec, manager))
                        .as("round %d, %s: %s", round, manager, found.get())
                        .isGreaterThan(1);
            }
        }
        assertThat(divisions).isGreaterThan(10);
        assertThat(seen)
                .containsKeys(NodeResource.CORES, NodeResource.NETWORK, NodeResource.MEMORY);
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
