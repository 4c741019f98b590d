package dev.stowage.sim.node.study;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import java.util.List;

/**
 * Reductions that PARTIES undoes while one service runs alone, so that nobody else takes from it.
 *
 * @param count how many
 * @param followedTooSoon reductions within 30 s of one that was undone
 */
record UndoneReductions(int count, int followedTooSoon) {
    private static final double BAN_SECONDS = 30;

    static UndoneReductions of(NodeLibrary library, long seed) {
        NodeSpec spec =
                new NodeSpec(
                        library.node("reproduce", "parties"),
                        List.of(
                                new NodeSpec.Tenant(
                                        library.service("reproduce", "memcached"),
                                        new LoadCurve.Constant(0.4))),
                        List.of(),
                        600,
                        NodeSpec.Fidelity.ANALYTIC);
        NodeRun run =
                new NodeSimulation(spec)
                        .run(NodeManagers.registry().parse("reproduce", "parties"), seed, 0);
        int undone = 0;
        int tooSoon = 0;
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 2; i < run.intervals().size(); i++) {
            int before = units(run, i - 2);
            int between = units(run, i - 1);
            int now = units(run, i);
            double time = run.intervals().get(i).endSeconds() - NodeManager.INTERVAL_SECONDS;
            if (now < between && time - last < BAN_SECONDS) {
                tooSoon++;
            }
            double slack = 1 - run.intervals().get(i - 1).latencyOverTarget()[0];
            if (between == before - 1 && now == before && slack < 0.05) {
                undone++;
                last = time;
            }
        }
        return new UndoneReductions(undone, tooSoon);
    }

    private static int units(NodeRun run, int interval) {
        Allocation allocation = run.intervals().get(interval).allocation();
        int sum = allocation.level(0);
        for (NodeResource resource : NodeResource.values()) {
            sum += resource == NodeResource.NETWORK ? 0 : allocation.units(resource, 0);
        }
        return sum;
    }
}
