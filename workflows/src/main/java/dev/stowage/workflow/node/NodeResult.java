package dev.stowage.workflow.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.stowage.basis.InputException;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.study.NodeStudy;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code node.json} says.
 *
 * @param formatVersion of the file
 * @param name of the scenario
 * @param node name of the server
 * @param fidelity {@code analytic} or {@code requests}
 * @param seed of all random numbers
 * @param replications of each manager
 * @param durationSeconds of a run
 * @param level confidence level of each interval by itself, and of all verdicts on differences from
 *     the best together
 * @param best manager with the largest mean effective utilisation
 * @param managers one by one
 * @param isInfeasible true if at no moment of the run all targets can be met, by formula: readings
 *     within them are noise; false for {@code requests}
 * @param warnings what the reader has to know
 * @param scenario where it comes from
 */
@JsonPropertyOrder({"formatVersion", "name"})
public record NodeResult(
        int formatVersion,
        String name,
        String node,
        String fidelity,
        long seed,
        int replications,
        double durationSeconds,
        double level,
        String best,
        List<ManagerView> managers,
        boolean isInfeasible,
        List<String> warnings,
        @JsonIgnore NodeScenario scenario) {
    /** Name of the file. */
    public static final String FILE = "node.json";

    private static final int FORMAT_VERSION = 1;
    private static final double LEVEL = 0.95;

    public NodeResult {
        managers = List.copyOf(managers);
        warnings = List.copyOf(warnings);
    }

    /** Runs all managers of {@code choice}. */
    public static NodeResult of(NodeScenario scenario, NodeChoice choice) {
        check(scenario, choice.managers());
        checkDivisions(scenario, choice.managers());
        NodeStudy study =
                NodeStudy.of(
                        scenario.spec(choice.fidelity()),
                        choice.managers(),
                        choice.replications(),
                        choice.seed(),
                        LEVEL);
        List<ManagerView> views =
                study.results().stream()
                        .map(
                                each ->
                                        ManagerView.of(
                                                scenario,
                                                each,
                                                choice.hasFrontier()
                                                        ? FrontierView.of(
                                                                scenario, choice, each.manager())
                                                        : null))
                        .toList();
        boolean isInfeasible =
                choice.fidelity() == NodeSpec.Fidelity.ANALYTIC && Feasibility.isNever(scenario);
        PolicySpec best = study.results().get(study.best()).manager();
        return new NodeResult(
                FORMAT_VERSION,
                scenario.name(),
                scenario.node().name(),
                choice.fidelity().name().toLowerCase(Locale.ROOT),
                choice.seed(),
                choice.replications(),
                scenario.durationSeconds(),
                LEVEL,
                best.toString(),
                views,
                isInfeasible,
                NodeWarnings.of(scenario, study, isInfeasible),
                scenario);
    }

    /** Managers know either best-effort or approximate jobs. */
    private static void check(NodeScenario scenario, List<PolicySpec> managers) {
        boolean hasApproximate = !scenario.approximate().isEmpty();
        List<String> known = managersFor(scenario);
        for (PolicySpec manager : managers) {
            if (!known.contains(manager.name())) {
                throw InputException.at(
                        "--manager",
                        manager.name()
                                + (hasApproximate
                                        ? " with approximate jobs"
                                        : " without approximate jobs"),
                        "one of " + String.join(", ", known),
                        null);
            }
        }
        if (hasApproximate && (scenario.tenants().size() != 1 || !scenario.batch().isEmpty())) {
            throw InputException.at(
                    scenario.name(),
                    "approximate jobs beside "
                            + scenario.tenants().size()
                            + " services and "
                            + scenario.batch().size()
                            + " best-effort jobs",
                    "approximate jobs beside one service",
                    null);
        }
    }

    /** The Oracle goes through all divisions of the ways, whenever a load changes. */
    private static void checkDivisions(NodeScenario scenario, List<PolicySpec> managers) {
        boolean hasOracle = managers.stream().anyMatch(each -> each.name().equals("oracle"));
        if (hasOracle && !Feasibility.isSearchable(scenario)) {
            throw InputException.at(
                    "--manager",
                    "oracle, with "
                            + scenario.tenants().size()
                            + " services on "
                            + scenario.node().whole(NodeParameter.WAYS)
                            + " ways: "
                            + Figures.number(Feasibility.divisionsOfWays(scenario))
                            + " divisions of them",
                    "at most " + Figures.count(Feasibility.MOST_DIVISIONS),
                    "Leave it out: --manager unmanaged,heracles,parties.");
        }
    }

    /** Managers that can run a scenario. */
    public static List<String> managersFor(NodeScenario scenario) {
        return scenario.approximate().isEmpty()
                ? NodeManagers.ofBestEffortJobs()
                : NodeManagers.ofApproximateJobs();
    }

    /**
     * True if some manager met all targets for two seconds in every replication, where that is
     * possible.
     */
    public @JsonIgnore boolean isMet() {
        return !isInfeasible
                && managers.stream().anyMatch(each -> each.converged() == replications);
    }

    /** The view of the best manager. */
    public @JsonIgnore ManagerView bestView() {
        return managers.stream()
                .filter(each -> each.manager().equals(best))
                .findFirst()
                .orElseThrow();
    }

    /** The name of a manager, with its parameters only if another one has the same name. */
    public String label(ManagerView manager) {
        String name = manager.name();
        return managers.stream().filter(each -> each.name().equals(name)).count() == 1
                ? name
                : manager.manager();
    }

    /** A mean, with the interval of the median; null where replications are too few for one. */
    public record Mean(double mean, @Nullable Double medianLower, @Nullable Double medianUpper) {}

    /**
     * A difference from the best, paired by replication.
     *
     * @param more replications in which it has more than the best
     * @param less replications in which it has less
     * @param isSignificant true if that is none by chance alone at the level (sign test)
     */
    public record FromBest(double mean, int more, int less, boolean isSignificant) {}
}
