package dev.stowage.sim.fleet;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.sim.node.SharedNeeds;
import dev.stowage.sim.node.SharedNeeds.Shortage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Servers that no manager can do without, where replicas stay on their servers: busy cores, network
 * and disk, with nothing lost to neighbours.
 *
 * <p>A server whose replicas ask for more than it has misses a target, at least of one. Each of its
 * replicas may do so for a share of its time, so that a server of m replicas may be overloaded for
 * m times that share. In any longer part of the run each server has a moment at which it is not,
 * and then its replicas ask at least for the least that they ask for in that part.
 */
final class FleetBound {
    /** The reading of a server that is overloaded, over the knee (ours, as in the model). */
    private static final double STUCK = 1.5;

    private static final double MOST_DEVIATIONS = 6;
    private static final double EXACTLY = 1e-9;

    private FleetBound() {}

    /**
     * The fewest servers.
     *
     * @return none if overload can be read as within the target, or a server may always be
     *     overloaded
     */
    static OptionalInt of(FleetSpec spec) {
        double reading = STUCK / spec.node().of(NodeParameter.KNEE_MARGIN);
        double least = reading * (1 - MOST_DEVIATIONS * spec.node().of(NodeParameter.NOISE));
        double overloaded = spec.mostTenants() * spec.violatedShare();
        int steps = spec.steps();
        int window = (int) Math.floor(overloaded * steps + EXACTLY) + 1;
        if (!(least > 1) || window > steps) {
            return OptionalInt.empty();
        }
        List<SharedNeeds> needs = new ArrayList<>();
        for (FleetSpec.Service each : spec.services()) {
            needs.add(new SharedNeeds(spec.node(), List.of(each.profile()), 0, 0));
        }
        double most = 0;
        for (int first = 0; first + window <= steps; first++) {
            most = Math.max(most, servers(spec, needs, first, window));
        }
        return OptionalInt.of((int) Math.max(1, Math.ceil(most - EXACTLY)));
    }

    private static double servers(FleetSpec spec, List<SharedNeeds> needs, int first, int window) {
        double[] sums = new double[0];
        for (int service = 0; service < needs.size(); service++) {
            double least = Double.POSITIVE_INFINITY;
            for (int step = first; step < first + window; step++) {
                least = Math.min(least, spec.load(service, step));
            }
            List<Shortage> asked = needs.get(service).asked(new double[] {least});
            if (sums.length == 0) {
                sums = new double[asked.size()];
            }
            for (int i = 0; i < sums.length; i++) {
                sums[i] += spec.services().get(service).replicas() * share(asked.get(i));
            }
        }
        double most = 0;
        for (double sum : sums) {
            most = Math.max(most, sum);
        }
        return most;
    }

    private static double share(Shortage asked) {
        return asked.needed() == 0 ? 0 : asked.ratio();
    }
}
