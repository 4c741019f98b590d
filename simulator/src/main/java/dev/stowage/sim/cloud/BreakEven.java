package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.SustainedUse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many VMs of a run are in use for so much of the time that a commitment costs less: the
 * classic break-even, VM by VM. The k-th VM of a type is in use while at least k are, and on demand
 * it costs what is left after sustained use if that share of a month repeats.
 *
 * @param item type and place
 * @param commitment the cheapest of the term
 * @param breakEven share of the time from which the commitment costs less; above 1 if it never does
 * @param count VMs whose use reaches it
 * @param savedUsd over the time of the run, at least 0
 */
public record BreakEven(
        CoverItem item, Commitment commitment, double breakEven, int count, double savedUsd) {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final int HALVINGS = 50;

    /** One for each type of a run that is sold for the term, in the order of first rental. */
    public static List<BreakEven> of(DeploymentRun run, int termMonths) {
        Map<CoverItem, List<Rental>> byItem = new LinkedHashMap<>();
        for (Rental rental : run.rentals()) {
            byItem.computeIfAbsent(rental.item(), item -> new ArrayList<>()).add(rental);
        }
        List<BreakEven> all = new ArrayList<>();
        byItem.forEach(
                (item, rentals) ->
                        item.offer()
                                .cheapestCommitment(termMonths)
                                .map(c -> of(item, c, rentals, run.endSeconds()))
                                .ifPresent(all::add));
        return all;
    }

    private static BreakEven of(
            CoverItem item, Commitment commitment, List<Rental> rentals, long endSeconds) {
        double onDemand = item.usdPerHour().doubleValue();
        double committed = commitment.effectiveUsdPerHour().doubleValue();
        Optional<SustainedUse> sustained = sustainedUse(item, rentals.get(0));
        double breakEven = breakEven(committed / onDemand, sustained);
        int count = 0;
        double saved = 0;
        for (long used : secondsInUse(rentals, endSeconds)) {
            double share = Math.min(1, (double) used / endSeconds);
            double saves = charged(share, sustained) * onDemand - committed;
            if (share >= breakEven && saves >= 0 && breakEven < 1) {
                count++;
                saved += saves * endSeconds / SECONDS_PER_HOUR;
            }
        }
        return new BreakEven(item, commitment, breakEven, count, saved);
    }

    private static Optional<SustainedUse> sustainedUse(CoverItem item, Rental rental) {
        return item.pricing() == Pricing.SPOT
                ? Optional.empty()
                : rental.market().billing().sustainedUse(item.offer().type().family());
    }

    /** Share of a month's price that a share of the month costs. */
    private static double charged(double share, Optional<SustainedUse> sustained) {
        return sustained
                .map(
                        rule ->
                                rule.chargedHours(
                                                        BigDecimal.valueOf(share * PriceMonth.HOURS)
                                                                .min(PriceMonth.EXACT_HOURS),
                                                        PriceMonth.EXACT_HOURS)
                                                .doubleValue()
                                        / PriceMonth.HOURS)
                .orElse(share);
    }

    /** The share of the time that costs so much of the price; {@code ratio} or more. */
    private static double breakEven(double ratio, Optional<SustainedUse> sustained) {
        if (ratio >= charged(1, sustained)) {
            return Math.max(ratio, charged(1, sustained) < 1 ? 1 : ratio);
        }
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (charged(middle, sustained) < ratio) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return sustained.isEmpty() ? ratio : high;
    }

    /** For how long at least one, two, three, … VMs are charged within the time of the run. */
    private static List<Long> secondsInUse(List<Rental> rentals, long endSeconds) {
        TreeMap<Long, Integer> changes = new TreeMap<>();
        for (Rental rental : rentals) {
            changes.merge(rental.startSeconds(), rental.count(), Integer::sum);
            changes.merge(Math.min(endSeconds, rental.endSeconds()), -rental.count(), Integer::sum);
        }
        List<Long> inUse = new ArrayList<>();
        int running = 0;
        long since = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            for (int k = 0; k < running; k++) {
                inUse.set(k, inUse.get(k) + change.getKey() - since);
            }
            running += change.getValue();
            while (inUse.size() < running) {
                inUse.add(0L);
            }
            since = change.getKey();
        }
        return inUse;
    }
}
