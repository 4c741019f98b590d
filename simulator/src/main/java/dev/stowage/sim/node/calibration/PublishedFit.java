package dev.stowage.sim.node.calibration;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.sim.node.StressTable;
import dev.stowage.sim.node.calibration.FreeParameter.Prior;
import dev.stowage.sim.node.study.StressComparison;
import dev.stowage.stats.BoundedLeastSquares.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The shipped services and their node, fitted to Table 4 of PARTIES: 27 parameters to 54 cells, of
 * which each is the largest load in steps of 10 %. A cell counts by how far the load is out of its
 * step; the priors carry much.
 *
 * @param library the shipped one with what was fitted
 * @param parameters each with what the cells say of it
 * @param meanError mean absolute error of a cell, points
 * @param exact cells that agree
 * @param leftOut each cell by a fit without it, points, in the order of {@link StressComparison};
 *     empty where that was not asked for
 */
public record PublishedFit(
        NodeLibrary library,
        List<FittedParameter> parameters,
        double meanError,
        long exact,
        List<Integer> leftOut) {
    private static final List<String> SERVICES =
            List.of("memcached", "xapian", "nginx", "moses", "mongodb", "sphinx");
    private static final double[][] ZERO_LOAD = { // prior, low, high
        {0.25, 0.05, 0.3},
        {0.4, 0.05, 0.45},
        {0.2, 0.05, 0.95},
        {0.3, 0.25, 0.6},
        {0.4, 0.05, 0.95},
        {0.6, 0.05, 0.95}
    };
    private static final String NODE = "parties";
    private static final double PRIOR_WEIGHT = 0.35;
    private static final double POINTS = 5; // of a load, for a residual of 1
    private static final double MOST = 109.99; // points; more is not looked at
    private static final double MARGIN = 1; // points that a load is held inside its step
    private static final int STARTS = 4;
    private static final int STEPS = 40;

    public PublishedFit {
        parameters = List.copyOf(parameters);
        leftOut = List.copyOf(leftOut);
    }

    /** Mean absolute error of the cells that were left out, points. */
    public double leftOutError() {
        return StressComparison.meanAbsoluteError(StressComparison.of(library).cells(), leftOut);
    }

    /** Fits, and fits again without each cell. Always the same. */
    public static PublishedFit of(NodeLibrary shipped) {
        return new Work(shipped).done(true);
    }

    /** Fits once, without leaving a cell out. */
    static PublishedFit once(NodeLibrary shipped) {
        return new Work(shipped).done(false);
    }

    /** What is free; priors and bounds are those of the specification, and ours. */
    private static List<FreeParameter> free() {
        List<FreeParameter> free = new ArrayList<>();
        for (int i = 0; i < SERVICES.size(); i++) {
            double[] zero = ZERO_LOAD[i];
            free.add(
                    FreeParameter.ofService(
                            SERVICES.get(i),
                            ServiceParameter.ZERO_LOAD,
                            Prior.of(zero[0], 0.15, zero[1], zero[2])));
        }
        for (String service : SERVICES) {
            free.add(
                    FreeParameter.ofService(
                            service, ServiceParameter.CACHE_GROWTH, Prior.of(0.2, 0.3, 0, 3)));
        }
        node(free, NodeParameter.SIBLING_GROWTH, 0.4, 0.2, 0.1, 0.9);
        node(free, NodeParameter.STRESS_TURBO_LOSS, 0.12, 0.06, 0.02, 0.35);
        node(free, NodeParameter.STRESS_NETWORK_GBPS, 0.75, 0.2, 0.55, 1);
        node(free, NodeParameter.STRESS_NETWORK_GROWTH, 0.06, 0.05, 0, 0.3);
        node(free, NodeParameter.SWAP_SECONDS, 0.35, 0.15, 0.05, 1.2);
        node(free, NodeParameter.STRESS_DISK_FACTOR, 5, 3, 1.05, 12);
        node(free, NodeParameter.STRESS_MEMORY_FACTOR, 4, 3, 1.05, 12);
        node(free, NodeParameter.STRESS_CACHE_CACHE, 1, 0.4, 0, 3);
        node(free, NodeParameter.STRESS_MEMORY_CACHE, 1.2, 0.4, 0, 4);
        node(free, NodeParameter.STRESS_CACHE_COMMON, 0.3, 0.3, 0, 2);
        node(free, NodeParameter.BANDWIDTH_GROWTH, 0.4, 0.3, 0, 3);
        node(free, NodeParameter.STRESS_CACHE_MISSES, 0.3, 0.4, 0, 3);
        node(free, NodeParameter.BANDWIDTH_MISS_GROWTH, 0.5, 0.5, 0, 4);
        node(free, NodeParameter.SIBLING_SYSTEM_GROWTH, 1, 1, 0, 6);
        node(free, NodeParameter.BANDWIDTH_SYSTEM_WEIGHT, 1, 0.5, 0, 4);
        return free;
    }

    private static void node(
            List<FreeParameter> free,
            NodeParameter key,
            double mean,
            double deviation,
            double low,
            double high) {
        free.add(FreeParameter.ofNode(NODE, key, Prior.of(mean, deviation, low, high)));
    }

    private static final class Work {
        private final List<FreeParameter> free = free();
        private final List<StressComparison.Cell> cells;
        private final LibraryFit fit;

        Work(NodeLibrary shipped) {
            cells = StressComparison.of(shipped).cells();
            fit = new LibraryFit(shipped, free, PRIOR_WEIGHT, STEPS);
        }

        PublishedFit done(boolean isLeftOut) {
            Found best = search(-1, fit.starts(STARTS, "node.calibrate.published"));
            NodeLibrary library = fit.at(best.point());
            StressComparison table = StressComparison.of(library);
            double[] deviations = fit.deviations(best.point(), each -> residuals(each, -1));
            List<double[]> others =
                    isLeftOut ? leftOut(List.of(fit.priors(), best.point())) : List.of();
            List<FittedParameter> parameters = new ArrayList<>();
            for (int i = 0; i < deviations.length; i++) {
                int at = i;
                double[] places = others.stream().mapToDouble(each -> each[at]).toArray();
                parameters.add(
                        FittedParameter.of(free.get(i), best.point()[i], deviations[i], places));
            }
            List<Integer> leftOut =
                    IntStream.range(0, others.size())
                            .mapToObj(cell -> points(cell, others.get(cell)))
                            .toList();
            return new PublishedFit(
                    fit.at(best.point(), parameters),
                    parameters,
                    table.meanAbsoluteError(),
                    table.exact(),
                    leftOut);
        }

        /** The best point without each cell. */
        private List<double[]> leftOut(List<double[]> starts) {
            return IntStream.range(0, cells.size())
                    .parallel()
                    .mapToObj(cell -> search(cell, starts).point())
                    .toList();
        }

        private Found search(int without, List<double[]> starts) {
            return fit.from(starts, library -> residuals(library, without));
        }

        private int points(int cell, double[] point) {
            NodeLibrary library = fit.at(point);
            StressComparison.Cell of = cells.get(cell);
            return new StressTable(library.node("calibrate", NODE))
                    .cell(library.service("calibrate", of.service()), of.stressor());
        }

        private double[] residuals(NodeLibrary library, int without) {
            StressTable table = new StressTable(library.node("calibrate", NODE));
            double[] residuals = new double[cells.size()];
            Arrays.setAll(
                    residuals, i -> i == without ? 0 : residual(table, library, cells.get(i)));
            return residuals;
        }

        private static double residual(
                StressTable table, NodeLibrary library, StressComparison.Cell cell) {
            double points =
                    100
                            * table.largestLoad(
                                    library.service("calibrate", cell.service()), cell.stressor());
            double ours = Math.min(points, MOST);
            double low = cell.published() + MARGIN;
            double high =
                    cell.published() >= 100
                            ? Double.POSITIVE_INFINITY
                            : cell.published() + 9.99 - MARGIN;
            return (ours - Math.max(low, Math.min(high, ours))) / POINTS;
        }
    }
}
