package dev.stowage.workflow.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.workload.demand.ServiceDemand;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A portfolio with its bill.
 *
 * @param beside what is rented beside the commitments, over time
 * @param bill of the commitments and of what is rented, as if no spot VM were taken back
 * @param interruptionsUsd what interruptions of spot VMs cost in expectation beside the bill
 */
record BilledPortfolio(
        Portfolio portfolio,
        List<CommitmentPlan.Beside> beside,
        Bill bill,
        double interruptionsUsd) {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;

    static BilledPortfolio of(
            Portfolio portfolio,
            ServiceDemand demand,
            Optional<LocalDate> start,
            Function<String, BillingRule> rules) {
        List<CommitmentPlan.Beside> beside = portfolio.beside(demand);
        return new BilledPortfolio(
                portfolio,
                beside,
                CommitmentBill.of(portfolio, beside, start, rules),
                interruptionsUsd(beside));
    }

    private static double interruptionsUsd(List<CommitmentPlan.Beside> levels) {
        double usd = 0;
        for (CommitmentPlan.Beside level : levels) {
            for (Cover.Line line : level.vms().lines()) {
                if (line.item().pricing() == Pricing.SPOT) {
                    CoverItem item = line.item();
                    long listed = item.atList().nanoUsdPerHour();
                    double seconds = level.toSeconds() - level.fromSeconds();
                    usd += line.count() * seconds * (item.nanoUsdPerHour() - listed);
                }
            }
        }
        return usd / NANO_USD_SECONDS;
    }

    /** What it costs over the demand, USD. */
    double usd() {
        return bill.exactTotal().doubleValue() + interruptionsUsd;
    }

    /** By how much its bill differs from time charged as it passes: 1 if by nothing. */
    double billFactor() {
        double passed = portfolio.proof().usd();
        return passed > 0 ? usd() / passed : 1;
    }
}
