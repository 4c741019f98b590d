package dev.stowage.sim.fleet;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an answer about a fleet takes for granted, and how far off that may be; the ranges are ours.
 */
public enum Assumption {
    /** How much neighbours cost: all growths of the node and of the services. */
    INTERFERENCE("interference", 0.5, 2),
    /** All loads. */
    LOAD("load", 0.8, 1.2);

    private static final List<NodeParameter> OF_NODE =
            List.of(
                    NodeParameter.SIBLING_GROWTH,
                    NodeParameter.SIBLING_SYSTEM_GROWTH,
                    NodeParameter.BANDWIDTH_GROWTH,
                    NodeParameter.BANDWIDTH_MISS_GROWTH);
    private static final List<ServiceParameter> OF_SERVICE =
            List.of(ServiceParameter.CACHE_GROWTH, ServiceParameter.CACHE_PRESSURE);

    private final String words;
    private final double low;
    private final double high;

    Assumption(String words, double low, double high) {
        this.words = words;
        this.low = low;
        this.high = high;
    }

    /** As results call it. */
    public String words() {
        return words;
    }

    /** The least that it is multiplied by. */
    public double low() {
        return low;
    }

    /** The most that it is multiplied by. */
    public double high() {
        return high;
    }

    /** The same fleet where neighbours cost that many times as much. */
    static FleetSpec disturbed(FleetSpec spec, double factor) {
        NodeProfile node = spec.node();
        for (NodeParameter key : OF_NODE) {
            double value = Math.min(key.form().high(), factor * node.of(key));
            node = node.with(key, value, ParameterSource.OURS);
        }
        return new FleetSpec(
                node,
                spec.services().stream().map(each -> disturbed(each, factor)).toList(),
                spec.batch(),
                spec.durationSeconds(),
                spec.stepSeconds(),
                spec.violatedShare(),
                spec.mostTenants());
    }

    /** The same fleet at that many times the load; empty if a replica had more than its largest. */
    static Optional<FleetSpec> loaded(FleetSpec spec, double factor) {
        List<FleetSpec.Service> services = new ArrayList<>();
        for (int i = 0; i < spec.services().size(); i++) {
            FleetSpec.Service each = spec.services().get(i);
            double[] seconds = new double[spec.steps()];
            double[] loads = new double[seconds.length];
            for (int step = 0; step < loads.length; step++) {
                seconds[step] = step * spec.stepSeconds();
                loads[step] = factor * spec.load(i, step);
                if (loads[step] > 1) {
                    return Optional.empty();
                }
            }
            services.add(
                    new FleetSpec.Service(
                            each.name(),
                            each.profile(),
                            new LoadCurve.Points(seconds, loads, false),
                            each.replicas(),
                            each.requests()));
        }
        return Optional.of(
                new FleetSpec(
                        spec.node(),
                        services,
                        spec.batch(),
                        spec.durationSeconds(),
                        spec.stepSeconds(),
                        spec.violatedShare(),
                        spec.mostTenants()));
    }

    private static FleetSpec.Service disturbed(FleetSpec.Service service, double factor) {
        ServiceProfile profile = service.profile();
        for (ServiceParameter key : OF_SERVICE) {
            double value = Math.min(key.form().high(), factor * profile.of(key));
            profile = profile.with(key, value, ParameterSource.OURS);
        }
        return new FleetSpec.Service(
                service.name(), profile, service.load(), service.replicas(), service.requests());
    }
}
