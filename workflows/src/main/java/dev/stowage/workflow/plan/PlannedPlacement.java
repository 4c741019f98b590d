package dev.stowage.workflow.plan;

import dev.stowage.basis.Progress;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
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
import dev.stowage.workflow.pack.PackRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
        Workload workload = spec.workload();
        long[] window = window(choice, drawn.series(), workload);
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
        MomentTasks tasks = new MomentTasks(workload, near);
        List<PackServer> servers = tasks.servers(server, domains, choice.headRoom());
        long at = busiest(near, window, tasks, servers.get(0).capacity());
        List<ServerLog.Stay> stays =
                near.stream().filter(s -> s.startMicros() <= at && isOn(s, at)).toList();
        PackRequest request = request(tasks.problem(stays, servers), at);
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

    /**
     * From and to: the moment that was asked for, or the step of the highest mean; all of the run
     * where something besides CPU and memory may be what is scarce.
     */
    private static long[] window(Scenario.Packing choice, TimeSeries series, Workload workload) {
        if (choice.atSeconds().isPresent()) {
            long at = (long) (choice.atSeconds().getAsDouble() * MICROS_PER_SECOND);
            return new long[] {at, at};
        }
        if (MomentTasks.askForMore(workload)) {
            return new long[] {0, Long.MAX_VALUE - 1};
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

    /** When the most of what is scarcest is taken, the first such moment of a window. */
    private static long busiest(
            List<ServerLog.Stay> stays, long[] window, MomentTasks tasks, ResourceVector capacity) {
        TreeMap<Long, double[]> changes = new TreeMap<>();
        for (ServerLog.Stay stay : stays) {
            ResourceVector demand = tasks.demand(stay);
            change(changes, Math.max(window[0], stay.startMicros()), demand, capacity, 1);
            if (stay.endMicros() != ServerLog.NONE) {
                change(changes, stay.endMicros(), demand, capacity, -1);
            }
        }
        long best = window[0];
        double most = 0;
        double[] sums = new double[capacity.size()];
        for (Map.Entry<Long, double[]> each : changes.headMap(window[1], true).entrySet()) {
            Arrays.setAll(sums, r -> sums[r] + each.getValue()[r]);
            double largest = Arrays.stream(sums).max().orElseThrow();
            if (largest > most * (1 + ROUNDING)) {
                most = largest;
                best = each.getKey();
            }
        }
        return best;
    }

    private static void change(
            TreeMap<Long, double[]> changes,
            long at,
            ResourceVector demand,
            ResourceVector capacity,
            int sign) {
        double[] sums = changes.computeIfAbsent(at, t -> new double[capacity.size()]);
        for (int r = 0; r < sums.length; r++) {
            if (demand.get(r) > 0) {
                sums[r] += sign * (double) demand.get(r) / capacity.get(r);
            }
        }
    }

    private static PackRequest request(PackingProblem problem, long at) {
        String moment = Figures.seconds(at / MICROS_PER_SECOND);
        return new PackRequest(
                "tasks at " + moment,
                problem,
                List.of(),
                Map.of(),
                Collections.nCopies(problem.items().size(), null),
                Collections.nCopies(problem.servers().size(), PackRequest.Place.TO_BUY),
                PackRequest.SERVERS,
                0,
                Map.of("moment", moment),
                List.of());
    }
}
