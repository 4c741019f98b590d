package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * The performance index of an application as a function of its slice: its rate on the slice over
 * its rate on the whole server, in [0, 1], not less on a larger slice. O(1), but for {@link
 * Monotone}. Source: Sfakianakis 2023, section 2.1.2.
 */
public sealed interface Performance
        permits Performance.Logistic,
                Performance.Product,
                Performance.Monotone,
                Performance.Proportional,
                MeasuredPerformance {
    /** Shares that differ by less are the same. */
    double SAME = 1e-9;

    /** A performance that is known to so much counts as told. */
    double TOLD = 0.01;

    /** The performance index on so large a share of each resource, in [0, 1]. */
    double at(double cpu, double memory, double ssd);

    /** The performance index on a slice, in [0, 1]. */
    default double at(Slice slice) {
        return at(slice.cpu(), slice.memory(), slice.ssd());
    }

    /**
     * The most that it may be there for all that is known, in [0, 1]; no less than {@link #at},
     * which is the least where the two differ.
     */
    default double most(double cpu, double memory, double ssd) {
        return at(cpu, memory, ssd);
    }

    /** Which of the forms it has. */
    PerformanceForm form();

    /** Its numbers, in the order of {@link PerformanceForm#of}. */
    List<Double> parameters();

    /** What the runs behind it tell apart. */
    default Evidence evidence() {
        return Evidence.FULL;
    }

    /**
     * {@code scale * tanh((cpu * cpuWeight + memory * memoryWeight + ssd * ssdWeight) / 2)}, cut to
     * [0, 1]. Resources are perfect substitutes and the function is concave. Source: equation 2.1.
     */
    record Logistic(double scale, double cpuWeight, double memoryWeight, double ssdWeight)
            implements Performance {
        public Logistic {
            Check.notNegative("scale", scale);
            Check.notNegative("cpuWeight", cpuWeight);
            Check.notNegative("memoryWeight", memoryWeight);
            Check.notNegative("ssdWeight", ssdWeight);
        }

        @Override
        public double at(double cpu, double memory, double ssd) {
            double sum = cpu * cpuWeight + memory * memoryWeight + ssd * ssdWeight;
            return Math.min(1, scale * Math.tanh(sum / 2));
        }

        @Override
        public PerformanceForm form() {
            return PerformanceForm.LOGISTIC;
        }

        @Override
        public List<Double> parameters() {
            return List.of(scale, cpuWeight, memoryWeight, ssdWeight);
        }
    }

    /**
     * The product over the resources of {@code (1 - exp(-x / tau)) / (1 - exp(-1 / tau))}: each
     * saturates at its own scale, and want of one can't be made up by another. 1 on the whole
     * server.
     */
    record Product(double cpuTau, double memoryTau, double ssdTau) implements Performance {
        public Product {
            Check.positive("cpuTau", cpuTau);
            Check.positive("memoryTau", memoryTau);
            Check.positive("ssdTau", ssdTau);
        }

        @Override
        public double at(double cpu, double memory, double ssd) {
            return saturation(cpu, cpuTau)
                    * saturation(memory, memoryTau)
                    * saturation(ssd, ssdTau);
        }

        /** Performance that is left where only one resource is scarce. */
        static double saturation(double share, double tau) {
            return Math.expm1(-share / tau) / Math.expm1(-1 / tau);
        }

        @Override
        public PerformanceForm form() {
            return PerformanceForm.PRODUCT;
        }

        @Override
        public List<Double> parameters() {
            return List.of(cpuTau, memoryTau, ssdTau);
        }
    }

    /**
     * The largest performance index that was measured on a slice that is no larger: it promises
     * nothing that was not seen. Fits steps. O(points).
     *
     * @param points slices and what was measured there, made monotone
     */
    record Monotone(List<Sample> points) implements Performance {
        public Monotone {
            points = List.copyOf(points);
        }

        @Override
        public double at(double cpu, double memory, double ssd) {
            double best = 0;
            for (Sample point : points) {
                Slice slice = point.slice();
                if (point.pi() > best
                        && slice.cpu() <= cpu + 1e-12
                        && slice.memory() <= memory + 1e-12
                        && slice.ssd() <= ssd + 1e-12) {
                    best = point.pi();
                }
            }
            return best;
        }

        @Override
        public double most(double cpu, double memory, double ssd) {
            return leastOfLarger(points, new Slice(cpu, memory, ssd));
        }

        /** The least index of the samples that had no less of anything; 1 if there is none. */
        static double leastOfLarger(List<Sample> samples, Slice slice) {
            double least = 1;
            for (Sample each : samples) {
                if (each.pi() < least && each.slice().covers(slice, SAME)) {
                    least = each.pi();
                }
            }
            return least;
        }

        @Override
        public PerformanceForm form() {
            return PerformanceForm.MONOTONE;
        }

        @Override
        public List<Double> parameters() {
            return points.stream()
                    .flatMap(
                            point ->
                                    List.of(
                                            point.slice().cpu(),
                                            point.slice().memory(),
                                            point.slice().ssd(),
                                            point.pi())
                                            .stream())
                    .toList();
        }
    }

    /**
     * The scarcest share: what is assumed of an application of which one run on the whole server is
     * all that is known. Source: section 2.4.1 ("45 degrees"); the minimum over resources is ours.
     */
    record Proportional() implements Performance {
        @Override
        public double at(double cpu, double memory, double ssd) {
            return Math.min(cpu, Math.min(memory, ssd));
        }

        @Override
        public PerformanceForm form() {
            return PerformanceForm.PROPORTIONAL;
        }

        @Override
        public List<Double> parameters() {
            return List.of();
        }
    }
}
