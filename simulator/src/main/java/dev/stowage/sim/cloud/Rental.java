package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.policy.deployment.Market;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Equal VMs that were rented at the same time and given back at the same time.
 *
 * @param market where
 * @param item type and price
 * @param count how many, or how many sets of one in each zone, at least 1
 * @param startSeconds when they were requested, from the start of the demand
 * @param releasedSeconds when they stopped to work for the service
 * @param endSeconds when their last charging period ended
 */
public record Rental(
        Market market,
        CoverItem item,
        int count,
        long startSeconds,
        long releasedSeconds,
        long endSeconds) {
    /**
     * This at another market, at its list price; the same if the market is.
     *
     * @param listed kinds of VMs at their list prices, as known so far
     */
    Rental at(UnaryOperator<Market> other, Map<CoverItem, CoverItem> listed) {
        Market place = other.apply(market);
        return place == market
                ? this
                : new Rental(
                        place,
                        listed.computeIfAbsent(item, CoverItem::atList),
                        count,
                        startSeconds,
                        releasedSeconds,
                        endSeconds);
    }

    /** How many VMs: a set of one in each zone is as many as there are zones. */
    public int vms() {
        return count * item.vms();
    }

    /** Seconds that are charged for all of them. */
    public long chargedSeconds() {
        return vms() * (endSeconds - startSeconds);
    }

    /** Seconds that are charged after they stopped to work. */
    public long idleSeconds() {
        return vms() * (endSeconds - Math.min(endSeconds, releasedSeconds));
    }

    /** What they cost, in billionths of a USD times 3,600. */
    long nanoUsdSeconds() {
        return Math.multiplyExact(item.nanoUsdPerHour(), count * (endSeconds - startSeconds));
    }
}
