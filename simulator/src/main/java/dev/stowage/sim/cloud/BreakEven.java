package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Commitment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many VMs of a run are in use for so much of the time that a commitment costs less: the
 * classic break-even, VM by VM. The k-th VM of a type is in use while at least k are.
 *
 * @param item type and place
 * @param commitment the cheapest of the term
 * @param breakEven share of the time from which the commitment costs less
 * @param count VMs whose use reaches it
 * @param savedUsd over the time of the run, at least 0
 */
public record BreakEven(
        CoverItem item, Commitment commitment, double breakEven, int count, double savedUsd) {
    private static final double SECONDS_PER_HOUR = 3_600;

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
        double breakEven = committed / onDemand;
        int count = 0;
        double saved = 0;
        for (long used : secondsInUse(rentals, endSeconds)) {
            if (used >= breakEven * endSeconds && breakEven < 1) {
                count++;
                saved += (used * onDemand - endSeconds * committed) / SECONDS_PER_HOUR;
            }
        }
        return new BreakEven(item, commitment, breakEven, count, saved);
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
