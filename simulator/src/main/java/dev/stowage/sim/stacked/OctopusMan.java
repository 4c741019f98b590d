package dev.stowage.sim.stacked;

import java.util.ArrayList;
import java.util.List;

/**
 * Octopus-Man's division for loads: each service in turn has the fewest PIM cores that hold it, or
 * the fewest CPU cores if too few PIM cores are left. Of all orders the one that leaves most is
 * taken, without cost. Pages are not moved. Source: section V-A.
 */
public final class OctopusMan {
    private final StackedModel model;
    private final List<StackedService> services;
    private final double[] loads;

    /**
     * Of services.
     *
     * @param shares of the largest load alone
     */
    public OctopusMan(StackedModel model, List<StackedService> services, double[] shares) {
        this.model = model;
        this.services = List.copyOf(services);
        loads = shares.clone();
        for (int i = 0; i < loads.length; i++) {
            loads[i] *= model.largestAlone(services.get(i));
        }
    }

    /**
     * The most that it leaves to best-effort work.
     *
     * @param cpuWorth how many PIM cores a CPU core is worth to that work
     * @return in PIM cores; NaN if no order holds the loads
     */
    public double idle(double cpuWorth) {
        double best = Double.NaN;
        for (Cores left : orders(new ArrayList<>(), model.kind().cores())) {
            double idle = cpuWorth * left.cpu() + left.pim();
            best = Double.isNaN(best) ? idle : Math.max(best, idle);
        }
        return best;
    }

    /** What each order leaves. */
    private List<Cores> orders(List<Integer> placed, Cores free) {
        if (placed.size() == services.size()) {
            return List.of(free);
        }
        List<Cores> all = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            if (!placed.contains(i)) {
                Cores taken = fewest(i, free);
                if (taken.all() > 0) {
                    List<Integer> more = new ArrayList<>(placed);
                    more.add(i);
                    all.addAll(orders(more, free.plus(-taken.cpu(), -taken.pim())));
                }
            }
        }
        return all;
    }

    /** No cores if none of the free ones hold it. */
    private Cores fewest(int service, Cores free) {
        for (int pim = 1; pim <= free.pim(); pim++) {
            if (model.largest(services.get(service), new Cores(0, pim), false) >= loads[service]) {
                return new Cores(0, pim);
            }
        }
        for (int cpu = 1; cpu <= free.cpu(); cpu++) {
            if (model.largest(services.get(service), new Cores(cpu, 0), false) >= loads[service]) {
                return new Cores(cpu, 0);
            }
        }
        return new Cores(0, 0);
    }
}
