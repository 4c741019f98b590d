package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * What one policy did with a demand.
 *
 * @param demand what each decision had to hold
 * @param decisionSeconds time between two decisions
 * @param endSeconds end of the demand
 * @param assigned what the VMs of the configuration provide after each decision
 * @param rentals everything that was rented, in the order in which it was given back
 * @param moves changes of place, in order
 * @param counts what happened
 * @param egressUsd paid for data that moved, USD
 * @param billedUsd what its bill says, USD; empty if nobody made one
 */
public record DeploymentRun(
        List<Resources> demand,
        long decisionSeconds,
        long endSeconds,
        AssignedResources assigned,
        List<Rental> rentals,
        List<Move> moves,
        Counts counts,
        double egressUsd,
        OptionalDouble billedUsd) {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;

    /**
     * A change of place.
     *
     * @param atSeconds when
     * @param from place that the service left
     * @param to place that it went to
     * @param usd paid for the data that moved
     */
    public record Move(long atSeconds, Market from, Market to, double usd) {}

    /**
     * How often things happened.
     *
     * @param changes of configuration: type or place
     * @param moves of place among those
     * @param providerSwitches of provider among those
     * @param interruptions VMs taken back by the provider
     * @param underProvisionedSeconds time with less than the demand, from when the first VMs can
     *     work; 0 if VMs boot at once
     * @param mostMissing the largest share of the needed CPU or memory that was missing in that
     *     time, 0 to 1
     * @param mostChangesInADay the most changes of configuration in any 24 h
     */
    public record Counts(
            int changes,
            int moves,
            int providerSwitches,
            int interruptions,
            long underProvisionedSeconds,
            double mostMissing,
            int mostChangesInADay) {}

    public DeploymentRun {
        demand = List.copyOf(demand);
        rentals = List.copyOf(rentals);
        moves = List.copyOf(moves);
    }

    /** Total cost, USD, data that moved included: what its bill says if there is one. */
    public double usd() {
        return billedUsd.orElseGet(this::listUsd);
    }

    /** Total cost at list prices by charging periods, USD, data that moved included. */
    public double listUsd() {
        double sum = egressUsd;
        for (Rental rental : rentals) {
            sum += rental.nanoUsdSeconds() / NANO_USD_SECONDS;
        }
        return sum;
    }

    /** This with what its bill says. */
    DeploymentRun billed(double usd) {
        return new DeploymentRun(
                demand,
                decisionSeconds,
                endSeconds,
                assigned,
                rentals,
                moves,
                counts,
                egressUsd,
                OptionalDouble.of(usd));
    }

    /** This with other markets and items in the place of those that it was decided by. */
    DeploymentRun at(UnaryOperator<Market> market) {
        Map<CoverItem, CoverItem> listed = new HashMap<>(); // one for all rentals of a kind
        return new DeploymentRun(
                demand,
                decisionSeconds,
                endSeconds,
                assigned,
                rentals.stream().map(each -> each.at(market, listed)).toList(),
                moves.stream()
                        .map(
                                each ->
                                        new Move(
                                                each.atSeconds(),
                                                market.apply(each.from()),
                                                market.apply(each.to()),
                                                each.usd()))
                        .toList(),
                counts,
                egressUsd,
                billedUsd);
    }

    /** How many VM types it ever rented; each size that was cut to the demand is one. */
    public int types() {
        Set<CoverItem> items = Collections.newSetFromMap(new IdentityHashMap<>());
        rentals.forEach(each -> items.add(each.item())); // far fewer than rentals
        return (int) items.stream().map(each -> each.offer().type()).distinct().count();
    }

    /** Seconds of VMs that are charged. */
    public long chargedVmSeconds() {
        return rentals.stream().mapToLong(Rental::chargedSeconds).sum();
    }

    /** Seconds of VMs that are charged but don't work any more. */
    public long idleVmSeconds() {
        return rentals.stream().mapToLong(Rental::idleSeconds).sum();
    }

    /**
     * What VMs cost at list prices from each decision to the next, in billionths of a USD times
     * 3,600; what is charged beyond the end counts for the last. Exact: sums to the cost without
     * egress.
     */
    public long[] nanoUsdSecondsByDecision() {
        long[] cost = new long[demand.size()];
        for (Rental rental : rentals) {
            long rate = rental.count() * rental.item().nanoUsdPerHour();
            long from = rental.startSeconds();
            while (from < rental.endSeconds()) {
                int decision = (int) Math.min(cost.length - 1, from / decisionSeconds);
                boolean isLast = decision == cost.length - 1;
                long next = isLast ? rental.endSeconds() : (decision + 1) * decisionSeconds;
                long to = Math.min(next, rental.endSeconds());
                cost[decision] += rate * (to - from);
                from = to;
            }
        }
        return cost;
    }

    /** Share of the assigned CPU that the demand didn't need, over all decisions. */
    public double unusedCpu() {
        return unused(Resources::cores);
    }

    /** Share of the assigned memory that the demand didn't need, over all decisions. */
    public double unusedMemory() {
        return unused(Resources::gib);
    }

    private double unused(ToDoubleFunction<Resources> amount) {
        double all = assigned.sum(amount);
        double needed = demand.stream().mapToDouble(amount).sum();
        return all == 0 ? 0 : 1 - needed / all;
    }
}
