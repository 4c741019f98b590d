package dev.stowage.report.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.sim.cloud.BreakEven;
import java.util.List;

/**
 * How many VMs to commit to, if a demand repeats through the term.
 *
 * @param termMonths length of the term
 * @param best for the demand
 * @param breakEven of each type of the cheapest alternative that is sold for the term
 * @param bill of the best: its commitments, and what is rented beside them
 * @param caveats what the answer leaves out of account, in sentences
 */
public record CommitmentStudy(
        int termMonths,
        CommitmentPlan best,
        List<BreakEven> breakEven,
        Bill bill,
        List<String> caveats) {
    private static final int MONTHS_PER_YEAR = 12;

    public CommitmentStudy {
        breakEven = List.copyOf(breakEven);
        caveats = List.copyOf(caveats);
    }

    /** {@code a year}, {@code 3 years}. */
    public static String term(int months) {
        int years = months / MONTHS_PER_YEAR;
        return years == 1 ? "a year" : years + " years";
    }
}
