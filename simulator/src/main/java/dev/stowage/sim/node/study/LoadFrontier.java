package dev.stowage.sim.node.study;

import dev.stowage.basis.Check;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The largest loads that a manager holds: for each load of the first services the largest load of
 * the last one with which all targets are met. Loads go in equal steps up to 1. A load is held if
 * all targets are met for two seconds that begin within the first minute.
 *
 * <p>Not thread-safe; its parts run on the common pool, and the result is the same on any number of
 * threads.
 */
public final class LoadFrontier {
    /** Seconds within which a manager has to hold the loads. Source: PARTIES, section 5.1. */
    private static final double GIVE_UP_SECONDS = 60;

    private static final double RUN_SECONDS = 90; // 30 s of warm-up and 60 s measured

    private final NodeSpec spec;
    private final PolicySpec manager;
    private final long seed;
    private final int steps;

    /**
     * Of a node's services under a manager.
     *
     * @param steps how many steps there are up to the largest load
     */
    public LoadFrontier(NodeSpec spec, PolicySpec manager, long seed, int steps) {
        this.spec =
                new NodeSpec(
                        spec.node(),
                        spec.tenants(),
                        spec.batch(),
                        spec.approximate(),
                        RUN_SECONDS,
                        spec.fidelity());
        this.manager = manager;
        this.seed = seed;
        this.steps = Check.positive("steps", steps);
    }

    /** When all targets are first met at these loads; NaN if not within a minute. */
    public double convergence(double[] loads, int replication) {
        return new NodeSimulation(spec.at(loads))
                .convergence(manager, seed, replication, GIVE_UP_SECONDS);
    }

    /** True if the loads are held. */
    public boolean holds(double[] loads) {
        return !Double.isNaN(convergence(loads, 0));
    }

    /**
     * The largest load of the last service, in steps, 0 for none, by the loads of the first one
     * (one row) or the first two (a row for each load of the first).
     *
     * @param fixed loads of all services; of those on the axes they are not read
     * @param axes numbers of one or two services
     * @param free number of the service whose load is looked for
     */
    public int[][] largest(double[] fixed, int[] axes, int free) {
        int rows = axes.length == 2 ? steps : 1;
        int[][] result = new int[rows][steps];
        IntStream.range(0, rows * steps)
                .parallel()
                .forEach(
                        cell -> {
                            double[] loads = fixed.clone();
                            int row = cell / steps;
                            int column = cell % steps;
                            loads[axes[axes.length - 1]] = (column + 1.0) / steps;
                            if (axes.length == 2) {
                                loads[axes[0]] = (row + 1.0) / steps;
                            }
                            result[row][column] = largest(loads, free);
                        });
        return result;
    }

    private int largest(double[] loads, int free) {
        for (int step = steps; step > 0; step--) {
            loads[free] = (double) step / steps;
            if (holds(loads)) {
                return step;
            }
        }
        return 0;
    }

    /**
     * The largest sum of loads that is held along a direction, by bisection over the loads on it in
     * whole steps; 0 if not even the smallest.
     *
     * @param direction weights of the services, above 0
     */
    public double along(double[] direction) {
        double[][] points =
                IntStream.rangeClosed(1, 4 * steps)
                        .mapToObj(k -> point(direction, 0.5 * k / steps))
                        .toArray(double[][]::new);
        int low = -1;
        int high = points.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (holds(points[middle])) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low < 0 ? 0 : Arrays.stream(points[low]).sum();
    }

    private double[] point(double[] direction, double scale) {
        double[] loads = new double[direction.length];
        for (int i = 0; i < loads.length; i++) {
            double whole = Math.floor(scale * direction[i] * steps + 1e-9) / steps;
            loads[i] = Math.min(1, Math.max(1.0 / steps, whole));
        }
        return loads;
    }
}
