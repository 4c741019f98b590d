package dev.stowage.cli;

import dev.stowage.cli.scenario.Scenario;
import dev.stowage.model.Progress;
import dev.stowage.model.ServerType;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRequest;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.ResourceVector;
import dev.stowage.plan.CapacityPlan.BusiestMoment;
import dev.stowage.plan.ServerLog;
import dev.stowage.plan.TimeSeries;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tasks of one moment of a run, packed on its servers anew.
 *
 * @param moment in figures
 * @param plan all of it
 */
record PlannedPlacement(BusiestMoment moment, PlacementPlan plan) {
    private static final double MICROS_PER_SECOND = 1e6;

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
        long at =
                choice.atSeconds().isPresent()
                        ? (long) (choice.atSeconds().getAsDouble() * MICROS_PER_SECOND)
                        : busiest(drawn.series());
        List<ServerLog.Stay> stays = new ArrayList<>();
        ServerLog log =
                stay -> {
                    boolean isTask = stay.jobId() != ServerLog.NONE;
                    boolean isThere =
                            stay.startMicros() <= at
                                    && (stay.endMicros() == ServerLog.NONE
                                            || stay.endMicros() > at);
                    if (isTask && isThere) {
                        stays.add(stay);
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

    /** The middle of the step in which the most of what is scarcer was allocated. */
    private static long busiest(TimeSeries series) {
        double[] cpu = series.columns().getOrDefault("cpuAllocated", new double[series.size()]);
        double[] memory =
                series.columns().getOrDefault("memoryAllocated", new double[series.size()]);
        int best = 0;
        for (int i = 1; i < series.size(); i++) {
            if (Math.max(cpu[i], memory[i]) > Math.max(cpu[best], memory[best])) {
                best = i;
            }
        }
        return series.size() == 0 ? 0 : series.timeMicros()[best] + series.stepMicros() / 2;
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
