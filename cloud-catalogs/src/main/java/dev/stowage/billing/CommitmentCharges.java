package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What commitments cost in the period, by month, whether VMs used them or not. */
final class CommitmentCharges {
    private final Metering metering;
    private final BillingMonths months;

    CommitmentCharges(Metering metering, BillingMonths months) {
        this.metering = metering;
        this.months = months;
    }

    /** Fees, given the charges for VMs, from which follows what was not used. */
    List<Charge> charges(List<Charge> vms) {
        Map<Purchase, Map<Integer, Long>> used = new HashMap<>();
        for (Charge charge : vms) {
            charge.item()
                    .purchase()
                    .ifPresent(
                            by ->
                                    used.computeIfAbsent(by, p -> new HashMap<>())
                                            .merge(
                                                    charge.month(),
                                                    charge.quantity().longValueExact(),
                                                    Math::addExact));
        }
        List<Charge> charges = new ArrayList<>();
        for (Purchase purchase : metering.purchases()) {
            add(charges, purchase, used.getOrDefault(purchase, Map.of()));
        }
        return charges;
    }

    private void add(List<Charge> charges, Purchase purchase, Map<Integer, Long> used) {
        Commitment commitment = purchase.commitment();
        long from = 0;
        while (from < metering.periodSeconds()) {
            int month = months.at(from);
            long to = Math.min(metering.periodSeconds(), months.beginSeconds(month + 1));
            if (commitment.usdPerHour().signum() > 0) {
                Item item = item(purchase, Kind.COMMITMENT_FEE, commitment.usdPerHour());
                charges.add(charge(item, purchase, from, to, used.getOrDefault(month, 0L)));
            }
            if (commitment.upfrontUsd().signum() > 0) {
                Item item = item(purchase, Kind.COMMITMENT_UPFRONT, upfrontPerHour(commitment));
                charges.add(charge(item, purchase, from, to, used.getOrDefault(month, 0L)));
            }
            from = to;
        }
    }

    /** The share of an hour in what is paid at the start; to 34 digits. */
    static BigDecimal upfrontPerHour(Commitment commitment) {
        BigDecimal hours =
                PriceMonth.EXACT_HOURS.multiply(BigDecimal.valueOf(commitment.termMonths()));
        return commitment.upfrontUsd().divide(hours, MathContext.DECIMAL128);
    }

    private static Item item(Purchase purchase, Kind kind, BigDecimal usdPerHour) {
        VmOffer offer = purchase.offer();
        return new Item(
                kind,
                offer.type().provider(),
                offer.region(),
                offer.type().name() + " " + purchase.commitment().name(),
                Pricing.COMMITTED,
                usdPerHour,
                Optional.of(offer),
                Optional.of(purchase));
    }

    private Charge charge(Item item, Purchase purchase, long from, long to, long usedSeconds) {
        long bought = Math.multiplyExact(purchase.count(), to - from);
        BigDecimal seconds = BigDecimal.valueOf(bought);
        return new Charge(
                item,
                months.at(from),
                from,
                to,
                seconds,
                bought - usedSeconds,
                item.unitPrice().multiply(seconds));
    }
}
