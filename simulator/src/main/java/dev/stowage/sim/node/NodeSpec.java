package dev.stowage.sim.node;

import dev.stowage.basis.Check;
import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import java.util.List;

/**
 * A run of one node.
 *
 * @param node the server
 * @param tenants its latency-critical services
 * @param batch its best-effort jobs
 * @param approximate its approximate jobs, for the managers that know them
 * @param durationSeconds length of the run
 * @param fidelity how latencies come about
 */
public record NodeSpec(
        NodeProfile node,
        List<Tenant> tenants,
        List<BatchProfile> batch,
        List<ApproximateProfile> approximate,
        double durationSeconds,
        Fidelity fidelity) {

    /** A service and its load over time. */
    public record Tenant(ServiceProfile service, LoadCurve load) {}

    /** How the latency of an interval comes about. */
    public enum Fidelity {
        /** By formula, in the steady state of the interval, with backlog and noise. */
        ANALYTIC,
        /** By the requests of the interval, one by one. */
        REQUESTS
    }

    public NodeSpec {
        tenants = List.copyOf(tenants);
        batch = List.copyOf(batch);
        approximate = List.copyOf(approximate);
        Check.positive("tenants", tenants.size());
        Check.positive("durationSeconds", durationSeconds);
    }

    /** A run without approximate jobs. */
    public NodeSpec(
            NodeProfile node,
            List<Tenant> tenants,
            List<BatchProfile> batch,
            double durationSeconds,
            Fidelity fidelity) {
        this(node, tenants, batch, List.of(), durationSeconds, fidelity);
    }

    /** Its services. */
    public List<ServiceProfile> services() {
        return tenants.stream().map(Tenant::service).toList();
    }

    /** The same with other loads, which do not change. */
    public NodeSpec at(double[] loads) {
        List<Tenant> changed =
                java.util.stream.IntStream.range(0, tenants.size())
                        .mapToObj(
                                i ->
                                        new Tenant(
                                                tenants.get(i).service(),
                                                new LoadCurve.Constant(loads[i])))
                        .toList();
        return new NodeSpec(node, changed, batch, approximate, durationSeconds, fidelity);
    }
}
