package dev.stowage.sim.node;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Intervals of a node with three services, by formula; and requests of one service, one by one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NodeBenchmark {
    private static final int INTERVALS = 1000;
    private static final int REQUESTS = 64_000; // of Memcached at 10 % in half a second

    private NodePerformance performance;
    private Readings analytic;
    private NodePerformance one;
    private Readings requests;
    private Allocation allocation;
    private Allocation alone;

    /** Three services with a third of the node each, and one with all of it. */
    @Setup
    public void prepare() {
        NodeLibrary library = NodeLibrary.shipped();
        List<String> names = List.of("memcached", "xapian", "nginx");
        NodeSpec spec =
                new NodeSpec(
                        library.node("benchmark", "parties"),
                        names.stream()
                                .map(
                                        name ->
                                                new NodeSpec.Tenant(
                                                        library.service("benchmark", name),
                                                        new LoadCurve.Constant(0.4)))
                                .toList(),
                        List.of(),
                        1,
                        NodeSpec.Fidelity.ANALYTIC);
        performance = new NodePerformance(spec.node(), spec.services(), List.of());
        analytic = new AnalyticReadings(names, 0.03, 1, 0);
        allocation = new Allocation(3, NodeSetup.totals(spec.node()), spec.node().highestLevel());
        one = new NodePerformance(spec.node(), spec.services().subList(0, 1), List.of());
        requests = new RequestReadings(names.subList(0, 1), 1, 0);
        alone = new Allocation(1, NodeSetup.totals(spec.node()), spec.node().highestLevel());
        for (NodeResource resource : NodeResource.values()) {
            allocation.divideEqually(resource, new int[] {0, 1, 2});
            alone.divideEqually(resource, new int[] {0});
        }
        one.setLoad(0, 0.1);
    }

    /** Intervals a second, each with three services. */
    @Benchmark
    @OperationsPerInvocation(INTERVALS)
    public double analyticIntervals() {
        double sum = 0;
        for (int i = 0; i < INTERVALS; i++) {
            for (int service = 0; service < 3; service++) {
                performance.setLoad(service, 0.3 + 0.0001 * i);
            }
            performance.evaluate(allocation);
            analytic.advance(0.5, allocation, performance);
            sum += analytic.latencyOverTarget(0);
        }
        return sum;
    }

    /** The same, where a way goes to another service before each interval, as managers do. */
    @Benchmark
    @OperationsPerInvocation(INTERVALS)
    public double movedIntervals() {
        double sum = 0;
        for (int i = 0; i < INTERVALS; i++) {
            for (int service = 0; service < 3; service++) {
                performance.setLoad(service, 0.3 + 0.0001 * i);
            }
            allocation.move(NodeResource.WAYS, i % 2, 1 - i % 2, 1);
            performance.evaluate(allocation);
            analytic.advance(0.5, allocation, performance);
            sum += analytic.latencyOverTarget(0);
        }
        return sum;
    }

    /**
     * What the machine can do at the same moment: divisions that wait for each other. An interval
     * over a division does not depend on who else computes.
     */
    @Benchmark
    @OperationsPerInvocation(INTERVALS)
    public double divisions() {
        double x = one.load(0);
        for (int i = 0; i < INTERVALS; i++) {
            x = 1 / (x + 1);
        }
        return x;
    }

    /** Requests a second. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public double requests() {
        one.evaluate(alone);
        requests.advance(0.5, alone, one);
        return requests.latencyOverTarget(0);
    }
}
