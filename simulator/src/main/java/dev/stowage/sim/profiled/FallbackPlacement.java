package dev.stowage.sim.profiled;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.Slice;
import dev.stowage.profile.workload.SlicedWorkload;

/**
 * The server that another policy chooses; where the least slice of a task is free nowhere, that
 * with the least slice which is free and meets the target (ours), ties to the lowest number.
 * O(servers) for a task without room.
 */
public final class FallbackPlacement implements PlacementPolicy {
    private static final double SAME = 1e-9;

    private final PlacementPolicy first;
    private final SlicedWorkload workload;
    private final ProfiledExecution execution;
    private final int servers;

    public FallbackPlacement(
            PlacementPolicy first,
            SlicedWorkload workload,
            ProfiledExecution execution,
            int servers) {
        this.first = first;
        this.workload = workload;
        this.execution = execution;
        this.servers = servers;
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        int server = first.place(task, cluster);
        ApplicationProfile profile = workload.profileOf(task.jobId());
        if (server != ClusterView.NONE || profile == null || !task.isPlain()) {
            return server;
        }
        double least = Double.POSITIVE_INFINITY;
        for (int each = 0; each < servers; each++) {
            Slice slice = execution.least(profile, each);
            if (slice != null && slice.sum() < least - SAME) {
                server = each;
                least = slice.sum();
            }
        }
        return server;
    }
}
