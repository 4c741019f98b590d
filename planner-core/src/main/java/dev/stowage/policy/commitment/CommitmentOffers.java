package dev.stowage.policy.commitment;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What can be committed to at a place for one term or more, without types that never pay. */
public final class CommitmentOffers {
    private static final double NANO = 1e9;

    private final List<CoverItem> items;
    private final Map<CoverItem, Commitment> commitments;

    private CommitmentOffers(List<CoverItem> items, Map<CoverItem, Commitment> commitments) {
        this.items = items;
        this.commitments = commitments;
    }

    static CommitmentOffers of(Market market, int termMonths) {
        return of(market, offer -> offer.cheapestCommitment(termMonths));
    }

    /**
     * Of each type the commitment that an hour costs least of, for so many months at most.
     *
     * @param kinds that may be bought
     */
    public static CommitmentOffers upTo(Market market, int mostMonths, Set<Commitment.Kind> kinds) {
        return of(
                market,
                offer ->
                        offer.commitments().stream()
                                .filter(each -> each.termMonths() <= mostMonths)
                                .filter(each -> kinds.contains(each.kind()))
                                .min(Comparator.comparing(Commitment::effectiveUsdPerHour)));
    }

    private static CommitmentOffers of(
            Market market, Function<VmOffer, Optional<Commitment>> chosen) {
        Map<CoverItem, Commitment> commitments = new HashMap<>();
        List<CoverItem> all = new ArrayList<>();
        for (CoverItem item : market.items()) {
            chosen.apply(item.offer())
                    .ifPresent(
                            commitment -> {
                                CoverItem committed = at(item, commitment);
                                all.add(committed);
                                commitments.put(committed, commitment);
                            });
        }
        List<CoverItem> kept = all.isEmpty() ? List.of() : CoverPool.of(all).items();
        return new CommitmentOffers(kept, commitments);
    }

    /** The type at what an hour of the term costs, with what a VM needs. */
    private static CoverItem at(CoverItem item, Commitment commitment) {
        long nano = Math.round(commitment.effectiveUsdPerHour().doubleValue() * NANO);
        return item.at(Math.max(1, nano + item.extrasNanoUsdPerHour()));
    }

    /** Types at what an hour of the term costs, cheapest first. */
    public List<CoverItem> items() {
        return items;
    }

    /**
     * What a demand costs at least here, if VMs were sold by the hour at their committed prices.
     */
    double leastUsd(Market market, Map<Resources, Double> hours) {
        ExactCover committed = new ExactCover(CoverPool.of(items));
        double usd = 0;
        for (Map.Entry<Resources, Double> level : hours.entrySet()) {
            double least = Math.min(committed.bound(level.getKey()), market.bound(level.getKey()));
            usd += least * level.getValue() / NANO;
        }
        return usd;
    }

    /** Lines of a plan; {@code counts} in the order of the items. */
    public List<CommitmentPlan.Line> lines(int[] counts) {
        List<CommitmentPlan.Line> lines = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            Commitment commitment = commitments.get(items.get(i));
            if (counts[i] > 0 && commitment != null) {
                lines.add(new CommitmentPlan.Line(items.get(i), commitment, counts[i]));
            }
        }
        return lines;
    }
}
