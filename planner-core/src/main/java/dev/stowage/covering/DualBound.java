package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The least that a demand can cost if VMs came in fractions: the linear relaxation of covering CPU
 * and memory, by its dual. Its value is the largest {@code u * cpu + v * memory} over prices {@code
 * u} of a core and {@code v} of a GiB at which no VM is worth more than it costs. The vertices of
 * these prices don't depend on the demand, so they are found once; a bound then costs a handful of
 * multiplications.
 *
 * <p>Each vertex is an edge of the convex hull of what VMs give per USD, from the one with the most
 * CPU per USD to the one with the most memory.
 */
public final class DualBound {
    /** Guards against rounding: bounds are lowered by this share. */
    private static final double CAUTION = 1 - 1e-12;

    private final double[] perCore;
    private final double[] perGib;
    private final boolean isFinite;

    /** Without VMs any demand costs infinitely much. */
    private static final DualBound NOTHING =
            new DualBound(
                    new double[] {Double.POSITIVE_INFINITY, 0},
                    new double[] {0, Double.POSITIVE_INFINITY});

    /** What a VM gives per nano USD. */
    private record Yield(double cores, double gib) {}

    private DualBound(double[] perCore, double[] perGib) {
        this.perCore = perCore;
        this.perGib = perGib;
        this.isFinite = Double.isFinite(perCore[0]);
    }

    /** The bound of some VMs, of fixed size and cut to size. */
    public static DualBound of(List<CoverItem> items, List<? extends CustomSizes> custom) {
        List<Yield> yields = new ArrayList<>();
        for (CoverItem item : items) {
            double price = item.nanoUsdPerHour();
            Resources provides = item.provides();
            yields.add(new Yield(provides.cores() / price, provides.gib() / price));
        }
        for (CustomSizes sizes : custom) {
            yields.add(yieldOf(sizes, sizes.leastGibPerCore()));
            yields.add(yieldOf(sizes, sizes.mostGibPerCore()));
        }
        return yields.isEmpty() ? NOTHING : ofHull(hull(yields));
    }

    private static Yield yieldOf(CustomSizes sizes, double gibPerCore) {
        double price = sizes.nanoUsdPerCore() + gibPerCore * sizes.nanoUsdPerGib();
        return new Yield(1 / price, gibPerCore / price);
    }

    /** Corners from the most CPU per USD to the most memory per USD, counter-clockwise. */
    private static List<Yield> hull(List<Yield> yields) {
        List<Yield> sorted = new ArrayList<>(yields);
        sorted.sort(Comparator.comparingDouble(Yield::cores).thenComparingDouble(Yield::gib));
        List<Yield> hull = new ArrayList<>();
        for (int i = sorted.size() - 1; i >= 0; i--) {
            Yield next = sorted.get(i);
            if (!hull.isEmpty() && next.gib() <= hull.get(hull.size() - 1).gib()) {
                continue;
            }
            while (hull.size() >= 2
                    && turn(hull.get(hull.size() - 2), hull.get(hull.size() - 1), next) <= 0) {
                hull.remove(hull.size() - 1);
            }
            hull.add(next);
        }
        return hull;
    }

    private static double turn(Yield a, Yield b, Yield c) {
        return (b.cores() - a.cores()) * (c.gib() - a.gib())
                - (b.gib() - a.gib()) * (c.cores() - a.cores());
    }

    private static DualBound ofHull(List<Yield> hull) {
        int n = hull.size();
        double[] u = new double[n + 1];
        double[] v = new double[n + 1];
        u[0] = 1 / hull.get(0).cores();
        for (int i = 1; i < n; i++) {
            Yield a = hull.get(i - 1);
            Yield b = hull.get(i);
            double determinant = a.cores() * b.gib() - b.cores() * a.gib();
            u[i] = (b.gib() - a.gib()) / determinant;
            v[i] = (a.cores() - b.cores()) / determinant;
        }
        v[n] = 1 / hull.get(n - 1).gib();
        return new DualBound(u, v);
    }

    /** Nano USD an hour; 0 for no demand. Negative amounts count as 0. */
    public double nanoUsd(double cores, double gib) {
        double c = Math.max(0, cores);
        double m = Math.max(0, gib);
        double most = 0;
        for (int i = 0; i < perCore.length; i++) {
            most = Math.max(most, isFinite ? perCore[i] * c + perGib[i] * m : worth(i, c, m));
        }
        return most * CAUTION;
    }

    /** Number of pairs of prices. */
    public int vertices() {
        return perCore.length;
    }

    /** Price of a core at one pair of prices, nano USD an hour. */
    public double perCore(int vertex) {
        return perCore[vertex] * CAUTION;
    }

    /** Price of a GiB at one pair of prices, nano USD an hour. */
    public double perGib(int vertex) {
        return perGib[vertex] * CAUTION;
    }

    /** Worth of amounts at one pair of prices, nano USD an hour. */
    double atVertex(int vertex, double cores, double gib) {
        return worth(vertex, cores, gib) * CAUTION;
    }

    private double worth(int vertex, double cores, double gib) {
        return worth(perCore[vertex], cores) + worth(perGib[vertex], gib);
    }

    /** No amount is worth nothing, even at an infinite price. */
    private static double worth(double price, double amount) {
        return amount == 0 ? 0 : price * amount;
    }
}
