package dev.stowage.workflow.node;

import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.SharedNeeds;
import dev.stowage.sim.node.SteadyState;
import org.apache.commons.math3.util.CombinatoricsUtils;

/** Whether all targets can be met at once, by formula and whoever divides the node. */
final class Feasibility {
    /** Divisions of the ways that the Oracle goes through at most: some ten seconds. */
    static final long MOST_DIVISIONS = 1_000_000;

    private static final int LOOKS = 1000;

    private final NodeScenario scenario;
    private final SharedNeeds needs;

    private Feasibility(NodeScenario scenario) {
        this.scenario = scenario;
        this.needs = needs(scenario);
    }

    /** What the services of a scenario need together. */
    static SharedNeeds needs(NodeScenario scenario) {
        return new SharedNeeds(
                scenario.node(),
                scenario.tenants().stream().map(NodeSpec.Tenant::service).toList(),
                scenario.approximate().size(),
                scenario.approximate().stream()
                        .mapToDouble(each -> each.job().of(BatchParameter.RESIDENT_GB))
                        .sum());
    }

    /** How often the ways can be divided among the services, each with one at least. */
    static double divisionsOfWays(NodeScenario scenario) {
        return CombinatoricsUtils.binomialCoefficientDouble(
                scenario.node().whole(NodeParameter.WAYS) - 1, scenario.tenants().size() - 1);
    }

    /** True if the Oracle can go through all divisions of the ways. */
    static boolean isSearchable(NodeScenario scenario) {
        return divisionsOfWays(scenario) <= MOST_DIVISIONS;
    }

    /** True if there is no moment of the run at which no need is short. */
    static boolean isNever(NodeScenario scenario) {
        Feasibility feasibility = new Feasibility(scenario);
        for (int look = 0; look <= LOOKS; look++) {
            if (feasibility.isPossibleAt(scenario.durationSeconds() * look / LOOKS)) {
                return false;
            }
        }
        return true;
    }

    private boolean isPossibleAt(double seconds) {
        double[] loads =
                scenario.tenants().stream().mapToDouble(each -> each.load().at(seconds)).toArray();
        return needs.areMetAlone(loads)
                && needs.shortest(loads).map(SharedNeeds.Shortage::isForDivisions).orElse(true)
                && areMetUnderPressure(loads);
    }

    private boolean areMetUnderPressure(double[] loads) {
        double all = 0;
        for (int i = 0; i < loads.length; i++) {
            all += bandwidth(i, loads[i]);
        }
        for (int i = 0; i < loads.length; i++) {
            double others = all - bandwidth(i, loads[i]);
            if (loads[i] > 0
                    && SteadyState.atRestBeside(
                                    scenario.node(), scenario.tenants().get(i).service(), others)
                            > 1) {
                return false;
            }
        }
        return true;
    }

    private double bandwidth(int service, double load) {
        return scenario.tenants().get(service).service().of(ServiceParameter.BANDWIDTH) * load;
    }
}
