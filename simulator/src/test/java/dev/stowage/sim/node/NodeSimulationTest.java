package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import dev.stowage.sim.node.NodeSpec.Fidelity;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NodeSimulationTest {
    private static final List<String> NAMES = List.copyOf(Plain.LIBRARY.services().keySet());

    private static PolicySpec manager(String text) {
        return NodeManagers.registry().parse("test", text);
    }

    private static ServiceModel model(String name) {
        return new ServiceModel(
                Plain.LIBRARY.service("test", name), Plain.NODE, ErlangWait.upTo(14));
    }

    @Test
    void meetsTheTargetWithTheMarginAtTheLargestLoad() {
        for (String name : NAMES) {
            ServiceModel model = model(name);
            assertThat(
                            model.percentile(1, 1, model.utilisationAtMax, model.referenceCores)
                                    / model.targetSeconds)
                    .as(name)
                    .isCloseTo(1 / 1.05, within(1e-6));
        }
    }

    @Test
    void takesNoLongerWithMoreOfAnything() {
        for (String name : NAMES) {
            ServiceModel model = model(name);
            for (int ways = 2; ways <= 20; ways++) {
                assertThat(model.factor(ways, 5, 0.3, 0.2))
                        .isLessThanOrEqualTo(model.factor(ways - 1, 5, 0.3, 0.2));
            }
            for (int level = 1; level < 12; level++) {
                assertThat(model.factor(10, level, 0.3, 0.2))
                        .isLessThan(model.factor(10, level - 1, 0.3, 0.2));
            }
            for (double share = 0.05; share < 1.2; share += 0.05) {
                assertThat(model.factor(10, 5, share, 0.2))
                        .isGreaterThanOrEqualTo(model.factor(10, 5, share - 0.05, 0.2));
            }
            double before = 0;
            for (double load = 0; load <= 1.0; load += 0.01) {
                double rho = model.utilisationAtMax * load;
                double now = model.percentile(1, 1, rho, model.referenceCores);
                assertThat(now).as("%s at %s", name, load).isGreaterThanOrEqualTo(before);
                before = now;
            }
        }
    }

    @Test
    void givesTheSameBytesForTheSameSeedAndSharesNoiseAmongManagers() {
        NodeSpec spec = mix(Plain.NODE, 30, "memcached", "xapian", "nginx");
        assertThat(text(run(spec, "parties", 3))).isEqualTo(text(run(spec, "parties", 3)));
        assertThat(text(run(spec, "parties", 4))).isNotEqualTo(text(run(spec, "parties", 3)));
        // the noise is that of the service, whoever manages: constant allocations, same ratio
        double[] alone = first(mix(Plain.NODE, 5, "memcached"), "unmanaged");
        double[] noiseless = first(mix(Plain.exact(), 5, "memcached"), "unmanaged");
        assertThat(alone[0]).isNotEqualTo(noiseless[0]);
    }

    private static double[] first(NodeSpec spec, String manager) {
        return run(spec, manager, 0).intervals().get(0).latencyOverTarget();
    }

    private static String text(NodeRun run) {
        StringBuilder text = new StringBuilder();
        for (NodeRun.Interval each : run.intervals()) {
            text.append(Arrays.toString(each.latencyOverTarget())).append(each.allocation());
        }
        return text.toString();
    }

    private static NodeSpec mix(NodeProfile node, double seconds, String... names) {
        return Plain.spec(
                node,
                Fidelity.ANALYTIC,
                seconds,
                Arrays.stream(names)
                        .map(name -> Plain.at(Plain.LIBRARY.service("test", name), 0.4))
                        .toArray(NodeSpec.Tenant[]::new));
    }

    private static NodeRun run(NodeSpec spec, String manager, long seed) {
        return new NodeSimulation(spec).run(manager(manager), seed, 0);
    }

    @Test
    void growsAndDrainsABacklog() {
        ServiceProfile service = Plain.LIBRARY.service("test", "xapian");
        NodeSpec spec = Plain.spec(Plain.exact(), Fidelity.ANALYTIC, 10, Plain.at(service, 1));
        NodeRun run = new NodeSimulation(spec).run(new Plain.Cores(4), 1, 0);
        // 0.65 x 8 / 4 = 1.3: (1.3 - 1) / 1.3 seconds a second, at most 5
        double[] seconds =
                run.intervals().stream()
                        .mapToDouble(each -> each.latencyOverTarget()[0] * 0.005)
                        .toArray();
        assertThat(seconds[1] - seconds[0]).isCloseTo(0.5 * 0.3 / 1.3, within(1e-9));
        assertThat(run.summary().convergenceSeconds()).isNull();
        assertThat(run.summary().violationShare().get(0)).isEqualTo(1);
    }

    @Test
    void looksUpAnewWhateverAManagerChanges() {
        List<ServiceProfile> services =
                List.of(
                        Plain.LIBRARY.service("test", "memcached"),
                        Plain.LIBRARY.service("test", "mongodb"),
                        Plain.LIBRARY.service("test", "nginx"));
        List<BatchProfile> batch = List.copyOf(Plain.LIBRARY.batch().values());
        NodePerformance kept = new NodePerformance(Plain.NODE, services, batch);
        RandomGenerator random = Seeds.stream(26, "changes", 0);
        Allocation allocation =
                new Allocation(3, NodeSetup.totals(Plain.NODE), Plain.NODE.highestLevel());
        allocation.putIntoPool(2);
        for (int step = 0; step < 20_000; step++) {
            change(allocation, random);
            if (random.nextInt(10) == 0) {
                kept.latencyOverTarget(random.nextInt(2), allocation);
            }
            NodePerformance fresh = new NodePerformance(Plain.NODE, services, batch);
            for (int service = 0; service < 3; service++) {
                double load = random.nextInt(100) / 100.0;
                kept.setLoad(service, load);
                fresh.setLoad(service, load);
            }
            kept.evaluate(allocation);
            fresh.evaluate(allocation.copy());
            for (int service = 0; service < 3; service++) {
                assertThat(kept.percentile(service))
                        .as("step %d, service %d: %s", step, service, allocation)
                        .isEqualTo(fresh.percentile(service));
                assertThat(kept.utilisation(service)).isEqualTo(fresh.utilisation(service));
            }
            assertThat(kept.batchSpeed()).isEqualTo(fresh.batchSpeed());
            assertThat(kept.bandwidthShare()).isEqualTo(fresh.bandwidthShare());
        }
    }

    /** One of the things that managers do, to a service of its own or to the pool. */
    private static void change(Allocation allocation, RandomGenerator random) {
        int owner = random.nextInt(3) - 1; // POOL is -1
        List<NodeResource> all = List.of(NodeResource.values());
        NodeResource resource = all.get(random.nextInt(all.size()));
        switch (random.nextInt(8)) {
            case 0 -> allocation.setLevel(owner, random.nextInt(allocation.highestLevel() + 1));
            case 1 -> allocation.pausePool(!allocation.isPoolPaused());
            default -> {
                int to = random.nextInt(3) - 1;
                int most = Math.min(allocation.units(resource, owner), 5);
                allocation.move(resource, owner, to, random.nextInt(most + 1));
            }
        }
    }

    @Test
    void conservesEveryUnitInEveryInterval() {
        Map<NodeResource, Integer> totals = NodeSetup.totals(Plain.NODE);
        for (String name : NodeManagers.ofBestEffortJobs()) {
            NodeRun run = run(mix(Plain.NODE, 120, NAMES.toArray(String[]::new)), name, 11);
            for (NodeRun.Interval each : run.intervals()) {
                for (NodeResource resource : NodeResource.values()) {
                    assertThat(each.allocation().total(resource))
                            .as("%s at %s", name, each.endSeconds())
                            .isEqualTo(totals.get(resource));
                }
            }
        }
    }

    @Test
    void readsAlikeByFormulaAndByRequests() {
        for (String name : List.of("xapian", "moses", "nginx")) {
            ServiceProfile service = Plain.LIBRARY.service("test", name);
            double load = name.equals("nginx") ? 0.1 : 0.6;
            Map<Fidelity, Double> means = new EnumMap<>(Fidelity.class);
            for (Fidelity fidelity : Fidelity.values()) {
                double mean =
                        new NodeSimulation(
                                        Plain.spec(
                                                Plain.NODE, fidelity, 20, Plain.at(service, load)))
                                .run(new Plain.Cores(8), 1, 0).intervals().stream()
                                        .skip(10)
                                        .mapToDouble(each -> each.latencyOverTarget()[0])
                                        .average()
                                        .orElseThrow();
                means.put(fidelity, mean);
            }
            assertThat(means.get(Fidelity.REQUESTS) / means.get(Fidelity.ANALYTIC))
                    .as(name)
                    .isBetween(0.75, 1.25);
        }
    }
}
