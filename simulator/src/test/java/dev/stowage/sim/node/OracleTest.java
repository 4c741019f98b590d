package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import dev.stowage.sim.node.NodeSpec.Fidelity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The model's optimum, against everything that a small node can be given. */
class OracleTest {
    private static final List<String> NAMES =
            List.of("memcached", "xapian", "nginx", "moses", "sphinx");
    private static final double SLACK = 1e-9;

    private static NodeProfile small(int cores, int ways) {
        return Plain.exact()
                .with(NodeParameter.CORES, cores, ParameterSource.OURS)
                .with(NodeParameter.WAYS, ways, ParameterSource.OURS);
    }

    private static NodeSpec.Tenant tenant(String name, LoadCurve load) {
        return new NodeSpec.Tenant(Plain.LIBRARY.service("test", name), load);
    }

    private static NodeRun run(NodeSpec spec, String manager) {
        return new NodeSimulation(spec).run(NodeManagers.registry().parse("test", manager), 1, 0);
    }

    /** Cores, ways and frequencies of two and three services. */
    @Test
    void findsWhatExhaustiveSearchFinds() {
        NodeProfile node = small(6, 5).with(NodeParameter.NETWORK, 20, ParameterSource.OURS);
        RandomGenerator random = Seeds.stream(9, "oracle", 0);
        for (int round = 0; round < 60; round++) {
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            for (int i = 0; i < 2 + round % 2; i++) {
                String name = NAMES.get((round + i * 2) % NAMES.size());
                double load = 0.1 + 0.05 * random.nextInt(9);
                tenants.add(tenant(name, new LoadCurve.Constant(load)));
            }
            NodeSpec spec = new NodeSpec(node, tenants, List.of(), 1, Fidelity.ANALYTIC);
            Everything all = new Everything(spec);
            assertBest(
                    run(spec, "oracle"),
                    all.with(NodeResource.CORES, 1).with(NodeResource.WAYS, 1).withLevels(0, 5, 11),
                    "round " + round);
        }
    }

    /** Of loads that rise from interval to interval, with a network that is short at the end. */
    @Test
    void findsItForTheLoadOfEachIntervalWhereItRises() {
        NodeProfile node = small(6, 4).with(NodeParameter.NETWORK, 5, ParameterSource.OURS);
        List<String> names = List.of("memcached", "nginx", "xapian");
        int short_ = 0;
        for (int first = 0; first < 3; first++) {
            for (int second = 0; second < 3; second++) {
                double[] seconds = {0, 5};
                NodeSpec spec =
                        Plain.spec(
                                node,
                                Fidelity.ANALYTIC,
                                5,
                                tenant(
                                        names.get(first),
                                        new LoadCurve.Points(
                                                seconds, new double[] {0.05, 1}, true)),
                                tenant(
                                        names.get(second),
                                        new LoadCurve.Points(
                                                seconds, new double[] {0.4, 0.1}, true)));
                NodeRun run = run(spec, "oracle");
                Everything all = new Everything(spec);
                short_ +=
                        assertBest(
                                run,
                                all.with(NodeResource.CORES, 1)
                                        .with(NodeResource.WAYS, 1)
                                        .with(NodeResource.NETWORK, 0),
                                names.get(first) + " and " + names.get(second));
            }
        }
        assertThat(short_).as("intervals in which nothing meets all targets").isGreaterThan(5);
    }

    /** Memory, or the disk, of two services that keep data in memory, at loads that cross. */
    @Test
    void findsItForServicesThatKeepDataInMemory() {
        assertBestOfTwo(100, 150, NodeResource.MEMORY);
        assertBestOfTwo(144, 8, NodeResource.DISK);
    }

    private static void assertBestOfTwo(double memoryGb, double diskMBps, NodeResource scarce) {
        NodeProfile node =
                small(3, 3)
                        .with(NodeParameter.MEMORY_GB, memoryGb, ParameterSource.OURS)
                        .with(NodeParameter.DISK, diskMBps, ParameterSource.OURS);
        LoadCurve rising =
                new LoadCurve.Points(new double[] {0, 5}, new double[] {0.05, 0.9}, true);
        NodeSpec spec =
                Plain.spec(
                        node,
                        Fidelity.ANALYTIC,
                        5,
                        tenant("mongodb", rising),
                        tenant("mongodb", new LoadCurve.Constant(0.6)));
        NodeRun run = run(spec, "oracle");
        assertBest(
                run,
                new Everything(spec).with(scarce, 1).with(NodeResource.WAYS, 1),
                scarce.name());
        assertThat(run.intervals())
                .as("divided, as far as that is enough")
                .noneMatch(each -> each.isMet() && each.allocation().isInPool(0));
    }

    /** Of all divisions that meet all targets by the margin, one with the fewest cores. */
    @Test
    void leavesJobsAllCoresButTheFewest() {
        NodeProfile node = small(6, 4);
        List<BatchProfile> jobs = List.copyOf(Plain.LIBRARY.batch().values());
        RandomGenerator random = Seeds.stream(12, "oracle", 0);
        int met = 0;
        for (int round = 0; round < 40; round++) {
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                String name = NAMES.get((round + i * 2) % NAMES.size());
                double load = 0.05 + 0.05 * random.nextInt(6);
                tenants.add(tenant(name, new LoadCurve.Constant(load)));
            }
            NodeSpec spec = new NodeSpec(node, tenants, jobs, 1, Fidelity.ANALYTIC);
            int fewest =
                    new Everything(spec)
                            .with(NodeResource.CORES, 1)
                            .with(NodeResource.WAYS, 1)
                            .fewestCores();
            NodeRun.Interval last = run(spec, "oracle").intervals().get(1);
            if (fewest < Integer.MAX_VALUE) {
                met++;
                int pool = last.allocation().units(NodeResource.CORES, Allocation.POOL);
                assertThat(6 - pool).as("round %d", round).isEqualTo(fewest);
                assertThat(last.isMet()).isTrue();
            }
        }
        assertThat(met).as("cases that say something").isGreaterThan(20);
    }

    /** Compares the worst latency of each interval; the number of those above a target. */
    private static int assertBest(NodeRun run, Everything all, String what) {
        int missed = 0;
        for (int i = 0; i < run.intervals().size(); i++) {
            NodeRun.Interval interval = run.intervals().get(i);
            all.setLoads(interval.loads());
            double found = all.worst(interval.allocation());
            assertThat(found)
                    .as("%s, interval %d: %s", what, i, interval.allocation())
                    .isCloseTo(all.least(), within(SLACK));
            missed += found > 1 ? 1 : 0;
        }
        return missed;
    }

    /** All divisions of some resources among two or three services; of the rest equal parts. */
    private static final class Everything {
        private final NodeSpec spec;
        private final NodePerformance model;
        private final int count;
        private final List<NodeResource> resources = new ArrayList<>();
        private final List<Integer> fewest = new ArrayList<>();
        private int[] levels = {};
        private double least;

        Everything(NodeSpec spec) {
            this.spec = spec;
            model = new NodePerformance(spec.node(), spec.services(), spec.batch());
            count = spec.tenants().size();
            levels = new int[] {spec.node().highestLevel()};
            setLoads(spec.tenants().stream().mapToDouble(each -> each.load().at(0)).toArray());
        }

        /** This one is divided, each service with so many units at least. */
        Everything with(NodeResource resource, int units) {
            resources.add(resource);
            fewest.add(units);
            return this;
        }

        Everything withLevels(int... all) {
            levels = all;
            return this;
        }

        void setLoads(double... loads) {
            for (int i = 0; i < count; i++) {
                model.setLoad(i, loads[i]);
            }
        }

        double worst(Allocation allocation) {
            double worst = 0;
            for (int i = 0; i < count; i++) {
                worst = Math.max(worst, model.latencyOverTarget(i, allocation));
            }
            return worst;
        }

        /** The least worst latency of divisions; of pools too, if no division meets all targets. */
        double least() {
            least = Double.POSITIVE_INFINITY;
            int[] all = IntStream.range(0, count).toArray();
            tryAll(equalParts(all), all, 0, 0);
            if (least > 1) {
                tryAll(equalParts(), new int[0], 0, 0);
                for (int apart = 0; apart < count; apart++) {
                    tryAll(equalParts(apart), new int[] {apart}, 0, 0);
                }
            }
            return least;
        }

        /** Of the resources that are not divided; who owns nothing is in the pool. */
        private Allocation equalParts(int... owners) {
            Allocation allocation =
                    new Allocation(
                            count, NodeSetup.totals(spec.node()), spec.node().highestLevel());
            for (int i = 0; i < count; i++) {
                int service = i;
                if (IntStream.of(owners).noneMatch(owner -> owner == service)) {
                    allocation.putIntoPool(i);
                }
            }
            for (NodeResource resource : NodeResource.values()) {
                int part = allocation.total(resource) / count;
                for (int owner : owners) {
                    int own = resources.contains(resource) ? 0 : part;
                    allocation.move(resource, Allocation.POOL, owner, own);
                }
            }
            return allocation;
        }

        private void tryAll(Allocation trial, int[] owners, int place, int next) {
            if (place == resources.size()) {
                tryLevels(trial, owners);
                return;
            }
            if (next == owners.length) {
                tryAll(trial, owners, place + 1, 0);
                return;
            }
            NodeResource resource = resources.get(place);
            int ofPool = owners.length < count ? fewest.get(place) : 0;
            int most = trial.units(resource, Allocation.POOL) - ofPool;
            for (int units = fewest.get(place); units <= most; units++) {
                trial.move(resource, Allocation.POOL, owners[next], units);
                tryAll(trial, owners, place, next + 1);
                trial.move(resource, owners[next], Allocation.POOL, units);
            }
        }

        private void tryLevels(Allocation trial, int[] owners) {
            for (int level : levels) {
                for (int owner : owners) {
                    trial.setLevel(owner, level);
                }
                least = Math.min(least, worst(trial));
            }
        }

        /** Cores of a division among two that meets all targets with the fewest. */
        int fewestCores() {
            int best = Integer.MAX_VALUE;
            for (int own = 1; own < 6; own++) {
                for (int others = 1; others <= 6 - own; others++) {
                    for (int ways = 1; ways < 4; ways++) {
                        for (int otherWays = 1; ways + otherWays < 4; otherWays++) {
                            Allocation trial = equalParts(0, 1);
                            trial.move(NodeResource.CORES, Allocation.POOL, 0, own);
                            trial.move(NodeResource.CORES, Allocation.POOL, 1, others);
                            trial.move(NodeResource.WAYS, Allocation.POOL, 0, ways);
                            trial.move(NodeResource.WAYS, Allocation.POOL, 1, otherWays);
                            best = worst(trial) <= 1 ? Math.min(best, own + others) : best;
                        }
                    }
                }
            }
            return best;
        }
    }

    @Test
    void meetsWhateverAnotherManagerMeets() {
        RandomGenerator random = Seeds.stream(10, "dominance", 0);
        int met = 0;
        for (int round = 0; round < 60; round++) {
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            for (String name : List.of("memcached", "xapian", "nginx", "moses", "mongodb")) {
                if (tenants.size() < 3 && random.nextInt(4) > 0) {
                    double load = 0.1 * (1 + random.nextInt(8));
                    tenants.add(tenant(name, new LoadCurve.Constant(load)));
                }
            }
            if (tenants.isEmpty()) {
                continue;
            }
            NodeProfile node = small(4 + random.nextInt(11), 4 + random.nextInt(17));
            NodeSpec spec = new NodeSpec(node, tenants, List.of(), 60, Fidelity.ANALYTIC);
            boolean oracle = isMet(spec, "oracle");
            for (String other : List.of("parties", "heracles", "unmanaged")) {
                if (isMet(spec, other)) {
                    met++;
                    assertThat(oracle).as("%s meets %s", other, spec.tenants()).isTrue();
                }
            }
        }
        assertThat(met).as("cases that say something").isGreaterThan(20);
    }

    private static boolean isMet(NodeSpec spec, String manager) {
        return run(spec, manager).summary().convergenceSeconds() != null;
    }

    /** Of loads that rise and fall no less than another manager, without noise; beside jobs too. */
    @Test
    void holdsAsMuchAsAnotherManagerWhereLoadsRiseAndFall() {
        RandomGenerator random = Seeds.stream(11, "rising", 0);
        int said = 0;
        for (int round = 0; round < 120; round++) {
            List<NodeSpec.Tenant> tenants = new ArrayList<>();
            for (int i = 0; i < 1 + round % 3; i++) {
                String name = NAMES.get((round + i * 2) % NAMES.size());
                double[] loads = random.doubles(4, 0.02, 0.9 / (1 + round % 3)).toArray();
                tenants.add(
                        tenant(
                                name,
                                new LoadCurve.Points(new double[] {0, 5, 15, 30}, loads, true)));
            }
            NodeProfile node = small(4 + random.nextInt(11), 4 + random.nextInt(17));
            List<BatchProfile> jobs =
                    round % 2 == 0 ? List.of() : List.copyOf(Plain.LIBRARY.batch().values());
            NodeSpec spec = new NodeSpec(node, tenants, jobs, 30, Fidelity.ANALYTIC);
            double oracle = run(spec, "oracle").summary().effectiveUtilisation();
            for (String other : List.of("parties", "heracles", "unmanaged")) {
                double held = run(spec, other).summary().effectiveUtilisation();
                said += held > 0 ? 1 : 0;
                assertThat(oracle)
                        .as("round %d: %s, %s", round, other, Arrays.toString(tenants.toArray()))
                        .isGreaterThanOrEqualTo(held - SLACK);
            }
        }
        assertThat(said).as("cases that say something").isGreaterThan(100);
    }
}
