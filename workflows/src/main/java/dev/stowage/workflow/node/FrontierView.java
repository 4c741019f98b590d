package dev.stowage.workflow.node;

import dev.stowage.basis.InputException;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.study.LoadFrontier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The largest load of a service with which all targets are met, by the loads of one or two others;
 * further services have the load with which the scenario begins.
 *
 * @param loads of the services on the axes, shares
 * @param rows service of the rows; the same as {@code columns} if there is one row
 * @param columns service of the columns
 * @param largestOf service whose largest load it is
 * @param largest by row and column, shares; 0 for none
 */
public record FrontierView(
        List<Double> loads,
        String rows,
        String columns,
        String largestOf,
        List<List<Double>> largest) {
    private static final int STEPS = 10;

    static FrontierView of(NodeScenario scenario, NodeChoice choice, PolicySpec manager) {
        List<NodeSpec.Tenant> tenants = scenario.tenants();
        if (tenants.size() < 2) {
            throw InputException.at(
                    "--frontier",
                    "one service",
                    "at least two: the load of one by the loads of the others",
                    "Name more services in the scenario.");
        }
        double[] fixed = tenants.stream().mapToDouble(each -> each.load().at(0)).toArray();
        boolean isPair = tenants.size() == 2;
        int[] axes = isPair ? new int[] {0} : new int[] {0, 1};
        int free = isPair ? 1 : 2;
        int[][] found =
                new LoadFrontier(scenario.spec(choice.fidelity()), manager, choice.seed(), STEPS)
                        .largest(fixed, axes, free);
        List<Double> loads = new ArrayList<>();
        for (int step = 1; step <= STEPS; step++) {
            loads.add((double) step / STEPS);
        }
        return new FrontierView(
                loads,
                tenants.get(axes[0]).service().name(),
                tenants.get(axes[axes.length - 1]).service().name(),
                tenants.get(free).service().name(),
                Arrays.stream(found)
                        .map(
                                row ->
                                        Arrays.stream(row)
                                                .mapToObj(step -> (double) step / STEPS)
                                                .toList())
                        .toList());
    }
}
