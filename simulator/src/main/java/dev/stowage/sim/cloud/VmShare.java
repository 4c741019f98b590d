package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a deployment rented of one type at one place.
 *
 * @param market where
 * @param item type and price
 * @param count VMs started
 * @param most VMs at the same time
 * @param vmHours charged
 * @param usd what they cost
 */
public record VmShare(
        Market market, CoverItem item, long count, long most, double vmHours, double usd) {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double NANO_USD_SECONDS = 1e9 * SECONDS_PER_HOUR;

    private record Kind(Market market, CoverItem item) {}

    /** Of each type at each place, the dearest total first; of equal ones the first rented. */
    public static List<VmShare> of(DeploymentRun run) {
        Map<Kind, List<Rental>> rentals = new LinkedHashMap<>();
        for (Rental rental : run.rentals()) {
            rentals.computeIfAbsent(
                            new Kind(rental.market(), rental.item()), kind -> new ArrayList<>())
                    .add(rental);
        }
        List<VmShare> shares = new ArrayList<>();
        rentals.forEach((kind, list) -> shares.add(share(kind, list)));
        shares.sort((a, b) -> Double.compare(b.usd, a.usd));
        return List.copyOf(shares);
    }

    private static VmShare share(Kind kind, List<Rental> rentals) {
        long started = rentals.stream().mapToLong(Rental::vms).sum();
        long charged = rentals.stream().mapToLong(Rental::chargedSeconds).sum();
        return new VmShare(
                kind.market(),
                kind.item(),
                started,
                most(rentals),
                charged / SECONDS_PER_HOUR,
                rentals.stream().mapToLong(Rental::nanoUsdSeconds).sum() / NANO_USD_SECONDS);
    }

    /** The most VMs that worked at the same time; one given back makes room for one rented. */
    public static long most(List<Rental> rentals) {
        record Change(long seconds, int count) {}
        List<Change> changes = new ArrayList<>();
        for (Rental rental : rentals) {
            changes.add(new Change(rental.startSeconds(), rental.vms()));
            changes.add(new Change(rental.releasedSeconds(), -rental.vms()));
        }
        changes.sort(
                (a, b) ->
                        a.seconds() == b.seconds()
                                ? Integer.compare(a.count(), b.count())
                                : Long.compare(a.seconds(), b.seconds()));
        long now = 0;
        long most = 0;
        for (Change change : changes) {
            now += change.count();
            most = Math.max(most, now);
        }
        return most;
    }
}
