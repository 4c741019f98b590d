package dev.stowage.sim.node;

import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import org.jspecify.annotations.Nullable;

/**
 * One service on cores and ways of its own beside one neighbour, in the steady state and without
 * noise: what a measurement of it is compared with.
 */
public final class BesideModel {
    /** Above it the percentile says how long was measured, and not what the service does. */
    private static final double MOST_UTILISATION = 0.98;

    private final ServiceModel model;
    private final double maxLoad;
    private final double capacityGBps;
    private final int level;

    /** Of a service on a node, at the highest frequency. */
    public BesideModel(NodeProfile node, ServiceProfile service) {
        int most =
                Math.max(
                        node.whole(NodeParameter.CORES),
                        service.parameters().whole(ServiceParameter.REFERENCE_CORES));
        model = new ServiceModel(service, node, ErlangWait.upTo(most));
        maxLoad = service.of(ServiceParameter.MAX_LOAD);
        capacityGBps = node.of(NodeParameter.MEMORY_BANDWIDTH);
        level = node.highestLevel();
    }

    /** What the service has, what it is asked, and how many cores the neighbour runs on. */
    public record Setting(double loadPerSecond, int cores, int ways, int neighbourCores) {}

    /**
     * What comes of it.
     *
     * @param utilisation 1 and more where it cannot keep up
     * @param seconds the percentile of response time; above 1 that just below it
     */
    public record Outcome(double utilisation, double seconds) {}

    /** The outcome of a setting. */
    public Outcome at(Setting setting, @Nullable BatchProfile neighbour) {
        double pressure = 0;
        double sibling = 0;
        if (neighbour != null) {
            double cores =
                    Math.min(setting.neighbourCores(), neighbour.of(BatchParameter.MOST_CORES));
            pressure = neighbour.of(BatchParameter.BANDWIDTH_PER_CORE) * cores / capacityGBps;
            sibling = neighbour.of(BatchParameter.SIBLING_SHARE);
        }
        double factor = model.factor(setting.ways(), level, pressure, sibling);
        double rho = model.utilisation(setting.loadPerSecond() / maxLoad, factor, setting.cores());
        double seconds =
                model.percentile(factor, factor, Math.min(rho, MOST_UTILISATION), setting.cores());
        return new Outcome(rho, seconds);
    }
}
