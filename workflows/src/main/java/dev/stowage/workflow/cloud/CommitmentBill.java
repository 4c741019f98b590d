package dev.stowage.workflow.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.billing.Metering;
import dev.stowage.billing.Purchase;
import dev.stowage.billing.VmUsage;
import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.workload.demand.ServiceDemand;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the best commitments for a demand would cost by the rules of the provider: committed VMs run
 * all of the time, and what a level needs beside them is rented while it lasts, for whole charging
 * periods.
 */
final class CommitmentBill {
    private final List<CommitmentPlan.Line> lines;
    private final List<CommitmentPlan.Beside> levels;
    private final Function<String, BillingRule> rules;
    private final List<VmUsage> vms = new ArrayList<>();

    private CommitmentBill(
            List<CommitmentPlan.Line> lines,
            List<CommitmentPlan.Beside> levels,
            Function<String, BillingRule> rules) {
        this.lines = lines;
        this.levels = levels;
        this.rules = rules;
    }

    /**
     * The bill.
     *
     * @param start first day of the demand, in UTC; empty if it has none
     * @param rules how each provider charges
     */
    static Bill of(
            CommitmentPlan plan,
            ServiceDemand demand,
            Optional<LocalDate> start,
            Function<String, BillingRule> rules) {
        return Bill.of(
                new CommitmentBill(plan.lines(), plan.beside(demand), rules)
                        .metering(Optional.empty(), start),
                rules);
    }

    /**
     * The bill of a portfolio.
     *
     * @param levels what is rented beside committed VMs, one after the other, from 0 on; not empty
     */
    static Bill of(
            Portfolio portfolio,
            List<CommitmentPlan.Beside> levels,
            Optional<LocalDate> start,
            Function<String, BillingRule> rules) {
        return Bill.of(
                new CommitmentBill(portfolio.lines(), levels, rules)
                        .metering(portfolio.shared(), start),
                rules);
    }

    private Metering metering(Optional<SharedPlan> plan, Optional<LocalDate> start) {
        long end = levels.get(levels.size() - 1).toSeconds();
        List<Purchase> purchases = new ArrayList<>();
        for (CommitmentPlan.Line line : lines) {
            VmOffer offer = line.item().offer();
            vms.add(new VmUsage(offer, false, line.count(), 0, end, end, false));
            purchases.add(new Purchase(offer, line.commitment(), line.count()));
        }
        Map<CoverItem, Running> running = new LinkedHashMap<>();
        for (CommitmentPlan.Beside level : levels) {
            Map<CoverItem, Integer> wanted = new HashMap<>();
            for (Cover.Line line : level.vms().lines()) {
                wanted.put(line.item(), line.count());
                running.computeIfAbsent(line.item(), Running::new);
            }
            running.forEach(
                    (item, of) -> of.become(wanted.getOrDefault(item, 0), level.fromSeconds()));
        }
        running.values().forEach(of -> of.become(0, end));
        return new Metering(vms, List.of(), purchases, plan, end, start);
    }

    /** A VM runs until the period that it is charged for is over, as those of {@code cloud} do. */
    private VmUsage usage(VmOffer offer, boolean isSpot, int count, long from, long to) {
        long period = rules.apply(offer.type().provider()).quantumSeconds();
        long end = from + period * -Math.floorDiv(-(to - from), period);
        return new VmUsage(offer, isSpot, count, from, to, end, false);
    }

    /** VMs of one kind that run; the last ones started are given back first. */
    private final class Running {
        private record Started(long atSeconds, int count) {}

        private final CoverItem item;
        private final Deque<Started> started = new ArrayDeque<>();
        private int count;

        Running(CoverItem item) {
            this.item = item;
        }

        void become(int wanted, long atSeconds) {
            if (wanted > count) {
                started.push(new Started(atSeconds, wanted - count));
            }
            int surplus = count - wanted;
            while (surplus > 0) {
                Started last = started.pop();
                int ended = Math.min(surplus, last.count());
                boolean isSpot = item.pricing() == Pricing.SPOT;
                vms.add(usage(item.offer(), isSpot, ended, last.atSeconds(), atSeconds));
                if (last.count() > ended) {
                    started.push(new Started(last.atSeconds(), last.count() - ended));
                }
                surplus -= ended;
            }
            count = wanted;
        }
    }
}
