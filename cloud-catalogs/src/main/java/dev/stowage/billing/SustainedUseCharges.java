package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.billing.ChargedTime.Step;
import dev.stowage.billing.VmCharges.OnDemand;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What sustained use saves, by month. vCPUs and memory count apart, over all VMs of a family in a
 * region whatever their size, types of fixed size and custom ones apart: the use of the n-th vCPU
 * is all time with at least n of them. VMs that a commitment pays for, and spot VMs, have no part.
 *
 * <p>Source: Google Cloud, Compute Engine documentation, "Sustained use discounts".
 */
final class SustainedUseCharges {
    private static final String CUSTOM = "custom-";

    private final Function<String, BillingRule> rules;
    private final BillingMonths months;

    SustainedUseCharges(Function<String, BillingRule> rules, BillingMonths months) {
        this.rules = rules;
        this.months = months;
    }

    /** VMs whose use is added up. */
    private record Group(String provider, String region, String family, boolean isCustom) {
        static Group of(OnDemand used) {
            return new Group(
                    used.offer().type().provider(),
                    used.offer().region(),
                    used.offer().type().family(),
                    used.offer().type().name().contains(CUSTOM));
        }

        Item item() {
            return new Item(
                    Kind.SUSTAINED_USE,
                    provider,
                    region,
                    nameOf(family, isCustom),
                    Pricing.ON_DEMAND,
                    BigDecimal.ZERO,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    private static String nameOf(String family, boolean isCustom) {
        return isCustom ? family + " custom" : family;
    }

    /** The name that the discount for a type goes by. */
    static String familyOf(VmOffer offer) {
        return nameOf(offer.type().family(), offer.type().name().contains(CUSTOM));
    }

    /**
     * Discounts of families that have them, by group and month; those of 0 are left out.
     *
     * @param credits what plans pay, which has no part in it
     */
    List<Charge> charges(List<OnDemand> onDemand, List<SharedCharges.Credit> credits) {
        Map<Group, List<OnDemand>> groups = new LinkedHashMap<>();
        for (OnDemand used : onDemand) {
            groups.computeIfAbsent(Group.of(used), group -> new ArrayList<>()).add(used);
        }
        List<Charge> charges = new ArrayList<>();
        groups.forEach(
                (group, used) ->
                        rules.apply(group.provider)
                                .sustainedUse(group.family)
                                .ifPresent(rule -> add(charges, group, used, credits, rule)));
        return charges;
    }

    private void add(
            List<Charge> charges,
            Group group,
            List<OnDemand> all,
            List<SharedCharges.Credit> credits,
            SustainedUse rule) {
        ResourcePrices prices = ResourcePrices.of(all.stream().map(OnDemand::offer).toList());
        Map<Integer, Spending> spending = new TreeMap<>();
        for (OnDemand used : all) {
            BigDecimal cpu = prices.cpuUsd(used.offer());
            BigDecimal memory = used.offer().usdPerHour().subtract(cpu);
            for (Step step : used.steps()) {
                spending.computeIfAbsent(step.month(), m -> new Spending()).add(step, cpu, memory);
            }
        }
        Set<VmOffer> offers = all.stream().map(OnDemand::offer).collect(Collectors.toSet());
        for (SharedCharges.Credit each : credits) {
            Spending spent = spending.get(each.month());
            if (spent != null && offers.contains(each.offer())) {
                spent.takeOff(each, prices);
            }
        }
        spending.forEach(
                (month, spent) -> {
                    BigDecimal length = BigDecimal.valueOf(months.lengthSeconds(month));
                    BigDecimal saved =
                            spent.cpu.saved(length, rule).add(spent.memory.saved(length, rule));
                    if (saved.signum() != 0) {
                        charges.add(discount(group.item(), month, spent.cpu, saved));
                    }
                });
    }

    /** What both resources cost over a month. */
    private static final class Spending {
        private final ResourceSpending cpu = new ResourceSpending();
        private final ResourceSpending memory = new ResourceSpending();

        void add(Step step, BigDecimal cpuUsd, BigDecimal memoryUsd) {
            BigDecimal count = BigDecimal.valueOf(step.charged());
            cpu.add(step.fromSeconds(), step.toSeconds(), cpuUsd.multiply(count));
            memory.add(step.fromSeconds(), step.toSeconds(), memoryUsd.multiply(count));
        }

        void takeOff(SharedCharges.Credit credit, ResourcePrices prices) {
            VmOffer offer = credit.offer();
            BigDecimal ofCpu =
                    credit.cpuUsd()
                            .orElseGet(
                                    () ->
                                            prices.cpuUsd(offer)
                                                    .multiply(credit.usd())
                                                    .divide(
                                                            offer.usdPerHour(),
                                                            MathContext.DECIMAL128));
            long from = credit.fromSeconds();
            long to = credit.toSeconds();
            cpu.add(from, to, ofCpu.negate());
            memory.add(from, to, credit.usd().subtract(ofCpu).negate());
        }
    }

    private static Charge discount(Item item, int month, ResourceSpending spent, BigDecimal saved) {
        long from = spent.fromSeconds();
        long to = spent.toSeconds();
        return new Charge(item, month, from, to, BigDecimal.valueOf(to - from), 0, saved.negate());
    }
}
