package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.deployment.Market;

/** Equal VMs that were requested at the same time and still work. */
final class VmGroup {
    final Market market;
    final CoverItem item;
    final long startSeconds;
    final long readySeconds;
    int count;
    long paidUntilSeconds;

    VmGroup(
            Market market,
            CoverItem item,
            int count,
            long startSeconds,
            long readySeconds,
            long holdSeconds) {
        this.market = market;
        this.item = item;
        this.count = count;
        this.startSeconds = startSeconds;
        this.readySeconds = readySeconds;
        BillingRule billing = market.billing();
        this.paidUntilSeconds = startSeconds + leastSeconds(billing);
        payUntil(startSeconds + holdSeconds);
    }

    /** What a start costs at least: one charging period, and the minimum. */
    static long leastSeconds(BillingRule billing) {
        long quantum = billing.quantumSeconds();
        return quantum * Math.max(1, -Math.floorDiv(-billing.minimumSeconds(), quantum));
    }

    /** Pays for whole charging periods until they reach {@code seconds}. */
    void payUntil(long seconds) {
        if (paidUntilSeconds < seconds) {
            long quantum = market.billing().quantumSeconds();
            paidUntilSeconds += quantum * -Math.floorDiv(-(seconds - paidUntilSeconds), quantum);
        }
    }

    /** Leaves what is paid only because VMs are held: what runs at the end pays as others do. */
    void holdNoLongerThan(long seconds) {
        long paid = paidUntilSeconds;
        paidUntilSeconds = startSeconds + leastSeconds(market.billing());
        payUntil(seconds);
        paidUntilSeconds = Math.min(paid, paidUntilSeconds);
    }

    /** Price of one, nano USD an hour. */
    long price() {
        return item.nanoUsdPerHour();
    }

    /** What {@code count} of them cost from now on for {@code horizon}, less what is paid. */
    long costAhead(int count, long nowSeconds, long horizonSeconds) {
        long unpaid = Math.max(0, nowSeconds + horizonSeconds - paidUntilSeconds);
        return Math.multiplyExact(count * price(), unpaid);
    }

    /** {@code released} of them, given back now and paid until the end of their period. */
    Rental rental(int released, long nowSeconds) {
        return new Rental(market, item, released, startSeconds, nowSeconds, paidUntilSeconds);
    }
}
