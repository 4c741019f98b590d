package dev.stowage.workflow.plan;

import dev.stowage.basis.Progress;
import dev.stowage.model.ServerType;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.plan.CapacityPlan.BusiestMoment;
import dev.stowage.run.ServerLog;
import dev.stowage.run.TimeSeries;
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.words.Figures;
import dev.stowage.workflow.pack.FleetServers;
import dev.stowage.workflow.pack.PackRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tasks of one moment of a run, packed on its servers anew: the moment that was asked for, or
 * the busiest one in the step with the highest mean.
 *
 * @param moment in figures
 * @param plan all of it
 */
record PlannedPlacement(BusiestMoment moment, PlacementPlan plan) {
    private static final double MICROS_PER_SECOND = 1e6;

    /** Sums of shares that differ by less are the same. */
    private static final double ROUNDING = 1e-9;

    /**
     * Packs.
     *
     * @param spec the run
     * @param drawn what came of it
     * @param server the kind of its servers
     * @param domains the failure domain of each server
     */
    static PlannedPlacement of(
            Scenario.Packing choice,
            SimulationSpec spec,
            RunResult drawn,
            ServerType server,
            int[] domains,
            Progress progress) {
        long[] window = window(choice, drawn.series());
        List<ServerLog.Stay> near = new ArrayList<>();
        ServerLog log =
                stay -> {
                    boolean isTask = stay.jobId() != ServerLog.NONE;
                    boolean isThere = stay.startMicros() <= window[1] && isOn(stay, window[0]);
                    if (isTask && isThere) {
                        near.add(stay);
                    }
                };
        Simulation.run(
                spec.with(
                        draft ->
                                draft.observation =
                                        draft.observation.withServers(
                                                IntStream.range(0, domains.length)
                                                        .boxed()
                                                        .collect(Collectors.toSet()),
                                                log)));
        long at = busiest(near, window, server);
        List<ServerLog.Stay> stays =
                near.stream().filter(s -> s.startMicros() <= at && isOn(s, at)).toList();
        PackRequest request = request(choice, stays, at, server, domains);
        PlacementPlan plan = new PackRun(request, choice.options()).attempt(progress);
        PlacementPlan.Result result = plan.result();
        int before = (int) stays.stream().mapToInt(ServerLog.Stay::server).distinct().count();
        return new PlannedPlacement(
                new BusiestMoment(
                        at / MICROS_PER_SECOND,
                        stays.size(),
                        result.unplaced(),
                        before,
                        result.servers(),
                        result.bound().value(),
                        result.bound().method(),
                        result.gap()),
                plan);
    }

    /** From and to: the moment that was asked for, or the step of the highest mean. */
    private static long[] window(Scenario.Packing choice, TimeSeries series) {
        if (choice.atSeconds().isPresent()) {
            long at = (long) (choice.atSeconds().getAsDouble() * MICROS_PER_SECOND);
            return new long[] {at, at};
        }
        double[] cpu = series.column("cpuAllocatedShare");
        double[] memory = series.column("memoryAllocatedShare");
        int best = 0;
        double most = -1;
        for (int i = 0; i < series.size(); i++) {
            double share = Math.max(cpu[i], memory[i]);
            if (share > most) {
                most = share;
                best = i;
            }
        }
        if (series.size() == 0) {
            return new long[] {0, 0};
        }
        long from = series.timeMicros()[best];
        return new long[] {from, from + series.stepMicros() - 1};
    }

    private static boolean isOn(ServerLog.Stay stay, long at) {
        return stay.endMicros() == ServerLog.NONE || stay.endMicros() > at;
    }

    /** When the most of what is scarcer is taken, the first such moment of a window. */
    private static long busiest(List<ServerLog.Stay> stays, long[] window, ServerType server) {
        TreeMap<Long, double[]> changes = new TreeMap<>();
        for (ServerLog.Stay stay : stays) {
            double cpu = stay.cpuMicroCores() / (double) server.capacity().cpuMicroCores();
            double memory = stay.memoryBytes() / (double) server.capacity().memoryBytes();
            change(changes, Math.max(window[0], stay.startMicros()), cpu, memory);
            if (stay.endMicros() != ServerLog.NONE) {
                change(changes, stay.endMicros(), -cpu, -memory);
            }
        }
        long best = window[0];
        double most = 0;
        double cpu = 0;
        double memory = 0;
        for (Map.Entry<Long, double[]> each : changes.headMap(window[1], true).entrySet()) {
            cpu += each.getValue()[0];
            memory += each.getValue()[1];
            if (Math.max(cpu, memory) > most * (1 + ROUNDING)) {
                most = Math.max(cpu, memory);
                best = each.getKey();
            }
        }
        return best;
    }

    private static void change(
            TreeMap<Long, double[]> changes, long at, double cpu, double memory) {
        double[] sums = changes.computeIfAbsent(at, t -> new double[2]);
        sums[0] += cpu;
        sums[1] += memory;
    }

    private static PackRequest request(
            Scenario.Packing choice,
            List<ServerLog.Stay> stays,
            long at,
            ServerType server,
            int[] domains) {
        List<PackingResource> resources = List.of(PackingResource.CPU, PackingResource.MEMORY);
        FleetServers fleet = new FleetServers(resources, List.of(), choice.headRoom());
        List<PackServer> servers =
                IntStream.range(0, domains.length)
                        .mapToObj(i -> fleet.server(server, i + 1, domains[i]))
                        .toList();
        List<PackItem> items = new ArrayList<>();
        for (ServerLog.Stay stay : stays) {
            items.add(
                    new PackItem(
                            "job-" + stay.jobId() + "/" + stay.taskIndex(),
                            ResourceVector.of(stay.cpuMicroCores(), stay.memoryBytes()),
                            OptionalInt.empty(),
                            false,
                            stay.memoryBytes(),
                            List.of()));
        }
        String moment = Figures.seconds(at / MICROS_PER_SECOND);
        return new PackRequest(
                "tasks at " + moment,
                new PackingProblem(resources, servers, unique(items), List.of()),
                List.of(),
                Map.of(),
                Collections.nCopies(items.size(), null),
                Collections.nCopies(servers.size(), PackRequest.Place.TO_BUY),
                PackRequest.SERVERS,
                0,
                Map.of("moment", moment),
                List.of("CPU and memory of tasks are packed, not their constraints."));
    }

    /** Names that come twice get a number. */
    private static List<PackItem> unique(List<PackItem> items) {
        Map<String, Long> seen =
                items.stream()
                        .collect(Collectors.groupingBy(PackItem::name, Collectors.counting()));
        if (seen.size() == items.size()) {
            return items;
        }
        return IntStream.range(0, items.size())
                .mapToObj(
                        i -> {
                            PackItem item = items.get(i);
                            return new PackItem(
                                    item.name() + "#" + i,
                                    item.demand(),
                                    item.current(),
                                    item.isPinned(),
                                    item.moveBytes(),
                                    item.predicates());
                        })
                .toList();
    }
}
