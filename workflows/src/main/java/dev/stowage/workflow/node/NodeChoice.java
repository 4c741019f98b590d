package dev.stowage.workflow.node;

import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.node.NodeSpec;
import java.util.List;

/**
 * What is asked of a node beside its scenario.
 *
 * @param managers at least one
 * @param replications of each
 * @param seed of all random numbers
 * @param fidelity how latencies come about
 * @param hasFrontier true if the largest loads are wanted
 */
public record NodeChoice(
        List<PolicySpec> managers,
        int replications,
        long seed,
        NodeSpec.Fidelity fidelity,
        boolean hasFrontier) {
    public NodeChoice {
        managers = List.copyOf(managers);
    }
}
