package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.DualBound;
import dev.stowage.model.Resources;
import java.util.List;

/**
 * What a demand costs at least, if CPU and memory are one good: so much of it for a core and so
 * much for a GiB. Who holds a need of both holds that of their sum. Of one good a plan of spending
 * holds the same whatever VMs it pays for, so that buying it is a newsvendor's choice. The weights
 * are prices at which no VM on demand is worth more than it costs, and means of two of them.
 */
final class WeightedNeed {
    private static final int STEPS = 20;
    private static final int LAYERS = 20_000;

    /** Guards against rounding. */
    private static final double CAUTION = 1 - 1e-9;

    private final LevelHours levels;
    private final DualBound rented;
    private final List<CoverItem> bought;

    /**
     * @param rented prices of what is missing
     * @param bought what is paid all of the time, used or not
     */
    WeightedNeed(LevelHours levels, DualBound rented, List<CoverItem> bought) {
        this.levels = levels;
        this.rented = rented;
        this.bought = bought;
    }

    /** Nano USD over the demand: the largest of the bounds of all weights. */
    double least() {
        double most = 0;
        for (int v = 0; v < rented.vertices(); v++) {
            most = Math.max(most, mostNear(v));
        }
        return most * CAUTION;
    }

    /** Of the means of two prices: a bound is concave in its weights, as it is a least cost. */
    private double mostNear(int vertex) {
        double from = 0;
        double to = 1;
        double most = at(vertex, from);
        for (int i = 0; i < STEPS; i++) {
            double third = (to - from) / 3;
            double left = at(vertex, from + third);
            double right = at(vertex, to - third);
            most = Math.max(most, Math.max(left, right));
            from += left < right ? third : 0;
            to -= left < right ? 0 : third;
        }
        return most;
    }

    private double at(int vertex, double share) {
        int next = Math.min(vertex + 1, rented.vertices() - 1);
        return least(
                mean(rented.perCore(vertex), rented.perCore(next), share),
                mean(rented.perGib(vertex), rented.perGib(next), share));
    }

    private static double mean(double from, double to, double share) {
        return (1 - share) * from + share * to;
    }

    /** A unit of the good costs 1 on demand, and the least that any VM of it costs if bought. */
    private double least(double perCore, double perGib) {
        double price = 1;
        for (CoverItem item : bought) {
            Resources size = item.provides();
            double worth = perCore * size.cores() + perGib * size.gib();
            price = Math.min(price, item.nanoUsdPerHour() / worth);
        }
        double core = perCore * levels.unit.cores();
        double gib = perGib * levels.unit.gib();
        return newsvendor(core, gib, price * levels.totalHours);
    }

    /** Each layer of the need costs what it is in use for, or all of the time at its price. */
    private double newsvendor(double core, double gib, double hoursIfBought) {
        double layer = (core * levels.mostCpu + gib * levels.mostMemory) / LAYERS;
        double[] hours = new double[LAYERS + 1];
        for (int i = 0; i < levels.levels(); i++) {
            double need = core * levels.cpu[i] + gib * levels.memory[i];
            hours[(int) Math.min(LAYERS, need / layer)] += levels.hours[i]; // rounded down
        }
        double sum = 0;
        double inUse = 0;
        for (int i = LAYERS; i > 0; i--) {
            inUse += hours[i];
            sum += layer * Math.min(hoursIfBought, inUse);
        }
        return sum;
    }
}
