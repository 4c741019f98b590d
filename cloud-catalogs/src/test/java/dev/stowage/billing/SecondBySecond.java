package dev.stowage.billing;

import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.BillingRule.Rounding;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** A bill by another way: every VM on its own, second by second, without sustained use. */
final class SecondBySecond {
    private static final int LONGEST = 20_000;

    private final Metering metering;
    private final Function<String, BillingRule> rules;
    private final Map<String, int[]> working = new TreeMap<>();
    private final Map<String, int[]> idle = new TreeMap<>();
    private final Map<String, BigDecimal> price = new TreeMap<>();
    private final Map<String, VmOffer> offers = new TreeMap<>();
    private final Map<String, int[]> onDemand = new TreeMap<>();

    /** Seconds of VMs by name of type, place and pricing. */
    final Map<String, Long> charged = new TreeMap<>();

    /** Those of them that were of no use. */
    final Map<String, Long> useless = new TreeMap<>();

    /** USD times 3,600. */
    BigDecimal usdSeconds = BigDecimal.ZERO;

    SecondBySecond(Metering metering, Function<String, BillingRule> rules) {
        this.metering = metering;
        this.rules = rules;
        for (VmUsage usage : metering.vms()) {
            for (int vm = 0; vm < usage.count(); vm++) {
                run(usage);
            }
        }
        working.keySet().forEach(this::pay);
        metering.plan().ifPresent(this::payWith);
        for (Purchase purchase : metering.purchases()) {
            fee(purchase);
        }
        for (DataTransfer data : metering.transfers()) {
            add(data.gib().multiply(data.usdPerGib()).multiply(BigDecimal.valueOf(3_600)));
        }
    }

    private void add(BigDecimal usd) {
        usdSeconds = usdSeconds.add(usd);
    }

    private void run(VmUsage usage) {
        BillingRule rule = rules.apply(usage.offer().type().provider());
        long paid = 0;
        for (long second = 0; second < usage.endSeconds() - usage.startSeconds(); second++) {
            if (usage.isInterrupted()) {
                paid++;
            } else if (rule.rounding() == Rounding.UP && second % rule.quantumSeconds() == 0) {
                paid += rule.quantumSeconds();
            } else if (rule.rounding() == Rounding.DOWN
                    && (second + 1) % rule.quantumSeconds() == 0) {
                paid += rule.quantumSeconds();
            }
        }
        while (!usage.isInterrupted() && paid < rule.minimumSeconds()) {
            paid++;
        }
        String key = key(usage);
        price.put(key, usage.usdPerHour());
        offers.put(key, usage.offer());
        working.computeIfAbsent(key, k -> new int[LONGEST]);
        idle.computeIfAbsent(key, k -> new int[LONGEST]);
        for (int second = (int) usage.startSeconds();
                second < usage.startSeconds() + paid;
                second++) {
            (second < usage.workedUntilSeconds() ? working : idle).get(key)[second]++;
        }
    }

    private static String key(VmUsage usage) {
        return usage.offer().type().provider()
                + usage.offer().region()
                + usage.offer().type().name()
                + (usage.isSpot() ? " spot" : "");
    }

    private void pay(String key) {
        for (int second = 0; second < LONGEST; second++) {
            int works = working.get(key)[second];
            int idles = idle.get(key)[second];
            int committed = second < metering.periodSeconds() ? committed(key) : 0;
            int coveredWorking = Math.min(works, committed);
            int coveredIdle = Math.min(idles, committed - coveredWorking);
            count(key + " committed", coveredWorking + coveredIdle, coveredIdle);
            int left = works + idles - coveredWorking - coveredIdle;
            count(key, left, idles - coveredIdle);
            onDemand.computeIfAbsent(key, k -> new int[LONGEST])[second] = left;
            add(price.get(key).multiply(BigDecimal.valueOf(left)));
        }
    }

    /** VM by VM in each second; the cheapest under the plan, beside its price, first. */
    private void payWith(SharedPlan plan) {
        add(plan.usdPerHour().multiply(BigDecimal.valueOf(metering.periodSeconds())));
        List<String> keys = new ArrayList<>();
        onDemand.keySet().stream()
                .filter(key -> !key.endsWith(" spot") && plan.covers(offers.get(key)))
                .forEach(keys::add);
        if (plan instanceof SharedPlan.Spending spending) {
            keys.sort(
                    Comparator.comparingDouble(
                            key ->
                                    spending.rate(offers.get(key)).doubleValue()
                                            / price.get(key).doubleValue()));
        }
        for (int second = 0; second < metering.periodSeconds() && second < LONGEST; second++) {
            BigDecimal left = plan.usdPerHour();
            BigDecimal cores = BigDecimal.ZERO;
            BigDecimal gib = BigDecimal.ZERO;
            for (String key : keys) {
                for (int vm = 0; vm < onDemand.get(key)[second]; vm++) {
                    cores = cores.add(BigDecimal.valueOf(2)); // all samples have 2 vCPUs, 8 GiB
                    gib = gib.add(BigDecimal.valueOf(8));
                    if (plan instanceof SharedPlan.Spending spending) {
                        BigDecimal rate = spending.rate(offers.get(key));
                        BigDecimal used = rate.min(left);
                        left = left.subtract(used);
                        add(
                                price.get(key)
                                        .multiply(used)
                                        .divide(rate, MathContext.DECIMAL128)
                                        .negate());
                    }
                }
            }
            if (plan instanceof SharedPlan.Resource bought) {
                add(
                        bought.onDemand()
                                .usd(cores.min(bought.cores()), gib.min(bought.gib()))
                                .negate());
            }
        }
    }

    private int committed(String key) {
        int all = 0;
        for (Purchase purchase : metering.purchases()) {
            VmUsage alike = new VmUsage(purchase.offer(), false, 1, 0, 0, 0, false);
            all += key(alike).equals(key) ? purchase.count() : 0;
        }
        return all;
    }

    private void count(String key, long seconds, long idleSeconds) {
        if (seconds > 0) {
            charged.merge(key, seconds, Long::sum);
            useless.merge(key, idleSeconds, Long::sum);
        }
    }

    private void fee(Purchase purchase) {
        BigDecimal term = BigDecimal.valueOf(730L * purchase.commitment().termMonths());
        BigDecimal hour =
                purchase.commitment()
                        .usdPerHour()
                        .add(
                                purchase.commitment()
                                        .upfrontUsd()
                                        .divide(term, MathContext.DECIMAL128));
        for (int vm = 0; vm < purchase.count(); vm++) {
            add(hour.multiply(BigDecimal.valueOf(metering.periodSeconds())));
        }
    }
}
