package dev.stowage.sim.fleet;

import dev.stowage.basis.Check;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.NodeSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet is to hold, and when it does.
 *
 * @param node every server
 * @param services with their replicas
 * @param batch best-effort jobs that run on every server
 * @param durationSeconds length of a run
 * @param stepSeconds for so long a load stands still
 * @param violatedShare share of its time that a replica may be above its target
 * @param mostTenants replicas on one server at most
 */
public record FleetSpec(
        NodeProfile node,
        List<Service> services,
        List<BatchProfile> batch,
        double durationSeconds,
        double stepSeconds,
        double violatedShare,
        int mostTenants) {

    /**
     * A service; all its replicas have the same load at the same time.
     *
     * @param name in results
     * @param profile what the model knows of a replica
     * @param load of each replica, as a share of the largest load of the profile
     * @param replicas how many, at least 1
     * @param requests what each asks for; null if that is not said
     */
    public record Service(
            String name,
            ServiceProfile profile,
            LoadCurve load,
            int replicas,
            @Nullable Requests requests) {
        public Service {
            Check.notBlank("name", name);
            Check.positive("replicas", replicas);
        }
    }

    /** CPU and memory that a replica asks for. */
    public record Requests(double cores, double memoryGb) {
        public Requests {
            Check.positive("cores", cores);
            Check.notNegative("memoryGb", memoryGb);
        }
    }

    public FleetSpec {
        services = List.copyOf(services);
        batch = List.copyOf(batch);
        Check.positive("services", services.size());
        Check.positive("durationSeconds", durationSeconds);
        Check.positive("stepSeconds", stepSeconds);
        Check.inRange("violatedShare", violatedShare, 0, 1);
        Check.positive("mostTenants", mostTenants);
    }

    /** A load that stands still for a step each: that in the middle of the step. */
    public static LoadCurve.Points inSteps(
            LoadCurve load, double durationSeconds, double stepSeconds) {
        int steps = (int) Math.ceil(durationSeconds / stepSeconds - 1e-9);
        double[] seconds = new double[steps];
        double[] loads = new double[steps];
        for (int i = 0; i < steps; i++) {
            seconds[i] = i * stepSeconds;
            loads[i] = load.at((i + 0.5) * stepSeconds);
        }
        return new LoadCurve.Points(seconds, loads, false);
    }

    /** Replicas of each service. */
    public int[] replicas() {
        return services.stream().mapToInt(Service::replicas).toArray();
    }

    /** How many steps a run has. */
    public int steps() {
        return (int) Math.ceil(durationSeconds / stepSeconds - 1e-9);
    }

    /** The load of a replica of a service in a step. */
    public double load(int service, int step) {
        return services.get(service).load().at((step + 0.5) * stepSeconds);
    }

    /**
     * A server with some replicas, as the simulator of nodes wants it. Replicas are in the order of
     * the services; the second of one service on a server is called by its number.
     *
     * @param counts replicas of each service
     */
    public NodeSpec server(int[] counts) {
        List<NodeSpec.Tenant> tenants = new ArrayList<>();
        for (int service = 0; service < counts.length; service++) {
            Service each = services.get(service);
            for (int copy = 1; copy <= counts[service]; copy++) {
                String name = copy == 1 ? each.name() : each.name() + "-" + copy;
                tenants.add(new NodeSpec.Tenant(each.profile().as(name), each.load()));
            }
        }
        return new NodeSpec(node, tenants, batch, durationSeconds, NodeSpec.Fidelity.ANALYTIC);
    }
}
