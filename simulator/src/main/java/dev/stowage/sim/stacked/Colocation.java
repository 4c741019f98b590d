package dev.stowage.sim.stacked;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Services side by side on the default server: the largest load of the last one by the loads of the
 * others. Loads are shares of the largest load alone on all cores.
 */
public final class Colocation {
    /** Loads are in steps of this. */
    public static final double STEP = 0.05;

    private static final double MOST_FACTOR = 100; // a load of 1 % at its largest
    private static final int HALVINGS = 40;

    private final StackedModel model;
    private final List<StackedService> services;
    private final double[] alone;
    private final LargestLoads[][] largest;

    /** Of services, which are put in the order of falling preference. */
    public Colocation(StackedModel model, List<StackedService> services) {
        this.model = model;
        this.services =
                services.stream()
                        .sorted(Comparator.comparingDouble(model.kind()::preference).reversed())
                        .toList();
        alone = new double[services.size()];
        largest = new LargestLoads[alone.length][2];
        for (int i = 0; i < alone.length; i++) {
            StackedService service = this.services.get(i);
            largest[i][0] = new LargestLoads(model, service, false);
            largest[i][1] = new LargestLoads(model, service, true);
            alone[i] = largest[i][1].of(model.cores());
        }
    }

    /** By falling preference. */
    public List<StackedService> services() {
        return services;
    }

    /** The largest load of a service alone, over that on the first architecture. */
    public double alone(int service) {
        return alone[service];
    }

    /** The cores on which it is reached. */
    public Cores aloneOn(int service) {
        return largest[service][1].used(model.cores());
    }

    private double share(int service, Cores cores, boolean isPlaced) {
        return largest[service][isPlaced ? 1 : 0].of(cores) / alone[service];
    }

    private double stepped(int service, Cores cores, boolean isPlaced) {
        return Math.min(1, Math.floor(share(service, cores, isPlaced) / STEP + 1e-9) * STEP);
    }

    /** The largest load of the last service beside the others; 0 if there is none. */
    public double largestLast(StackedManager manager, double... others) {
        List<List<Cores>> divisions = manager.divisions(services.size(), model.kind().cores());
        return divisions.isEmpty() ? shared(manager, others) : divided(manager, divisions, others);
    }

    private double divided(StackedManager manager, List<List<Cores>> divisions, double[] others) {
        double best = 0;
        for (List<Cores> division : divisions) {
            boolean holds = true;
            for (int i = 0; i < others.length && holds; i++) {
                holds = stepped(i, division.get(i), manager.placesPages()) >= others[i] - 1e-9;
            }
            if (holds) {
                best =
                        Math.max(
                                best,
                                stepped(
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
     * The largest factor on all loads with which every service meets its target; not in steps.
     *
     * @param loads by service, each above 0
     */
    public double largestFactor(StackedManager manager, double[] loads) {
        List<List<Cores>> divisions = manager.divisions(services.size(), model.kind().cores());
        if (divisions.isEmpty()) {
            return sharedFactor(loads, each -> manager.holds(model, services, each));
        }
        return factor(divisions, loads, manager.placesPages());
    }

    /**
     * The same on an ordinary server: the four CPU cores alone, shared or divided, whichever is
     * better.
     */
    public double largestFactorOnCpus(double[] loads) {
        Cores cpus = new Cores(model.kind().cores().cpu(), 0);
        StackedService[] all = services.toArray(StackedService[]::new);
        double shared = sharedFactor(loads, each -> model.holdsTogether(all, each, cpus));
        List<List<Cores>> divisions = Division.all(services.size(), cpus);
        return Math.max(shared, factor(divisions, loads, false));
    }

    private double factor(List<List<Cores>> divisions, double[] loads, boolean isPlaced) {
        double best = 0;
        for (List<Cores> division : divisions) {
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < loads.length && least > best; i++) {
                least = Math.min(least, share(i, division.get(i), isPlaced) / loads[i]);
            }
            best = Math.max(best, least);
        }
        return best;
    }

    private double sharedFactor(double[] loads, Predicate<double[]> holds) {
        double low = 0;
        double high = MOST_FACTOR;
        for (int step = 0; step < HALVINGS; step++) {
            double middle = (low + high) / 2;
            double[] scaled = new double[loads.length];
            Arrays.setAll(scaled, i -> middle * loads[i] * alone[i]);
            if (holds.test(scaled)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
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
