package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.CloudResult.Commitments;
import dev.stowage.report.cloud.CommitmentStudy;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentRun;
import java.time.LocalDate;
import java.util.Optional;

/**
 * How many VMs to commit to, if the demand repeats through the term: the break-even of the cheapest
 * alternative, VM by VM, and the best for the demand with its bound.
 */
public final class CloudCommitments {
    private CloudCommitments() {}

    /**
     * For a comparison.
     *
     * @param start first day of the demand; empty if it has none
     * @throws InputException if nothing that may be rented is sold for the term
     */
    public static CommitmentStudy of(CloudStudy study, int termMonths, Optional<LocalDate> start) {
        BilledCommitments commitments = new BilledCommitments(study, start);
        CommitmentPlan plan =
                commitments.cheapest(termMonths).orElseThrow(() -> nothingSold(termMonths));
        DeploymentRun run = study.result().winner().run().orElseThrow();
        return new CommitmentStudy(
                termMonths,
                plan,
                BreakEven.of(run, termMonths),
                commitments.bill(plan),
                CloudCaveats.ofCommitments(study, termMonths, plan));
    }

    /** As {@code cloud.json} and the terminal have it. */
    public static Commitments answer(CommitmentStudy study) {
        CommitmentPlan plan = study.best();
        return new Commitments(
                study.termMonths(),
                new CloudResult.Best(
                        study.bill().total(),
                        plan.market().provider(),
                        plan.market().region(),
                        plan.usd(),
                        plan.onDemandUsd(),
                        plan.boundUsd(),
                        plan.gapToBound(),
                        plan.isSearchCut(),
                        plan.lines().stream().map(CloudCommitments::line).toList()),
                study.breakEven().stream().map(CloudCommitments::breakEven).toList(),
                study.caveats());
    }

    private static CloudResult.Line line(CommitmentPlan.Line line) {
        VmOffer offer = line.item().offer();
        return new CloudResult.Line(
                offer.type().provider(),
                offer.region(),
                offer.type().name(),
                line.commitment().name(),
                line.count(),
                line.commitment().effectiveUsdPerHour());
    }

    private static CloudResult.BreakEvenOf breakEven(BreakEven each) {
        VmOffer offer = each.item().offer();
        return new CloudResult.BreakEvenOf(
                offer.type().provider(),
                offer.region(),
                offer.type().name(),
                each.commitment().name(),
                each.breakEven(),
                each.count(),
                each.savedUsd());
    }

    private static InputException nothingSold(int termMonths) {
        return InputException.at(
                "--commitment",
                "no type that is sold for " + CommitmentStudy.term(termMonths),
                "a catalogue with commitments of that term",
                "Import them with `stowage catalog import`, or ask for another term.");
    }
}
