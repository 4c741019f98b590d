package dev.stowage.sim.stacked;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Services side by side on the default server: the largest load of the last one by the loads of the
 * others. Loads are shares of the largest load alone on all cores.
 */
public final class Colocation {
    /** Loads are in steps of this. */
    public static final double STEP = 0.05;

    private final StackedModel model;
    private final List<StackedService> services;
    private final double[] alone;
    private final double[][][] largest;

    /** Of services, which are put in the order of falling preference. */
    public Colocation(StackedModel model, List<StackedService> services) {
        this.model = model;
        this.services =
                services.stream()
                        .sorted(Comparator.comparingDouble(StackedService::preference).reversed())
                        .toList();
        alone = new double[services.size()];
        for (int i = 0; i < alone.length; i++) {
            alone[i] = model.largestAlone(this.services.get(i));
        }
        largest = new double[alone.length][2][];
        for (double[][] each : largest) {
            for (int placed = 0; placed < 2; placed++) {
                each[placed] = new double[5 * 17];
                Arrays.fill(each[placed], Double.NaN);
            }
        }
    }

    /** By falling preference. */
    public List<StackedService> services() {
        return services;
    }

    private double share(int service, Cores cores, boolean isPlaced) {
        double[] known = largest[service][isPlaced ? 1 : 0];
        int key = cores.cpu() * 17 + cores.pim();
        if (Double.isNaN(known[key])) {
            double found = model.largest(services.get(service), cores, isPlaced) / alone[service];
            known[key] = Math.min(1, Math.floor(found / STEP + 1e-9) * STEP);
        }
        return known[key];
    }

    /** The largest load of the last service beside the others; 0 if there is none. */
    public double largestLast(StackedManager manager, double... others) {
        List<List<Cores>> divisions = manager.divisions(services.size());
        return divisions.isEmpty() ? shared(manager, others) : divided(manager, divisions, others);
    }

    private double divided(StackedManager manager, List<List<Cores>> divisions, double[] others) {
        double best = 0;
        for (List<Cores> division : divisions) {
            boolean holds = true;
            for (int i = 0; i < others.length && holds; i++) {
                holds = share(i, division.get(i), manager.placesPages()) >= others[i] - 1e-9;
            }
            if (holds) {
                best =
                        Math.max(
                                best,
                                share(
                                        others.length,
                                        division.get(others.length),
                                        manager.placesPages()));
            }
        }
        return best;
    }

    private double shared(StackedManager manager, double[] others) {
        double[] loads = new double[services.size()];
        for (int i = 0; i < others.length; i++) {
            loads[i] = others[i] * alone[i];
        }
        int last = others.length;
        for (int step = (int) Math.round(1 / STEP); step > 0; step--) {
            loads[last] = step * STEP * alone[last];
            if (manager.holds(model, services, loads)) {
                return step * STEP;
            }
        }
        return 0;
    }

    /**
     * Effective utilisation: the mean of the sum of all loads over the loads of the others with
     * which the last service can have any.
     *
     * @param step of the others' loads
     */
    public double utilisation(StackedManager manager, double step) {
        double[] sums = new double[2];
        double[] others = new double[services.size() - 1];
        sum(manager, step, others, 0, sums);
        return sums[1] == 0 ? 0 : sums[0] / sums[1];
    }

    private void sum(
            StackedManager manager, double step, double[] others, int place, double[] sums) {
        if (place == others.length) {
            double last = largestLast(manager, others);
            if (last > 0) {
                sums[0] += Arrays.stream(others).sum() + last;
                sums[1]++;
            }
            return;
        }
        for (int i = 1; i * step <= 1 + 1e-9; i++) {
            others[place] = i * step;
            sum(manager, step, others, place + 1, sums);
        }
    }
}
