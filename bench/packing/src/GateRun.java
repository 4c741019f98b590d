package dev.stowage.packing;

import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.packing.migration.Migration;
import dev.stowage.packing.migration.MigrationPlanner;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementGate;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlans;
import dev.stowage.packing.search.PackingSolver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the gate costs: the placement that was written is read back and checked. Processor time of
 * that, and its share of the whole process with its start, as a command has it. Exits with 1 if it
 * is above a twentieth.
 *
 * <p>Arguments: KIND ITEMS SERVERS WORK, the kind {@code loose} or {@code mixed}, the work in
 * millions of looks.
 */
public final class GateRun {
    private static final double MOST = 0.05;

    private GateRun() {}

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        int items = Integer.parseInt(args[1]);
        int servers = Integer.parseInt(args[2]);
        PackingProblem problem =
                args[0].equals("mixed")
                        ? Instances.mixed(items, servers, 0)
                        : Instances.loose(items, servers, 0);
        PackRequest request =
                new PackRequest(
                        "gate",
                        problem,
                        List.of(),
                        Map.of(),
                        Collections.nCopies(items, null),
                        Collections.nCopies(problem.servers().size(), PackRequest.Place.OWN),
                        PackRequest.SERVERS,
                        30,
                        Map.of(),
                        List.of());
        PackingOptions options =
                PackingOptions.DEFAULT.withWork(1_000_000 * Long.parseLong(args[3]));
        PackedResult found = PackingSolver.solve(problem, options, Progress.NONE);
        int[] now = Packing.current(problem).toArray();
        Migration way = MigrationPlanner.plan(problem, now, found.packing().toArray());
        PlacementPlan plan = PlacementPlans.of(request, found, way, options);
        Path file = Files.createTempFile("gate", ".json");
        Json.write(plan, file);
        long began = nanos();
        PlacementGate.require(request, PlacementFile.read(file));
        double gate = (nanos() - began) / 1e9;
        Files.delete(file);
        double whole = processNanos() / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%s\t%s\t%s\t%s\t%.2f s\t%.3f s\t%.2f %%%n",
                args[0],
                args[1],
                args[2],
                args[3],
                whole,
                gate,
                100 * gate / whole);
        System.exit(gate <= MOST * whole ? 0 : 1);
    }

    /** Of all threads since the process began. */
    private static long processNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
