package dev.stowage.billing;

import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * What one thing costs in one month.
 *
 * @param item what is paid for
 * @param month in which, see {@link BillingMonths}
 * @param fromSeconds when it began within that month, from the start of the period
 * @param toSeconds when it ended within that month, exclusive
 * @param quantity seconds of VMs, or GiB of data; seconds in which a discount arose, or that a plan
 *     was paid for; of a credit what is used of its plan, USD times 3,600
 * @param idleSeconds seconds of VMs that are charged but of no use
 * @param usdSeconds what it costs, USD times 3,600, so that it is exact; below 0 for a discount
 */
public record Charge(
        Item item,
        int month,
        long fromSeconds,
        long toSeconds,
        BigDecimal quantity,
        long idleSeconds,
        BigDecimal usdSeconds) {
    static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);

    /** What kinds of things are charged, in the order of a bill. */
    public enum Kind {
        /** Time of VMs. */
        VM,
        /** What sustained use saves. */
        SUSTAINED_USE,
        /** What a commitment costs by the hour. */
        COMMITMENT_FEE,
        /** The share of the period in what was paid at the start of a commitment. */
        COMMITMENT_UPFRONT,
        /** What a plan that types share pays for VMs of a type. */
        PLAN_CREDIT,
        /** What such a plan costs by the hour. */
        PLAN_FEE,
        /** The share of the period in what was paid at the start of such a plan. */
        PLAN_UPFRONT,
        /** What VMs need beside themselves, as a disk or an address. */
        EXTRA,
        /** Data that leaves. */
        EGRESS;

        /** True for what is taken off, which has no unit price. */
        public boolean isDiscount() {
            return this == SUSTAINED_USE || this == PLAN_CREDIT;
        }
    }

    /** Which price is paid for a VM. */
    public enum Pricing {
        ON_DEMAND,
        /** A commitment pays. */
        COMMITTED,
        SPOT
    }

    /**
     * What is paid for, the same in all months.
     *
     * @param kind of charge
     * @param provider who charges it
     * @param region where
     * @param name VM type, family of types, commitment, what VMs need or {@code egress}
     * @param pricing of VMs; on demand for everything else
     * @param unitPrice USD an hour of a VM or of what it needs, or per GiB; exact, 0 for a discount
     * @param offer of the VM; empty for a discount and egress
     * @param purchase that pays, or that is paid for; empty if there is none
     * @param plan that types share, which pays or is paid for; empty if there is none
     */
    public record Item(
            Kind kind,
            String provider,
            String region,
            String name,
            Pricing pricing,
            BigDecimal unitPrice,
            Optional<VmOffer> offer,
            Optional<Purchase> purchase,
            Optional<SharedPlan> plan) {
        /** What no shared plan has a part in. */
        public Item(
                Kind kind,
                String provider,
                String region,
                String name,
                Pricing pricing,
                BigDecimal unitPrice,
                Optional<VmOffer> offer,
                Optional<Purchase> purchase) {
            this(
                    kind,
                    provider,
                    region,
                    name,
                    pricing,
                    unitPrice,
                    offer,
                    purchase,
                    Optional.empty());
        }
    }

    /** What it costs, USD; to 34 digits. */
    public BigDecimal usd() {
        return usdSeconds.divide(SECONDS_PER_HOUR, MathContext.DECIMAL128);
    }
}
