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
 * What the gate costs: the placement that was written is read back and checked, for the first time
 * in this process as in a command. Prints the processor seconds of that, and writes the instance
 * for {@code stowage pack}.
 *
 * <p>Arguments: KIND ITEMS SERVERS WORK FILE.yaml, the kind {@code loose} or {@code mixed}, the
 * work in millions of looks.
 */
public final class GateRun {
    /** A million units of an instance are 64 GiB. */
    private static final double MEMORY_PER_GIB = 15625;

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
        System.out.printf(Locale.ROOT, "%.3f%n", (nanos() - began) / 1e9);
        Files.delete(file);
        Files.writeString(Path.of(args[4]), yaml(problem));
    }

    private static String yaml(PackingProblem problem) {
        StringBuilder text = new StringBuilder("servers:\n");
        for (int i = 0; i < problem.servers().size(); i++) {
            PackServer server = problem.servers().get(i);
            text.append("  - {name: s").append(i).append(", count: 1, ");
            text.append(size(server.capacity())).append(", monthlyUsd: ");
            text.append(server.cost()).append("}\n");
        }
        text.append("services:\n");
        for (int i = 0; i < problem.items().size(); i++) {
            text.append("  - {name: i").append(i).append(", ");
            text.append(size(problem.items().get(i).demand())).append("}\n");
        }
        return text.toString();
    }

    private static String size(ResourceVector amounts) {
        return "cpu: " + amounts.get(0) / 1e6 + ", memoryGiB: " + amounts.get(1) / MEMORY_PER_GIB;
    }

    private static long nanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
