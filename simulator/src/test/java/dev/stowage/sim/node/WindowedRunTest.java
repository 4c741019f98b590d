package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeSetup;
import dev.stowage.sim.node.NodeSpec.Fidelity;
import dev.stowage.sim.node.NodeSpec.Tenant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run without its intervals, and intervals that are not evaluated anew. */
class WindowedRunTest {
    private static final int SECONDS = 900;

    /** Two loads in steps, as a fleet has them, and one that never stands still. */
    private static NodeSpec spec(Fidelity fidelity) {
        int seconds = fidelity == Fidelity.ANALYTIC ? SECONDS : 2; // a million requests a second
        return new NodeSpec(
                Plain.NODE,
                List.of(
                        tenant("memcached", 0.2, 0.5, 0.3),
                        tenant("xapian", 0.4, 0.1, 0.2),
                        new Tenant(
                                Plain.LIBRARY.service("test", "moses"),
                                new LoadCurve.Diurnal(0.2, 0.1, 400))),
                List.of(Plain.LIBRARY.batch("test", "compute")),
                seconds,
                fidelity);
    }

    private static Tenant tenant(String name, double... loads) {
        return new Tenant(
                Plain.LIBRARY.service("test", name),
                new LoadCurve.Points(new double[] {0, 300, 600}, loads, false));
    }

    private static PolicySpec manager(String text) {
        return NodeManagers.registry().parse("test", text);
    }

    @Test
    void hasTheSummaryOfTheRunWithAllItsIntervals() {
        for (Fidelity fidelity : Fidelity.values()) {
            NodeSimulation simulation = new NodeSimulation(spec(fidelity));
            for (String name : List.of("unmanaged", "heracles", "parties")) {
                WindowedRun run = simulation.windows(manager(name), 3, 1, 250);
                assertThat(run.windows()).hasSize(fidelity == Fidelity.ANALYTIC ? 4 : 1);
                assertThat(run.summary())
                        .as("%s %s", name, fidelity)
                        .isEqualTo(simulation.run(manager(name), 3, 1).summary());
            }
        }
    }

    @Test
    void dividesTheRunIntoWindows() {
        NodeSimulation simulation = new NodeSimulation(spec(Fidelity.ANALYTIC));
        WindowedRun run = simulation.windows(manager("heracles"), 3, 1, 300);
        double watts = 0;
        double load = 0;
        double[] missed = new double[3];
        for (WindowedRun.Window each : run.windows()) {
            watts += each.watts() / 3;
            load += each.effectiveUtilisation() / 3;
            for (int i = 0; i < 3; i++) {
                missed[i] += each.violationShare().get(i) / 3;
            }
        }
        assertThat(watts).isCloseTo(run.summary().meanWatts(), within(1e-9));
        assertThat(load).isCloseTo(run.summary().effectiveUtilisation(), within(1e-9));
        for (int i = 0; i < 3; i++) {
            assertThat(missed[i]).isCloseTo(run.summary().violationShare().get(i), within(1e-9));
            assertThat(run.worstWindow(i)).isGreaterThanOrEqualTo(missed[i]);
        }
    }

    @Test
    void readsTheSameAsALoopThatEvaluatesEveryInterval() {
        for (String name : List.of("unmanaged", "heracles", "parties")) {
            NodeSpec spec = spec(Fidelity.ANALYTIC);
            NodeRun run = new NodeSimulation(spec).run(manager(name), 5, 2);
            List<NodeRun.Interval> skipped = run.intervals();
            int[] seen = {0};
            FullLoop.run(
                    spec,
                    NodeManagers.registry()
                            .create(manager(name), Seeds.stream(5, "node.manager", 2)),
                    5,
                    2,
                    (latencies, watts, allocation) -> {
                        NodeRun.Interval interval = skipped.get(seen[0]++);
                        assertThat(latencies).containsExactly(interval.latencyOverTarget());
                        assertThat(watts).isEqualTo(interval.watts());
                        assertThat(allocation).isEqualTo(interval.allocation());
                    });
            assertThat(seen[0]).isEqualTo(2 * SECONDS);
        }
    }

    /** The loop of {@link NodeSimulation} without anything left out. */
    private static final class FullLoop {
        interface Sink {
            void interval(double[] latencies, double watts, Allocation allocation);
        }

        static void run(NodeSpec spec, NodeManager manager, long seed, int replication, Sink sink) {
            NodePerformance now = new NodePerformance(spec.node(), spec.services(), spec.batch());
            NodePerformance coming =
                    new NodePerformance(spec.node(), spec.services(), spec.batch());
            PowerDraw power = new PowerDraw(spec.node());
            Readings readings =
                    new AnalyticReadings(
                            spec.services().stream().map(ServiceProfile::name).toList(),
                            spec.node().of(NodeParameter.NOISE),
                            seed,
                            replication);
            Allocation allocation =
                    new Allocation(
                            spec.tenants().size(),
                            NodeSetup.totals(spec.node()),
                            spec.node().highestLevel());
            load(spec, coming, 0);
            manager.start(
                    new NodeSetup(spec.node(), spec.services(), List.of(), true, coming),
                    allocation);
            for (int i = 0; i < 2 * SECONDS; i++) {
                load(spec, now, i);
                now.evaluate(allocation);
                readings.advance(0.5, allocation, now);
                double[] latencies = new double[spec.tenants().size()];
                for (int s = 0; s < latencies.length; s++) {
                    latencies[s] = readings.latencyOverTarget(s);
                }
                sink.interval(latencies, power.watts(allocation, now), allocation);
                load(spec, coming, i + 1);
                manager.decide(new Eyes(now, readings, (i + 1) * 0.5), allocation);
            }
        }

        private static void load(NodeSpec spec, NodePerformance of, int interval) {
            for (int s = 0; s < spec.tenants().size(); s++) {
                of.setLoad(s, spec.tenants().get(s).load().at((interval + 0.5) * 0.5));
            }
        }
    }

    /** What a manager may see of services without jobs. */
    private record Eyes(NodePerformance now, Readings readings, double timeSeconds)
            implements dev.stowage.policy.node.NodeObservation {
        @Override
        public double latencyOverTarget(int service) {
            return readings.latencyOverTarget(service);
        }

        @Override
        public double load(int service) {
            return now.load(service);
        }

        @Override
        public double utilisation(int service) {
            return now.utilisation(service);
        }

        @Override
        public double memoryUsedGb(int owner) {
            return now.services[owner].residentGb;
        }

        @Override
        public double networkGbps(int service) {
            return now.services[service].networkGbps * now.load(service);
        }

        @Override
        public double diskMBps(int service) {
            return now.services[service].diskMBps * now.load(service);
        }

        @Override
        public double missesOverAlone(int service) {
            return now.missesOverAlone(service);
        }

        @Override
        public boolean isFinished(int owner) {
            return false;
        }

        @Override
        public double bandwidthShare() {
            return now.bandwidthShare();
        }
    }
}
