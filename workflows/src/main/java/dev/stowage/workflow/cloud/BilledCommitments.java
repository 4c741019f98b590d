package dev.stowage.workflow.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import dev.stowage.sim.cloud.SustainedPrices;
import dev.stowage.workload.demand.ServiceDemand;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commitments with the lowest bill: those that a search finds at list prices and at prices
 * after sustained use, each changed as long as its bill becomes smaller.
 */
final class BilledCommitments {
    /** Levels that bills of the search may hold in all. */
    private static final long MOST_LEVELS = 400_000;

    private final CloudStudy study;
    private final ServiceDemand demand;
    private final Optional<LocalDate> start;
    private long levelsLeft = MOST_LEVELS;
    private boolean isCut;

    /**
     * @param start first day of the demand; empty if it has none
     */
    BilledCommitments(CloudStudy study, Optional<LocalDate> start) {
        this.study = study;
        this.demand = study.demand().demand();
        this.start = start;
    }

    /** The cheapest; empty if nothing is sold for the term. */
    Optional<CommitmentPlan> cheapest(int termMonths) {
        List<Market> listed = study.markets().markets();
        List<Market> sustained =
                listed.stream().map(m -> SustainedPrices.of(m, demand.endMicros())).toList();
        List<CommitmentPlan> found = new ArrayList<>();
        CommitmentPlan.cheapest(listed, demand, termMonths).ifPresent(found::add);
        if (!sustained.equals(listed)) {
            CommitmentPlan.cheapest(sustained, demand, termMonths).ifPresent(found::add);
        }
        CommitmentPlan best = null;
        double bestUsd = Double.POSITIVE_INFINITY;
        for (CommitmentPlan plan : found) {
            CommitmentPlan improved = improved(plan);
            double usd = usd(improved);
            if (usd < bestUsd) {
                bestUsd = usd;
                best = improved;
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        double least =
                CommitmentPlan.boundUsd(
                        SustainedPrices.of(best.market(), demand.endMicros()), demand, termMonths);
        double without = usd(best.withoutLines());
        return Optional.of(
                without <= bestUsd
                        ? best.withoutLines().billed(without, without, least, isCut)
                        : best.billed(bestUsd, without, least, isCut));
    }

    private CommitmentPlan improved(CommitmentPlan plan) {
        CommitmentPlan best = plan;
        double bestUsd = usd(plan);
        for (int line = 0; line < best.lines().size(); line++) {
            for (int stride = largest(best.lines().get(line).count()); stride != 0; ) {
                int count = best.lines().get(line).count() + stride;
                CommitmentPlan changed = count >= 1 ? best.with(line, count) : best;
                isCut |= count >= 1 && levelsLeft <= 0;
                double usd = count >= 1 && levelsLeft > 0 ? usd(changed) : bestUsd;
                if (usd < bestUsd) {
                    best = changed;
                    bestUsd = usd;
                } else {
                    stride = stride < 0 ? -stride : -stride / 2;
                }
            }
        }
        return best;
    }

    /** A step down first: list prices commit to too many. */
    private static int largest(int count) {
        return -Integer.highestOneBit(Math.max(1, count / 2));
    }

    private double usd(CommitmentPlan plan) {
        levelsLeft -= demand.levels();
        return bill(plan).exactTotal().doubleValue();
    }

    /** The bill of a plan: its commitments, and what is rented beside them. */
    Bill bill(CommitmentPlan plan) {
        return CommitmentBill.of(plan, demand, start, study.billing());
    }
}
