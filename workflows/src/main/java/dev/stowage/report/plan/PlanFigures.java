package dev.stowage.report.plan;

import dev.stowage.model.ServerType;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.metrics.PendingBucket;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a plan's report shows.
 *
 * @param plan the answer
 * @param planJson text of {@code plan.json}
 * @param server the planned kind of server
 * @param maxServers largest number of servers that the search was allowed to try
 * @param simulatedServers number of servers of the run below
 * @param summary the run of replication 0 on them
 * @param series its levels over time
 * @param pendingTimes its waiting times
 * @param question the scenario in words: what was asked, in order
 * @param placement where the tasks of one moment go, if somebody asked
 */
public record PlanFigures(
        CapacityPlan plan,
        String planJson,
        ServerType server,
        int maxServers,
        int simulatedServers,
        RunSummary summary,
        TimeSeries series,
        List<PendingBucket> pendingTimes,
        Map<String, String> question,
        Optional<PlacementPlan> placement) {
    public PlanFigures {
        pendingTimes = List.copyOf(pendingTimes);
    }

    /** Cores of all servers of the run. */
    double cores() {
        return plan.mix() == null
                ? server.capacity().cores() * simulatedServers
                : plan.servers().stream().mapToDouble(each -> each.cores() * each.count()).sum();
    }

    /** Memory of all servers of the run, GiB. */
    double gib() {
        return plan.mix() == null
                ? server.capacity().gib() * simulatedServers
                : plan.servers().stream()
                        .mapToDouble(each -> each.memoryGiB() * each.count())
                        .sum();
    }
}
