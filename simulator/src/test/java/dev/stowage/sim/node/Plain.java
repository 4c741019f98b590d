package dev.stowage.sim.node;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.policy.node.NodeObservation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import java.util.List;
import java.util.Map;

/** Services and nodes for tests. */
final class Plain {
    static final NodeLibrary LIBRARY = NodeLibrary.shipped();
    static final NodeProfile NODE = LIBRARY.node("test", "parties");

    /** Seconds of a request. */
    static final double MEAN = 1e-5;

    private Plain() {}

    /**
     * An M/G/k of exponential (or gamma) service times of mean {@link #MEAN}, whose largest load is
     * {@code rho} on {@code servers} cores. Nothing disturbs it.
     *
     * @param percentileSeconds 0.99 of its response time there
     */
    static ServiceProfile queue(int servers, double rho, double scv, double percentileSeconds) {
        double unit = scv == 1 ? Math.log(100) : gammaPercentile(scv);
        return changed(
                LIBRARY.service("test", "xapian"),
                Map.ofEntries(
                        Map.entry(ServiceParameter.TARGET_SECONDS, percentileSeconds),
                        Map.entry(ServiceParameter.REFERENCE_CORES, (double) servers),
                        Map.entry(ServiceParameter.UTILISATION, rho),
                        Map.entry(ServiceParameter.MAX_LOAD, rho * servers / MEAN),
                        Map.entry(ServiceParameter.ZERO_LOAD, MEAN * unit / percentileSeconds),
                        Map.entry(ServiceParameter.ZERO_LOAD_SCV, scv),
                        Map.entry(ServiceParameter.QUEUE_SCV_LIMIT, 9.0),
                        Map.entry(ServiceParameter.CACHE_GROWTH, 0.0),
                        Map.entry(ServiceParameter.NETWORK, 0.0),
                        Map.entry(ServiceParameter.BACKLOG_LIMIT_SECONDS, 3600.0)));
    }

    private static double gammaPercentile(double scv) {
        return org.apache.commons.statistics.distribution.GammaDistribution.of(1 / scv, scv)
                .inverseCumulativeProbability(0.99);
    }

    static ServiceProfile changed(ServiceProfile service, Map<ServiceParameter, Double> values) {
        ServiceProfile result = service;
        for (Map.Entry<ServiceParameter, Double> each : values.entrySet()) {
            result = result.with(each.getKey(), each.getValue(), ParameterSource.OURS);
        }
        return result;
    }

    /** The node without noise and margin. */
    static NodeProfile exact() {
        return NODE.with(NodeParameter.NOISE, 0, ParameterSource.OURS)
                .with(NodeParameter.KNEE_MARGIN, 1, ParameterSource.OURS);
    }

    static NodeSpec spec(
            NodeProfile node, NodeSpec.Fidelity fidelity, double seconds, NodeSpec.Tenant... all) {
        return new NodeSpec(node, List.of(all), List.of(), seconds, fidelity);
    }

    static NodeSpec.Tenant at(ServiceProfile service, double load) {
        return new NodeSpec.Tenant(service, new LoadCurve.Constant(load));
    }

    /** Gives so many cores, and all else, to one service. */
    record Cores(int cores) implements NodeManager {
        @Override
        public void start(NodeSetup setup, Allocation allocation) {
            for (NodeResource resource : NodeResource.values()) {
                int all = allocation.units(resource, Allocation.POOL);
                allocation.move(
                        resource, Allocation.POOL, 0, resource == NodeResource.CORES ? cores : all);
            }
        }

        @Override
        public void decide(NodeObservation seen, Allocation allocation) {
            // stays
        }
    }
}
