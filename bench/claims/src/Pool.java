package dev.stowage.plan;

import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The deciding figure of many replications on growing numbers of servers, by the simulator. All of
 * it is what plans are drawn from, and so the truth about them.
 *
 * @param servers numbers of servers, ascending; on the last nearly every replication holds
 * @param figures by number of servers and replication
 */
record Pool(List<Integer> servers, List<double[]> figures, double bound) {
    /** Numbers on which fewer replications hold are left out at the start. */
    private static final double FIRST = 0.02;

    static Pool of(Shapes.Shape shape, int replications) {
        Workload[] workloads =
                IntStream.range(0, replications)
                        .mapToObj(shape.workload()::apply)
                        .toArray(Workload[]::new);
        List<Integer> servers = new ArrayList<>();
        List<double[]> figures = new ArrayList<>();
        double held = 0;
        for (int n = 1;
                held < 0.9995 && servers.size() < 40;
                n = Math.max(n + 1, (int) Math.round(1.08 * n))) {
            int count = n;
            // a look at a few first: numbers on which nearly nothing holds
            if (servers.isEmpty()
                    && share(figures(shape, workloads, count, 100), shape.bound()) < FIRST) {
                continue;
            }
            double[] row = figures(shape, workloads, count, replications);
            held = share(row, shape.bound());
            servers.add(n);
            figures.add(row);
        }
        return new Pool(List.copyOf(servers), List.copyOf(figures), shape.bound());
    }

    private static double[] figures(
            Shapes.Shape shape, Workload[] workloads, int servers, int count) {
        ServerFleet fleet = ServerFleet.of(ServerType.of("s", shape.server()), servers);
        return IntStream.range(0, Math.min(count, workloads.length))
                .mapToDouble(
                        r ->
                                Simulation.run(
                                                SimulationSpec.of(workloads[r], fleet)
                                                        .withPlacement(Shapes.placement(shape))
                                                        .withSeed(7, r))
                                        .summary()
                                        .metric(shape.metric())
                                        .orElseThrow())
                .toArray();
    }

    static double share(double[] row, double bound) {
        return IntStream.range(0, row.length).filter(i -> row[i] <= bound).count()
                / (double) row.length;
    }

    static double mean(double[] row) {
        double sum = 0;
        for (double each : row) {
            sum += each;
        }
        return sum / row.length;
    }

    int size() {
        return servers.size();
    }

    /**
     * Share of the replications that hold on one server more than they miss on... 1 if windows are
     * monotone.
     */
    double monotone() {
        int broken = 0;
        for (int r = 0; r < figures.get(0).length; r++) {
            boolean hasHeld = false;
            boolean isBroken = false;
            for (double[] row : figures) {
                isBroken |= hasHeld && row[r] > bound;
                hasHeld |= row[r] <= bound;
            }
            broken += isBroken ? 1 : 0;
        }
        return 1 - broken / (double) figures.get(0).length;
    }
}
