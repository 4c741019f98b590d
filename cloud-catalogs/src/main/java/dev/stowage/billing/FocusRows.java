package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.SharedPlan;
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
    private static final String CREDIT = "credit of ";
    private static final String USED = "used for ";

    private final Bill bill;
    private final FocusAccount account;
    private final List<FocusRow> rows = new ArrayList<>();
    private final Map<String, Discount> discounts = new HashMap<>();
    private final Map<List<Object>, BigDecimal> usedOf = new HashMap<>();
    private final Set<Object> lost = new HashSet<>();

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
            Kind kind = charge.item().kind();
            if (kind == Kind.PLAN_FEE || kind == Kind.PLAN_UPFRONT) {
                usedOf.put(planGroup(charge), BigDecimal.ZERO); // until a VM uses it
            }
        }
        for (Charge charge : bill.charges()) {
            if (charge.item().kind() == Kind.SUSTAINED_USE) {
                BigDecimal usd = charge.usd().setScale(COST_DIGITS, RoundingMode.HALF_EVEN);
                discounts.put(
                        group(charge.item(), charge.item().name(), charge), new Discount(usd));
            } else if (charge.item().kind() == Kind.PLAN_CREDIT) {
                credit(charge);
            }
        }
        for (Charge charge : bill.charges()) {
            discountsOf(charge).forEach(of -> of.costLeft = of.costLeft.add(list(charge)));
        }
        for (Charge charge : bill.charges()) {
            switch (charge.item().kind()) {
                case VM -> vm(charge);
                case EXTRA -> extra(charge);
                case EGRESS -> egress(charge);
                case COMMITMENT_FEE, COMMITMENT_UPFRONT -> commitment(charge);
                case PLAN_FEE, PLAN_UPFRONT -> plan(charge);
                case SUSTAINED_USE, PLAN_CREDIT -> {} // in the rows of their VMs
            }
        }
        return rows;
    }

    private static String group(Item item, String family, Charge charge) {
        return item.provider() + "/" + item.region() + "/" + family + "/" + charge.month();
    }

    /** What plans pay for VMs of a type, and what of them is used for that. */
    private void credit(Charge charge) {
        Item item = charge.item();
        String type = item.offer().orElseThrow().type().name();
        BigDecimal usd = charge.usd().setScale(COST_DIGITS, RoundingMode.HALF_EVEN);
        BigDecimal used =
                charge.quantity()
                        .divide(Charge.SECONDS_PER_HOUR, COST_DIGITS, RoundingMode.HALF_EVEN);
        more(CREDIT + group(item, type, charge), usd);
        more(USED + group(item, type, charge), used);
        usedOf.put(planGroup(charge), usedOf(charge).add(charge.quantity()));
    }

    /** What VMs used of a plan in a month in which it is paid for, USD times seconds; exact. */
    private BigDecimal usedOf(Charge charge) {
        BigDecimal used = usedOf.get(planGroup(charge));
        if (used == null) {
            throw new IllegalStateException("no fee in the month of " + charge);
        }
        return used;
    }

    private void more(String key, BigDecimal usd) {
        discounts.merge(key, new Discount(usd), (a, b) -> new Discount(a.left.add(b.left)));
    }

    private static List<Object> planGroup(Charge charge) {
        return List.of(charge.item().plan().orElseThrow(), charge.month());
    }

    /** Sustained use, and what plans pay: what lowers the cost of VMs. */
    private List<Discount> discountsOf(Charge charge) {
        Item item = charge.item();
        if (item.kind() != Kind.VM || item.pricing() != Pricing.ON_DEMAND) {
            return List.of();
        }
        VmOffer offer = item.offer().orElseThrow();
        String type = group(item, offer.type().name(), charge);
        List<Discount> found = new ArrayList<>();
        found.add(discounts.get(group(item, SustainedUseCharges.familyOf(offer), charge)));
        found.add(discounts.get(CREDIT + type));
        found.add(discounts.get(USED + type));
        found.replaceAll(each -> each == null ? new Discount(BigDecimal.ZERO) : each);
        return found;
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
            BigDecimal paid = cost;
            BigDecimal used = BigDecimal.ZERO;
            if (item.pricing() == Pricing.ON_DEMAND) {
                List<Discount> of = discountsOf(charge);
                paid = cost.add(of.get(0).take(cost)).add(of.get(1).take(cost));
                used = of.get(2).take(cost);
            }
            row.cost(paid, paid.add(used));
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

    private void extra(Charge charge) {
        Item item = charge.item();
        BigDecimal hours = hours(charge);
        BigDecimal cost = hours.multiply(item.unitPrice());
        row(charge, item.name() + " of VMs in " + item.region())
                .kind(USAGE, USAGE_BASED, STANDARD)
                .sku(item.provider(), item.name(), item.region(), "Beside VMs")
                .price(hours, HOURS, item.unitPrice())
                .consumed(hours, HOURS)
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

    /** What a plan that types share costs, and what of it no VM used. */
    private void plan(Charge charge) {
        Item item = charge.item();
        SharedPlan plan = item.plan().orElseThrow();
        BigDecimal hours = hours(charge);
        if (item.kind() == Kind.PLAN_FEE) {
            row(charge, item.name() + ", by the hour")
                    .plan(plan, hours)
                    .sku(item.provider(), plan.name(), "by the hour", "Commitment")
                    .kind("Purchase", "Recurring", STANDARD)
                    .price(hours, HOURS, item.unitPrice())
                    .cost(hours.multiply(item.unitPrice()), BigDecimal.ZERO);
        } else {
            long term = plan.termMonths() * PriceMonth.SECONDS;
            BigDecimal termHours = BigDecimal.valueOf((long) plan.termMonths() * PriceMonth.HOURS);
            long at = -Math.floorDiv(-charge.fromSeconds(), term) * term;
            for (; at < charge.toSeconds(); at += term) {
                BigDecimal usd = termHours.multiply(item.unitPrice());
                row(charge, item.name() + ", paid at the start")
                        .plan(plan, termHours)
                        .sku(item.provider(), plan.name(), "paid at the start", "Commitment")
                        .time(bill.months(), charge.month(), at, at + 1)
                        .kind("Purchase", "One-Time", STANDARD)
                        .price(BigDecimal.ONE, "Commitments", usd)
                        .cost(usd, BigDecimal.ZERO);
            }
        }
        if (lost.add(planGroup(charge))) {
            unused(charge, plan, hours);
        }
    }

    private void unused(Charge charge, SharedPlan plan, BigDecimal hours) {
        BigDecimal all = charge.quantity().multiply(plan.usdPerHour());
        BigDecimal left =
                all.subtract(usedOf(charge))
                        .divide(Charge.SECONDS_PER_HOUR, COST_DIGITS, RoundingMode.HALF_EVEN);
        if (left.signum() != 0) {
            row(charge, charge.item().name() + ", not used")
                    .plan(plan, hours)
                    .sku(plan.provider(), plan.name(), "not used", "Commitment")
                    .kind(USAGE, USAGE_BASED, "Committed")
                    .set(FocusColumn.COMMITMENT_DISCOUNT_STATUS, "Unused")
                    .price(BigDecimal.ONE, "Commitments", left)
                    .cost(BigDecimal.ZERO, left);
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
