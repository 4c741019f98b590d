package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.billing.ChargedTime.Step;
import dev.stowage.billing.VmCharges.OnDemand;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.SharedPlan.ResourcePrice;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a plan costs that types share, and what it pays for: VMs stay on the bill at list price, and
 * a credit for each type takes off what the plan pays. It pays at each second, after commitments of
 * one type and before sustained use.
 */
final class SharedCharges {
    private static final String ANYWHERE = "";
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    private final Metering metering;
    private final BillingMonths months;
    private final List<Credit> credits = new ArrayList<>();

    /**
     * What a plan paid of VMs of a type for some time, USD an hour.
     *
     * @param cpuUsd what it paid for vCPUs, of that; empty if for VMs as a whole
     * @param usedUsd what of the plan was used for that
     */
    record Credit(
            SharedPlan plan,
            VmOffer offer,
            int month,
            long fromSeconds,
            long toSeconds,
            BigDecimal usd,
            Optional<BigDecimal> cpuUsd,
            BigDecimal usedUsd) {
        BigDecimal seconds() {
            return BigDecimal.valueOf(toSeconds - fromSeconds);
        }
    }

    /** What each type is paid for while so many VMs of each run. */
    private record Paid(
            VmOffer offer, BigDecimal usd, Optional<BigDecimal> cpuUsd, BigDecimal used) {}

    /**
     * @param onDemand VMs on demand that no commitment of their type pays for
     */
    SharedCharges(Metering metering, BillingMonths months, List<OnDemand> onDemand) {
        this.metering = metering;
        this.months = months;
        metering.plan()
                .ifPresent(
                        plan ->
                                pay(
                                        plan,
                                        onDemand.stream()
                                                .filter(each -> plan.covers(each.offer()))
                                                .toList()));
    }

    private void pay(SharedPlan plan, List<OnDemand> all) {
        Map<List<Long>, List<Paid>> known = new HashMap<>();
        TreeMap<Long, long[]> changes = new TreeMap<>();
        for (int i = 0; i < all.size(); i++) {
            for (Step step : all.get(i).steps()) {
                long to = Math.min(step.toSeconds(), metering.periodSeconds());
                if (step.fromSeconds() < to) {
                    changes.computeIfAbsent(step.fromSeconds(), at -> new long[all.size()])[i] +=
                            step.charged();
                    changes.computeIfAbsent(to, at -> new long[all.size()])[i] -= step.charged();
                }
            }
        }
        long[] running = new long[all.size()];
        long from = 0;
        for (Map.Entry<Long, long[]> change : changes.entrySet()) {
            List<Long> counts = Arrays.stream(running).boxed().toList();
            add(
                    plan,
                    known.computeIfAbsent(counts, n -> paid(plan, all, n)),
                    from,
                    change.getKey());
            from = change.getKey();
            for (int i = 0; i < running.length; i++) {
                running[i] += change.getValue()[i];
            }
        }
    }

    private void add(SharedPlan plan, List<Paid> paid, long fromSeconds, long toSeconds) {
        long from = fromSeconds;
        while (from < toSeconds) {
            int month = months.at(from);
            long to = Math.min(toSeconds, months.beginSeconds(month + 1));
            for (Paid each : paid) {
                credits.add(
                        new Credit(
                                plan,
                                each.offer,
                                month,
                                from,
                                to,
                                each.usd,
                                each.cpuUsd,
                                each.used));
            }
            from = to;
        }
    }

    private static List<Paid> paid(SharedPlan plan, List<OnDemand> all, List<Long> counts) {
        if (plan instanceof SharedPlan.Spending spending) {
            return spent(spending, all, counts);
        }
        return resources((SharedPlan.Resource) plan, all, counts);
    }

    /** The largest saving first; of equal ones the one that is first in the bill. */
    private static List<Paid> spent(
            SharedPlan.Spending plan, List<OnDemand> all, List<Long> counts) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (counts.get(i) > 0) {
                order.add(i);
            }
        }
        order.sort(
                Comparator.comparing(
                        i ->
                                plan.rate(all.get(i).offer())
                                        .divide(all.get(i).offer().usdPerHour(), DIGITS)));
        List<Paid> paid = new ArrayList<>();
        BigDecimal left = plan.usdPerHour();
        for (int i : order) {
            VmOffer offer = all.get(i).offer();
            BigDecimal count = BigDecimal.valueOf(counts.get(i));
            BigDecimal wanted = plan.rate(offer).multiply(count);
            BigDecimal listed = offer.usdPerHour().multiply(count);
            BigDecimal used = wanted.min(left);
            BigDecimal usd =
                    wanted.compareTo(left) <= 0
                            ? listed
                            : listed.multiply(used).divide(wanted, DIGITS);
            if (used.signum() > 0) {
                paid.add(new Paid(offer, usd, Optional.empty(), used));
            }
            left = left.subtract(used);
        }
        return paid;
    }

    /** In the order of the bill; which type it is makes no difference to the sum. */
    private static List<Paid> resources(
            SharedPlan.Resource plan, List<OnDemand> all, List<Long> counts) {
        List<Paid> paid = new ArrayList<>();
        BigDecimal cores = plan.cores();
        BigDecimal gib = plan.gib();
        for (int i = 0; i < all.size(); i++) {
            VmOffer offer = all.get(i).offer();
            BigDecimal count = BigDecimal.valueOf(counts.get(i));
            BigDecimal ofCores =
                    ResourcePrice.cores(offer.type().capacity()).multiply(count).min(cores);
            BigDecimal ofGib = ResourcePrice.gib(offer.type().capacity()).multiply(count).min(gib);
            BigDecimal cpuUsd = plan.onDemand().usdPerCore().multiply(ofCores);
            BigDecimal usd = plan.onDemand().usd(ofCores, ofGib);
            if (usd.signum() > 0) {
                paid.add(
                        new Paid(
                                offer,
                                usd,
                                Optional.of(cpuUsd),
                                plan.committed().usd(ofCores, ofGib)));
            }
            cores = cores.subtract(ofCores);
            gib = gib.subtract(ofGib);
        }
        return paid;
    }

    /** What the plan paid, in the order of time. */
    List<Credit> credits() {
        return credits;
    }

    /** Credits by plan, type and month, and what plans cost, used or not. */
    List<Charge> charges() {
        Map<List<Object>, Charge> sums = new LinkedHashMap<>();
        for (Credit each : credits) {
            Charge charge =
                    new Charge(
                            credit(each),
                            each.month,
                            each.fromSeconds,
                            each.toSeconds,
                            each.usedUsd.multiply(each.seconds()),
                            0,
                            each.usd.multiply(each.seconds()).negate());
            sums.merge(List.of(charge.item(), each.month), charge, SharedCharges::joined);
        }
        List<Charge> charges = new ArrayList<>(sums.values());
        metering.plan().ifPresent(plan -> fees(charges, plan));
        return charges;
    }

    private static Charge joined(Charge a, Charge b) {
        return new Charge(
                a.item(),
                a.month(),
                a.fromSeconds(),
                b.toSeconds(),
                a.quantity().add(b.quantity()),
                0,
                a.usdSeconds().add(b.usdSeconds()));
    }

    private static Item credit(Credit of) {
        return new Item(
                Kind.PLAN_CREDIT,
                of.plan.provider(),
                of.offer.region(),
                of.offer.type().name() + " " + of.plan.name(),
                Pricing.COMMITTED,
                BigDecimal.ZERO,
                Optional.of(of.offer),
                Optional.empty(),
                Optional.of(of.plan));
    }

    private void fees(List<Charge> charges, SharedPlan plan) {
        BigDecimal start = plan.usdPerHour().multiply(plan.upfrontShare());
        BigDecimal hourly = plan.usdPerHour().subtract(start);
        long from = 0;
        while (from < metering.periodSeconds()) {
            int month = months.at(from);
            long to = Math.min(metering.periodSeconds(), months.beginSeconds(month + 1));
            fee(charges, plan, Kind.PLAN_FEE, hourly, month, from, to);
            fee(charges, plan, Kind.PLAN_UPFRONT, start, month, from, to);
            from = to;
        }
    }

    private void fee(
            List<Charge> charges,
            SharedPlan plan,
            Kind kind,
            BigDecimal usdPerHour,
            int month,
            long from,
            long to) {
        if (usdPerHour.signum() > 0) {
            BigDecimal seconds = BigDecimal.valueOf(to - from);
            String region =
                    plan instanceof SharedPlan.Resource resource ? resource.region() : ANYWHERE;
            Item item =
                    new Item(
                            kind,
                            plan.provider(),
                            region,
                            plan.name() + ", " + plan.words(),
                            Pricing.COMMITTED,
                            usdPerHour,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(plan));
            charges.add(
                    new Charge(item, month, from, to, seconds, 0, usdPerHour.multiply(seconds)));
        }
    }
}
