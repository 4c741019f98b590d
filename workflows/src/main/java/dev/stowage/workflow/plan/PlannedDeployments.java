package dev.stowage.workflow.plan;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.model.Workload;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudy;
import dev.stowage.sim.cloud.DeploymentStudyRequest;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.sim.cloud.VmShare;
import dev.stowage.words.Figures;
import dev.stowage.workflow.cloud.PriceDoubts;
import dev.stowage.workflow.cloud.RunBill;
import dev.stowage.workload.demand.TaskDemand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The planned workload on VMs that are rented as it needs them: the requests of its tasks over time
 * as the demand of a service, held by each of the deployment policies that a scenario names. A VM
 * is at least as large as the largest task. What it costs over the workload is taken to go on for a
 * year.
 */
final class PlannedDeployments {
    private static final double HOURS_PER_YEAR = 8_760;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final VmCatalogue catalogue;
    private final Scenario.Clouds choice;
    private final List<PolicySpec> policies;
    private final List<String> notes;

    /**
     * @param choice of the scenario; {@code always-on} may be among its policies
     * @param notes takes what a reader should know
     */
    PlannedDeployments(VmCatalogue catalogue, Scenario.Clouds choice, List<String> notes) {
        this.catalogue = catalogue;
        this.choice = choice;
        this.notes = notes;
        this.policies =
                choice.policies().stream()
                        .filter(name -> !name.equals(AlwaysOn.NAME))
                        .map(name -> DeploymentPolicies.registry().parse("clouds.policies", name))
                        .toList();
    }

    /** True if a policy other than {@code always-on} is asked for. */
    boolean areAsked() {
        return !policies.isEmpty();
    }

    /** The options of each policy on each provider alone, cheapest first. */
    List<CloudOption> of(
            Workload workload, Resources largestTask, long seed, int threads, Progress progress) {
        if (policies.isEmpty() || choice.providers().isEmpty()) {
            return List.of();
        }
        DeploymentSpec spec = DeploymentSpec.PAPER.with(draft -> draft.seed = seed);
        Optional<TaskDemand.Result> demand =
                TaskDemand.of(workload, Optional.empty(), spec.decisionSeconds(), progress);
        if (demand.isEmpty()) {
            notes.add("No task takes any time, so no deployment policy has anything to hold.");
            return List.of();
        }
        try {
            return options(study(demand.get(), largestTask, spec, threads, progress));
        } catch (InputException e) {
            notes.add("The deployment policies are left out: " + e.issues().get(0).message());
            return List.of();
        }
    }

    private DeploymentStudyResult study(
            TaskDemand.Result demand,
            Resources largestTask,
            DeploymentSpec spec,
            int threads,
            Progress progress) {
        PriceDoubts doubts = PriceDoubts.of(catalogue);
        MarketFilter filter =
                MarketFilter.NONE.with(
                        draft -> {
                            draft.regions = new HashSet<>(choice.regions());
                            draft.least = Optional.of(largestTask);
                            draft.hasSharedCores = choice.hasSharedCores();
                            draft.suspects = doubts.names();
                        });
        Markets markets = Markets.of(catalogue, choice.providers(), filter, rule -> rule);
        doubts.leftOut(markets).ifPresent(notes::add);
        return DeploymentStudy.run(
                new DeploymentStudyRequest(
                        markets.markets(),
                        demand.demand(),
                        policies,
                        spec,
                        false,
                        true,
                        false,
                        Optional.empty(),
                        run -> RunBill.usd(run, spec, Optional.empty(), catalogue::billing),
                        threads,
                        progress));
    }

    private List<CloudOption> options(DeploymentStudyResult result) {
        double hours = result.endSeconds() / SECONDS_PER_HOUR;
        List<CloudOption> options = new ArrayList<>();
        for (DeploymentAlternative each : result.possible()) {
            if (!each.scope().isAny()) {
                options.add(option(each, hours));
            }
        }
        for (DeploymentAlternative each : result.alternatives()) {
            if (each.run().isEmpty() && !each.scope().isAny()) {
                var why = each.refusal().orElseThrow();
                notes.add(
                        each.name()
                                + " is not possible: "
                                + why.place()
                                + " is "
                                + why.need()
                                + ".");
            }
        }
        notes.add(
                "The deployment policies hold the requests of the running tasks over the "
                        + Figures.seconds((double) result.endSeconds())
                        + " of the workload; their cost is taken to go on like that for a year, and"
                        + " their gap is that to the cheapest that any provider asked allows.");
        return options;
    }

    private static CloudOption option(DeploymentAlternative each, double hours) {
        DeploymentRun run = each.run().orElseThrow();
        List<VmShare> shares = VmShare.of(run);
        VmShare main = shares.get(0);
        var offer = main.item().offer();
        BigDecimal hourly =
                BigDecimal.valueOf(each.usd() / hours).setScale(9, RoundingMode.HALF_UP);
        return new CloudOption(
                each.scope().name(),
                main.market().region(),
                each.policyName(),
                cents(each.usd() / hours * HOURS_PER_YEAR),
                each.gapToBound().orElse(0),
                shares.size() == 1 ? offer.type().name() : "VMs, mostly " + offer.type().name(),
                Math.toIntExact(VmShare.most(run.rentals())),
                hourly,
                cents(each.usd() / hours * PriceMonth.HOURS),
                run.assigned().stream().mapToDouble(Resources::cores).average().orElse(0),
                run.assigned().stream().mapToDouble(Resources::gib).average().orElse(0),
                offer.source(),
                offer.date().toString());
    }

    private static BigDecimal cents(double usd) {
        return BigDecimal.valueOf(usd).setScale(2, RoundingMode.HALF_UP);
    }
}
