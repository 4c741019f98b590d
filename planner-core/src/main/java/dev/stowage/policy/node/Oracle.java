package dev.stowage.policy.node;

import dev.stowage.model.node.NodeParameter;

/**
 * The model's optimum for the loads of the coming interval, which it is told. Of all divisions the
 * one whose worst latency over target is least; where that is too near a target, of all services in
 * one pool, or all but one, too. Beside best-effort jobs, the division that meets every target
 * whatever the noise of readings and leaves them the most cores. Looks again whenever a load
 * changes.
 *
 * <p>It knows of no backlog: where nothing meets all targets for a while, another manager may be
 * rid of what has piled up before it. It is the optimum of the model, not of a machine.
 */
final class Oracle implements NodeManager {
    /** Deviations of the noise of readings that it leaves below a target; ours. */
    private static final double DEVIATIONS = 3;

    private ComingInterval coming;
    private DivisionSearch divisions;
    private PoolSearch pools;
    private double mostLatency;

    @SuppressWarnings("NullAway.Init") // given by start
    Oracle() {}

    @Override
    public void start(NodeSetup setup, Allocation allocation) {
        mostLatency = 1 - DEVIATIONS * setup.node().of(NodeParameter.NOISE);
        coming = new ComingInterval(setup);
        divisions = new DivisionSearch(coming, mostLatency);
        pools = new PoolSearch(coming);
        decide(allocation);
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        if (coming.hasNewLoads()) {
            decide(allocation);
        }
    }

    private void decide(Allocation allocation) {
        allocation.clear();
        DivisionSearch.Found found = divisions.best(allocation);
        if (found.worst() > mostLatency) {
            found = pools.best(allocation, found);
        }
        allocation.takeOver(found.allocation());
    }
}
