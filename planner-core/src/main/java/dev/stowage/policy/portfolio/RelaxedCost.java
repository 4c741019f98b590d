package dev.stowage.policy.portfolio;

import dev.stowage.covering.DualBound;
import dev.stowage.model.Resources;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * What holding a demand costs beside commitments to so much CPU and memory, if VMs came in
 * fractions: convex in both amounts, so that a slope at one point bounds it everywhere. It is a
 * newsvendor's cost, with two goods and a price of what is missing that is the dual of covering it.
 */
final class RelaxedCost {
    private static final double TOLERANCE = 2e-4;
    private static final int MOST_BOXES = 2_000;

    private final LevelHours levels;
    private final double[] perCpu;
    private final double[] perMemory;
    private final Optional<DualBound> committed;
    private final double cores;
    private final double gib;

    /** Value and slopes at a point of the last call. */
    private double slopeCpu;

    private double slopeMemory;

    /**
     * @param beside the least that what is missing costs
     * @param committed the least that commitments cost; empty if there are none to buy
     */
    RelaxedCost(LevelHours levels, DualBound beside, Optional<DualBound> committed) {
        this.levels = levels;
        this.committed = committed;
        Resources unit = levels.unit;
        this.cores = unit.cores();
        this.gib = unit.gib();
        this.perCpu = new double[beside.vertices()];
        this.perMemory = new double[beside.vertices()];
        for (int i = 0; i < perCpu.length; i++) {
            perCpu[i] = beside.perCore(i) * cores;
            perMemory[i] = beside.perGib(i) * gib;
        }
    }

    /** Nano USD over the whole demand, beside commitments to so many units. */
    private double at(double cpu, double memory) {
        double sum = 0;
        slopeCpu = 0;
        slopeMemory = 0;
        for (int i = 0; i < levels.hours.length; i++) {
            double c = levels.cpu[i] - cpu;
            double m = levels.memory[i] - memory;
            if (c > 0 || m > 0) {
                sum += levels.hours[i] * ofMissing(c, m, levels.hours[i]);
            }
        }
        return sum + ofCommitted(cpu, memory);
    }

    private double ofMissing(double cpu, double memory, double hours) {
        double c = Math.max(0, cpu);
        double m = Math.max(0, memory);
        int most = 0;
        double worth = -1;
        for (int v = 0; v < perCpu.length; v++) {
            double of = perCpu[v] * c + perMemory[v] * m;
            if (of > worth) {
                worth = of;
                most = v;
            }
        }
        slopeCpu -= cpu > 0 ? hours * perCpu[most] : 0;
        slopeMemory -= memory > 0 ? hours * perMemory[most] : 0;
        return worth;
    }

    private double ofCommitted(double cpu, double memory) {
        if (committed.isEmpty()) {
            return 0;
        }
        DualBound dual = committed.get();
        int most = 0;
        double worth = -1;
        for (int v = 0; v < dual.vertices(); v++) {
            double of = dual.perCore(v) * cpu * cores + dual.perGib(v) * memory * gib;
            if (of > worth) {
                worth = of;
                most = v;
            }
        }
        slopeCpu += levels.totalHours * dual.perCore(most) * cores;
        slopeMemory += levels.totalHours * dual.perGib(most) * gib;
        return worth * levels.totalHours;
    }

    /** The least over a box, at least: by the slopes at its middle. */
    double atLeast(double fromCpu, double toCpu, double fromMemory, double toMemory) {
        double value = at((fromCpu + toCpu) / 2, (fromMemory + toMemory) / 2);
        return value
                - Math.abs(slopeCpu) * (toCpu - fromCpu) / 2
                - Math.abs(slopeMemory) * (toMemory - fromMemory) / 2;
    }

    private record Box(
            double fromCpu, double toCpu, double fromMemory, double toMemory, double least) {}

    /** The least over all commitments, nano USD, lowered to what is sure. */
    double least() {
        if (committed.isEmpty()) {
            return at(0, 0);
        }
        PriorityQueue<Box> open = new PriorityQueue<>(Comparator.comparingDouble(Box::least));
        double best = at(0, 0);
        open.add(box(0, levels.mostCpu, 0, levels.mostMemory));
        for (int i = 0; i < MOST_BOXES && !open.isEmpty(); i++) {
            Box box = open.remove();
            if (box.least() >= best * (1 - TOLERANCE)) {
                return Math.min(best, box.least());
            }
            double cpu = (box.fromCpu() + box.toCpu()) / 2;
            double memory = (box.fromMemory() + box.toMemory()) / 2;
            best = Math.min(best, at(cpu, memory));
            boolean isByCpu =
                    Math.abs(slopeCpu) * (box.toCpu() - box.fromCpu())
                            >= Math.abs(slopeMemory) * (box.toMemory() - box.fromMemory());
            if (isByCpu) {
                open.add(box(box.fromCpu(), cpu, box.fromMemory(), box.toMemory()));
                open.add(box(cpu, box.toCpu(), box.fromMemory(), box.toMemory()));
            } else {
                open.add(box(box.fromCpu(), box.toCpu(), box.fromMemory(), memory));
                open.add(box(box.fromCpu(), box.toCpu(), memory, box.toMemory()));
            }
        }
        return open.isEmpty() ? best : Math.min(best, open.remove().least());
    }

    private Box box(double fromCpu, double toCpu, double fromMemory, double toMemory) {
        double least = Math.max(0, atLeast(fromCpu, toCpu, fromMemory, toMemory));
        return new Box(fromCpu, toCpu, fromMemory, toMemory, least);
    }
}
