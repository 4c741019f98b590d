package dev.stowage.billing;

import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.BillingRule.Rounding;
import java.math.BigDecimal;
import java.math.MathContext;
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
            add(price.get(key).multiply(BigDecimal.valueOf(left)));
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
