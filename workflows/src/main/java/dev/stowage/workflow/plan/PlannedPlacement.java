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
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.words.Figures;
import dev.stowage.workflow.pack.PackRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tasks of one moment of a run, packed on its servers anew: the moment that was asked for, or
 * the first at which the most of what is scarcest is taken.
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
     * @param server the kind of its servers
     * @param domains the failure domain of each server
     */
    static PlannedPlacement of(
            Scenario.Packing choice,
            SimulationSpec spec,
            ServerType server,
            int[] domains,
            Progress progress) {
        Workload workload = spec.workload();
        long[] window = window(choice);
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
        MomentTasks tasks = new MomentTasks(workload, near, server);
        List<PackServer> servers = tasks.servers(server, domains, choice.headRoom());
        long at =
                choice.atSeconds().isPresent()
                        ? window[0]
                        : busiest(near, tasks, servers.get(0).capacity());
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

    /** From and to: the moment that was asked for, or all of the run. */
    private static long[] window(Scenario.Packing choice) {
        if (choice.atSeconds().isPresent()) {
            long at = (long) (choice.atSeconds().getAsDouble() * MICROS_PER_SECOND);
            return new long[] {at, at};
        }
        return new long[] {0, Long.MAX_VALUE - 1};
    }

    private static boolean isOn(ServerLog.Stay stay, long at) {
        return stay.endMicros() == ServerLog.NONE || stay.endMicros() > at;
    }

    /** When the most of what is scarcest is taken, the first such moment of a run. */
    private static long busiest(
            List<ServerLog.Stay> stays, MomentTasks tasks, ResourceVector capacity) {
        List<ServerLog.Stay> byStart = new ArrayList<>(stays);
        byStart.sort(Comparator.comparingLong(ServerLog.Stay::startMicros));
        List<ServerLog.Stay> byEnd = new ArrayList<>(stays);
        byEnd.removeIf(stay -> stay.endMicros() == ServerLog.NONE);
        byEnd.sort(Comparator.comparingLong(ServerLog.Stay::endMicros));
        long best = 0;
        double most = 0;
        long[] taken = new long[capacity.size()];
        int ended = 0;
        for (int i = 0; i < byStart.size(); i++) {
            long now = byStart.get(i).startMicros();
            while (ended < byEnd.size() && byEnd.get(ended).endMicros() <= now) {
                change(taken, tasks.demand(byEnd.get(ended++)), -1);
            }
            change(taken, tasks.demand(byStart.get(i)), 1);
            boolean isLast = i + 1 == byStart.size() || byStart.get(i + 1).startMicros() > now;
            double share = isLast ? largestShare(taken, capacity) : 0;
            if (share > most) {
                most = share;
                best = now;
            }
        }
        return best;
    }

    private static void change(long[] taken, ResourceVector demand, int sign) {
        for (int r = 0; r < taken.length; r++) {
            taken[r] += sign * demand.get(r);
        }
    }

    private static double largestShare(long[] taken, ResourceVector capacity) {
        double largest = 0;
        for (int r = 0; r < taken.length; r++) {
            if (taken[r] > 0) {
                largest = Math.max(largest, (double) taken[r] / capacity.get(r));
            }
        }
        return largest;
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
