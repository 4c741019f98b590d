package dev.stowage.policy.node;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import java.util.Arrays;
import java.util.List;

/** A node on which a test says what is measured. */
final class Trace implements NodeObservation {
    static final NodeLibrary LIBRARY = NodeLibrary.shipped();
    static final NodeProfile NODE = LIBRARY.node("test", "parties");

    final List<ServiceProfile> services;
    final double[] latency;
    final double[] load;
    final double[] networkGbps;
    final double[] diskMBps;
    double time;
    final java.util.Set<Integer> finished = new java.util.HashSet<>();
    final java.util.List<Integer> variants = new java.util.ArrayList<>();
    double utilisation = 0.5;
    double misses = 1;
    double bandwidth;

    Trace(String... names) {
        services = Arrays.stream(names).map(name -> LIBRARY.service("test", name)).toList();
        latency = new double[names.length];
        Arrays.fill(latency, 0.9);
        load = new double[names.length];
        Arrays.fill(load, 0.5);
        networkGbps = new double[names.length];
        diskMBps = new double[names.length];
    }

    NodeSetup setup(boolean hasBestEffort) {
        return new NodeSetup(NODE, services, variants, hasBestEffort, new Unasked());
    }

    /** Only the Oracle asks the model. */
    private static final class Unasked implements NodeModel {
        @Override
        public double load(int service) {
            throw new IllegalStateException("only the oracle asks the model");
        }

        @Override
        public double latencyOverTarget(int service, Allocation allocation) {
            throw new IllegalStateException("only the oracle asks the model");
        }
    }

    Allocation start(NodeManager manager) {
        return start(manager, false);
    }

    Allocation start(NodeManager manager, boolean hasBestEffort) {
        Allocation allocation =
                new Allocation(
                        services.size() + variants.size(),
                        NodeSetup.totals(NODE),
                        NODE.highestLevel());
        manager.start(setup(hasBestEffort), allocation);
        return allocation;
    }

    /** One interval with these latencies over target. */
    void interval(NodeManager manager, Allocation allocation, double... latencies) {
        System.arraycopy(latencies, 0, latency, 0, latencies.length);
        time += NodeManager.INTERVAL_SECONDS;
        manager.decide(this, allocation);
    }

    @Override
    public double timeSeconds() {
        return time;
    }

    @Override
    public double latencyOverTarget(int service) {
        return latency[service];
    }

    @Override
    public double load(int service) {
        return load[service];
    }

    @Override
    public double utilisation(int service) {
        return utilisation;
    }

    @Override
    public double memoryUsedGb(int service) {
        return service < services.size()
                ? services.get(service).of(dev.stowage.model.node.ServiceParameter.RESIDENT_GB)
                : 1;
    }

    @Override
    public double networkGbps(int service) {
        return networkGbps[service];
    }

    @Override
    public double diskMBps(int service) {
        return diskMBps[service];
    }

    @Override
    public double missesOverAlone(int service) {
        return misses;
    }

    @Override
    public boolean isFinished(int owner) {
        return finished.contains(owner);
    }

    @Override
    public double bandwidthShare() {
        return bandwidth;
    }
}
