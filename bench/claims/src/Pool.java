package dev.stowage.plan;

import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The deciding figure of many replications on growing numbers of servers, by the simulator. All of
 * it is what plans are drawn from, and so the truth about them. Kept in a file for the next run.
 *
 * @param servers numbers of servers, ascending; on the last nearly every replication holds
 * @param figures by number of servers and replication
 */
record Pool(List<Integer> servers, List<double[]> figures, double bound) {
    /** Numbers on which fewer replications hold are left out at the start. */
    private static final double FIRST = 0.02;

    private static final int LOOK = 200;
    private static final int BEYOND = 4;
    private static final int HELD = 20;

    /** The pool of a shape, from its file in {@code folder} if it was made before. */
    static Pool of(Shapes.Shape shape, int replications, Path folder) throws IOException {
        Path file =
                folder.resolve(shape.name().replaceAll("[^A-Za-z0-9.]+", "-") + "-" + replications);
        if (!Files.exists(file)) {
            make(shape, Math.max(LOOK, replications / shape.cost())).write(file);
        }
        return read(file);
    }

    private static Pool make(Shapes.Shape shape, int replications) {
        List<Integer> servers = numbers(shape);
        double[][] figures = new double[servers.size()][replications];
        IntStream.range(0, replications)
                .parallel()
                .forEach(
                        r -> {
                            Workload workload = shape.workload().apply(r);
                            for (int n = 0; n < figures.length; n++) {
                                figures[n][r] = figure(shape, workload, servers.get(n), r);
                            }
                        });
        return new Pool(servers, List.of(figures), shape.bound());
    }

    /** From where some replications hold to well beyond where the first few hundred all do. */
    private static List<Integer> numbers(Shapes.Shape shape) {
        List<Integer> servers = new ArrayList<>();
        List<Workload> looked = IntStream.range(0, LOOK).mapToObj(shape.workload()::apply).toList();
        int beyond = 0;
        for (int n = 1; beyond < BEYOND; n = Math.max(n + 1, (int) Math.round(1.08 * n))) {
            int count = n;
            double[] row =
                    IntStream.range(0, LOOK)
                            .parallel()
                            .mapToDouble(r -> figure(shape, looked.get(r), count, r))
                            .toArray();
            double held = share(row, shape.bound());
            if (!servers.isEmpty() || held >= FIRST) {
                servers.add(n);
            }
            beyond += held == 1 ? 1 : 0;
        }
        return List.copyOf(servers);
    }

    /** By the recursion where that is exact; it is held to the simulator on the first draws. */
    private static double figure(Shapes.Shape shape, Workload workload, int servers, int r) {
        Optional<double[]> waits = Shapes.waits(shape, workload, servers);
        if (waits.isEmpty()) {
            return simulated(shape, workload, servers, r);
        }
        double figure = statistic(shape.metric(), waits.get());
        if (r < HELD) {
            double simulated = simulated(shape, workload, servers, r);
            if (Math.abs(figure - simulated) > 1e-5 + 0.01 * simulated) {
                throw new IllegalStateException(
                        shape.name() + ", " + servers + ": " + figure + " and " + simulated);
            }
        }
        return figure;
    }

    private static double statistic(String metric, double[] waits) {
        if (metric.equals("pendingSeconds.mean")) {
            return mean(waits);
        }
        Arrays.sort(waits);
        return waits[(int) Math.ceil(0.95 * waits.length) - 1];
    }

    private static double simulated(Shapes.Shape shape, Workload workload, int servers, int r) {
        ServerFleet fleet = ServerFleet.of(ServerType.of("s", shape.server()), servers);
        return Simulation.run(
                        SimulationSpec.of(workload, fleet)
                                .withPlacement(Shapes.placement(shape))
                                .withSeed(7, r))
                .summary()
                .metric(shape.metric())
                .orElseThrow();
    }

    private void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(servers.size());
            out.writeInt(figures.get(0).length);
            out.writeDouble(bound);
            for (int n = 0; n < servers.size(); n++) {
                out.writeInt(servers.get(n));
                for (double figure : figures.get(n)) {
                    out.writeDouble(figure);
                }
            }
        }
    }

    private static Pool read(Path file) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            int size = in.readInt();
            double[][] figures = new double[size][in.readInt()];
            double bound = in.readDouble();
            List<Integer> servers = new ArrayList<>();
            for (double[] row : figures) {
                servers.add(in.readInt());
                for (int r = 0; r < row.length; r++) {
                    row[r] = in.readDouble();
                }
            }
            return new Pool(List.copyOf(servers), List.of(figures), bound);
        }
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
