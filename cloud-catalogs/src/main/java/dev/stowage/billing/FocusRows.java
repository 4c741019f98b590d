package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The charges of a bill as rows of FOCUS. Discounts have no rows there: they lower the cost of the
 * VMs that they are given for, in proportion. What a commitment costs is billed when it is bought,
 * and effective where it is used or lost.
 */
final class FocusRows {
    private static final String HOURS = "Hours";
    private static final String USAGE = "Usage";
    private static final String USAGE_BASED = "Usage-Based";
    private static final String STANDARD = "Standard";
    private static final int COST_DIGITS = 12;

    private final Bill bill;
    private final FocusAccount account;
    private final List<FocusRow> rows = new ArrayList<>();
    private final Map<String, Discount> discounts = new HashMap<>();
    private final Set<String> lost = new HashSet<>();

    /** What is still to be given for VMs that cost so much together. */
    private static final class Discount {
        private BigDecimal left;
        private BigDecimal costLeft = BigDecimal.ZERO;

        Discount(BigDecimal left) {
            this.left = left;
        }

        /** The share of one of them; the last takes the rest. */
        BigDecimal take(BigDecimal cost) {
            BigDecimal share =
                    costLeft.compareTo(cost) <= 0
                            ? left
                            : left.multiply(cost)
                                    .divide(costLeft, COST_DIGITS, RoundingMode.HALF_EVEN);
            left = left.subtract(share);
            costLeft = costLeft.subtract(cost);
            return share;
        }
    }

    FocusRows(Bill bill, FocusAccount account) {
        this.bill = bill;
        this.account = account;
        if (bill.months().start().isEmpty()) {
            throw new IllegalArgumentException("a bill without a first day, which FOCUS needs");
        }
    }

    List<FocusRow> rows() {
        for (Charge charge : bill.charges()) {
            if (charge.item().kind() == Kind.SUSTAINED_USE) {
                BigDecimal usd = charge.usd().setScale(COST_DIGITS, RoundingMode.HALF_EVEN);
                discounts.put(
                        group(charge.item(), charge.item().name(), charge), new Discount(usd));
            }
        }
        for (Charge charge : bill.charges()) {
            discountOf(charge).costLeft = discountOf(charge).costLeft.add(list(charge));
        }
        for (Charge charge : bill.charges()) {
            switch (charge.item().kind()) {
                case VM -> vm(charge);
                case EGRESS -> egress(charge);
                case COMMITMENT_FEE, COMMITMENT_UPFRONT -> commitment(charge);
                case SUSTAINED_USE -> {} // in the rows of its VMs
            }
        }
        return rows;
    }

    private static String group(Item item, String family, Charge charge) {
        return item.provider() + "/" + item.region() + "/" + family + "/" + charge.month();
    }

    private Discount discountOf(Charge charge) {
        Item item = charge.item();
        Discount none = new Discount(BigDecimal.ZERO);
        if (item.kind() != Kind.VM || item.pricing() != Pricing.ON_DEMAND) {
            return none;
        }
        String family = SustainedUseCharges.familyOf(item.offer().orElseThrow());
        return discounts.getOrDefault(group(item, family, charge), none);
    }

    private static BigDecimal hours(Charge charge) {
        return FocusRow.hours(charge.quantity().longValueExact());
    }

    private static BigDecimal list(Charge charge) {
        return charge.item().kind() == Kind.VM
                ? hours(charge).multiply(charge.item().unitPrice())
                : BigDecimal.ZERO;
    }

    private FocusRow row(Charge charge, String description) {
        FocusRow row =
                new FocusRow()
                        .account(account, bill.currency())
                        .time(
                                bill.months(),
                                charge.month(),
                                charge.fromSeconds(),
                                charge.toSeconds())
                        .service(charge.item())
                        .set(FocusColumn.CHARGE_DESCRIPTION, description);
        rows.add(row);
        return row;
    }

    private void vm(Charge charge) {
        Item item = charge.item();
        VmOffer offer = item.offer().orElseThrow();
        BigDecimal hours = hours(charge);
        boolean isCommitted = item.pricing() == Pricing.COMMITTED;
        String price =
                switch (item.pricing()) {
                    case ON_DEMAND -> "on demand";
                    case COMMITTED -> "paid by a commitment";
                    case SPOT -> "spot";
                };
        FocusRow row =
                row(charge, item.name() + " in " + item.region() + ", " + price)
                        .kind(USAGE, USAGE_BASED, category(item.pricing()))
                        .sku(item.provider(), item.name(), item.region() + "/" + price, "VM time")
                        .price(hours, HOURS, isCommitted ? offer.usdPerHour() : item.unitPrice())
                        .consumed(hours, HOURS)
                        .vms(item, offer, charge.idleSeconds());
        if (isCommitted) {
            Purchase purchase = item.purchase().orElseThrow();
            row.commitment(purchase, hours)
                    .set(FocusColumn.COMMITMENT_DISCOUNT_STATUS, "Used")
                    .cost(BigDecimal.ZERO, hours.multiply(effective(purchase.commitment())));
        } else {
            BigDecimal cost = list(charge);
            BigDecimal paid = cost.add(discountOf(charge).take(cost));
            row.cost(paid, paid);
        }
    }

    private static String category(Pricing pricing) {
        return switch (pricing) {
            case ON_DEMAND -> STANDARD;
            case COMMITTED -> "Committed";
            case SPOT -> "Dynamic";
        };
    }

    /** What an hour of a commitment costs with its share of the payment at the start. */
    private static BigDecimal effective(Commitment commitment) {
        return commitment.usdPerHour().add(CommitmentCharges.upfrontPerHour(commitment));
    }

    private void egress(Charge charge) {
        Item item = charge.item();
        BigDecimal cost = charge.quantity().multiply(item.unitPrice());
        row(charge, "data that left " + item.region())
                .kind(USAGE, USAGE_BASED, STANDARD)
                .sku(item.provider(), "egress", item.region(), "Data transfer")
                .price(charge.quantity(), "GiB", item.unitPrice())
                .consumed(charge.quantity(), "GiB")
                .cost(cost, cost);
    }

    private void commitment(Charge charge) {
        Item item = charge.item();
        Purchase purchase = item.purchase().orElseThrow();
        BigDecimal hours = hours(charge);
        if (item.kind() == Kind.COMMITMENT_FEE) {
            BigDecimal cost = hours.multiply(item.unitPrice());
            purchase(row(charge, item.name() + ", by the hour"), purchase, hours, "by the hour")
                    .kind("Purchase", "Recurring", STANDARD)
                    .price(hours, HOURS, item.unitPrice())
                    .cost(cost, BigDecimal.ZERO);
        } else {
            payments(charge, purchase);
        }
        // by the hour and at the start are one commitment, which is lost once
        if (charge.idleSeconds() > 0 && lost.add(group(item, item.name(), charge))) {
            BigDecimal idle = FocusRow.hours(charge.idleSeconds());
            purchase(row(charge, item.name() + ", not used"), purchase, idle, "not used")
                    .kind(USAGE, USAGE_BASED, "Committed")
                    .set(FocusColumn.COMMITMENT_DISCOUNT_STATUS, "Unused")
                    .set(FocusColumn.X_IDLE_HOURS, idle)
                    .price(idle, HOURS, effective(purchase.commitment()))
                    .cost(BigDecimal.ZERO, idle.multiply(effective(purchase.commitment())));
        }
    }

    private static FocusRow purchase(
            FocusRow row, Purchase purchase, BigDecimal hours, String price) {
        VmOffer offer = purchase.offer();
        String sku = offer.type().name() + "/" + purchase.commitment().name();
        return row.commitment(purchase, hours)
                .sku(offer.type().provider(), sku, offer.region() + "/" + price, "Commitment")
                .source(offer);
    }

    /** The payments at the start of each term that begins within a charge. */
    private void payments(Charge charge, Purchase purchase) {
        Commitment commitment = purchase.commitment();
        long term = commitment.termMonths() * PriceMonth.SECONDS;
        long at = -Math.floorDiv(-charge.fromSeconds(), term) * term;
        for (; at < charge.toSeconds(); at += term) {
            BigDecimal count = BigDecimal.valueOf(purchase.count());
            BigDecimal hours =
                    count.multiply(
                            BigDecimal.valueOf((long) commitment.termMonths() * PriceMonth.HOURS));
            FocusRow row = row(charge, charge.item().name() + ", paid at the start");
            purchase(row, purchase, hours, "paid at the start")
                    .time(bill.months(), charge.month(), at, at + 1)
                    .kind("Purchase", "One-Time", STANDARD)
                    .price(count, "Commitments", commitment.upfrontUsd())
                    .cost(count.multiply(commitment.upfrontUsd()), BigDecimal.ZERO);
        }
    }
}
