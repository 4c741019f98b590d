package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import java.util.List;

/**
 * Power of a node: idle, busy cores by {@code f V^2} with the voltage linear from 0.8 V at the
 * lowest to 1.1 V at the highest frequency, and memory by its bandwidth. The values are ours.
 */
final class PowerDraw {
    private static final double LOW_VOLTS = 0.8;
    private static final double HIGH_VOLTS = 1.1;

    private final double idleWatts;
    private final double coreWatts;
    private final double uncoreWatts;
    private final double[] share;

    PowerDraw(NodeProfile node) {
        idleWatts = node.of(NodeParameter.IDLE_WATTS);
        coreWatts = node.of(NodeParameter.CORE_WATTS);
        uncoreWatts = node.of(NodeParameter.UNCORE_WATTS);
        List<Double> levels = node.frequenciesGhz();
        double low = levels.get(0);
        double high = levels.get(levels.size() - 1);
        share = new double[levels.size()];
        for (int level = 0; level < share.length; level++) {
            double at = levels.get(level);
            double place = high == low ? 1 : (at - low) / (high - low);
            double volts = LOW_VOLTS + (HIGH_VOLTS - LOW_VOLTS) * place;
            share[level] = at * volts * volts / (high * HIGH_VOLTS * HIGH_VOLTS);
        }
    }

    double watts(Allocation allocation, NodePerformance node) {
        double watts = idleWatts + uncoreWatts * Math.min(1, node.bandwidthShare());
        for (int service = 0; service < node.services.length; service++) {
            ServiceModel model = node.services[service];
            boolean isPooled = allocation.isInPool(service);
            int owner = isPooled ? Allocation.POOL : service;
            int cores = allocation.units(NodeResource.CORES, owner);
            double busy =
                    Math.min(cores, model.utilisation(node.load(service), node.factor(service), 1))
                            * model.cpuShare;
            watts += coreWatts * busy * share[allocation.level(owner)];
        }
        return watts
                + coreWatts
                        * Math.min(
                                allocation.units(NodeResource.CORES, Allocation.POOL),
                                node.batchSpeed())
                        * share[allocation.level(Allocation.POOL)];
    }
}
