package dev.stowage.sim.cloud;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.VmList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The VMs of one service: those that work, and the rentals that are over. */
final class Fleet {
    /** The dearest VM first; of equal ones the one that was rented first. */
    private static final Comparator<VmGroup> DEAREST =
            Comparator.comparingLong((VmGroup g) -> -g.price())
                    .thenComparingLong(g -> g.startSeconds);

    /** The one that is paid the longest first; of equal ones the one that was rented first. */
    private static final Comparator<VmGroup> LONGEST_PAID =
            Comparator.comparingLong((VmGroup g) -> -g.paidUntilSeconds)
                    .thenComparingLong(g -> g.startSeconds);

    private final long holdSeconds;
    private final List<VmGroup> active = new ArrayList<>();
    private final List<Rental> rentals = new ArrayList<>();

    /**
     * @param holdSeconds for how long a VM is kept at least
     */
    Fleet(long holdSeconds) {
        this.holdSeconds = holdSeconds;
    }

    boolean isEmpty() {
        return active.isEmpty();
    }

    List<VmGroup> active() {
        return active;
    }

    /** All rentals that are over, in the order in which they ended. */
    List<Rental> rentals() {
        return rentals;
    }

    /** What works or boots. */
    Resources provides() {
        return sum(active, Long.MAX_VALUE);
    }

    /** What works at a time. */
    Resources ready(long nowSeconds) {
        return sum(active, nowSeconds);
    }

    private static Resources sum(List<VmGroup> groups, long nowSeconds) {
        long cpu = 0;
        long memory = 0;
        for (VmGroup group : groups) {
            if (group.readySeconds <= nowSeconds) {
                cpu += group.count * group.item.provides().cpuMicroCores();
                memory += group.count * group.item.provides().memoryBytes();
            }
        }
        return new Resources(cpu, memory);
    }

    /** Counts by kind, in the order of first rental. */
    List<Cover.Line> lines() {
        Map<CoverItem, Integer> counts = new LinkedHashMap<>();
        active.forEach(g -> counts.merge(g.item, g.count, Integer::sum));
        List<Cover.Line> lines = new ArrayList<>();
        counts.forEach((item, count) -> lines.add(new Cover.Line(item, count)));
        return lines;
    }

    /** True if the charging period of some VM ends before {@code seconds}. */
    boolean expiresBefore(long seconds) {
        for (VmGroup group : active) {
            if (group.paidUntilSeconds < seconds) {
                return true;
            }
        }
        return false;
    }

    /** True if all VMs work and are paid until now, and not longer. */
    boolean isSteadyAt(long nowSeconds) {
        for (VmGroup group : active) {
            if (group.paidUntilSeconds != nowSeconds || group.readySeconds > nowSeconds) {
                return false;
            }
        }
        return true;
    }

    /** Pays for all VMs until {@code seconds}, and gives none back. */
    void payUntil(long seconds) {
        for (VmGroup group : active) {
            group.payUntil(seconds);
        }
    }

    void rent(Market market, VmList list, long nowSeconds, long readySeconds) {
        for (Cover.Line line : list.lines()) {
            if (line.count() > 0) {
                active.add(
                        new VmGroup(
                                market,
                                line.item(),
                                line.count(),
                                nowSeconds,
                                readySeconds,
                                holdSeconds));
            }
        }
    }

    /**
     * What the VMs that {@code need} takes cost from now on for a time, less what is paid; without
     * the dearest that can be spared.
     */
    long costAhead(Resources need, long nowSeconds, long horizonSeconds) {
        Spare spare = new Spare(provides(), need);
        long cost = 0;
        active.sort(DEAREST);
        for (VmGroup group : active) {
            int kept = group.count - spare.take(group);
            cost = Math.addExact(cost, group.costAhead(kept, nowSeconds, horizonSeconds));
        }
        return cost;
    }

    /**
     * Gives back what {@code need} can spare of what works, among VMs whose charging period ends
     * before {@code nextSeconds}, the dearest first, and pays for the rest until then. What still
     * boots spares nothing.
     *
     * @return true if any was given back
     */
    boolean renew(Resources need, long nowSeconds, long nextSeconds) {
        Spare spare = new Spare(ready(nowSeconds), need);
        int before = rentals.size();
        active.sort(DEAREST);
        for (VmGroup group : active) {
            if (group.paidUntilSeconds < nextSeconds) {
                release(group, spare.take(group), nowSeconds);
                group.payUntil(nextSeconds);
            }
        }
        dropEmpty();
        return rentals.size() > before;
    }

    private void release(VmGroup group, int count, long nowSeconds) {
        if (count > 0) {
            rentals.add(group.rental(count, nowSeconds));
            group.count -= count;
        }
    }

    /** What renting {@code list} anew costs for a time. */
    long costOfNew(Market market, VmList list, long horizonSeconds) {
        long paid = leastPaid(market, horizonSeconds);
        return Math.multiplyExact(list.nanoUsdPerHour(), paid);
    }

    private long leastPaid(Market market, long horizonSeconds) {
        long least = Math.max(holdSeconds, VmGroup.leastSeconds(market.billing()));
        return Math.max(horizonSeconds, least);
    }

    /** What {@code list} costs for a time if the VMs of its kinds that work here are kept. */
    long costOfChange(Market market, VmList list, long nowSeconds, long horizonSeconds) {
        long cost = 0;
        long paid = leastPaid(market, horizonSeconds);
        for (Cover.Line line : list.lines()) {
            int left = line.count();
            for (VmGroup group : longestPaid(market, line.item())) {
                int kept = Math.min(left, group.count);
                left -= kept;
                cost = Math.addExact(cost, group.costAhead(kept, nowSeconds, horizonSeconds));
            }
            cost =
                    Math.addExact(
                            cost, Math.multiplyExact(left * line.item().nanoUsdPerHour(), paid));
        }
        return cost;
    }

    /** Keeps the VMs of the kinds in {@code list}, rents what is missing, gives back the rest. */
    void change(Market market, VmList list, long nowSeconds, long readySeconds) {
        List<VmGroup> before = new ArrayList<>(active);
        Map<VmGroup, Integer> kept = new LinkedHashMap<>();
        List<Cover.Line> missing = new ArrayList<>();
        for (Cover.Line line : list.lines()) {
            int left = line.count();
            for (VmGroup group : longestPaid(market, line.item())) {
                kept.put(group, Math.min(left, group.count));
                left -= Math.min(left, group.count);
            }
            if (left > 0) {
                missing.add(new Cover.Line(line.item(), left));
            }
        }
        for (VmGroup group : before) {
            int released = group.count - kept.getOrDefault(group, 0);
            if (released > 0) {
                group.payUntil(readySeconds); // it serves until the new ones do
                release(group, released, readySeconds);
            }
        }
        dropEmpty();
        rent(market, new VmList(missing), nowSeconds, readySeconds);
    }

    private List<VmGroup> longestPaid(Market market, CoverItem item) {
        List<VmGroup> found = new ArrayList<>();
        for (VmGroup group : active) {
            if (group.market == market && group.item.equals(item)) {
                found.add(group);
            }
        }
        found.sort(LONGEST_PAID);
        return found;
    }

    /** Takes back {@code count} VMs of a group at once: a spot VM is charged until then. */
    void interrupt(VmGroup group, int count, long nowSeconds) {
        if (count > 0) {
            rentals.add(
                    new Rental(
                            group.market,
                            group.item,
                            count,
                            group.startSeconds,
                            nowSeconds,
                            nowSeconds));
            group.count -= count;
        }
    }

    /** Gives back everything. */
    void end(long nowSeconds) {
        for (VmGroup group : active) {
            if (holdSeconds > 0) {
                group.holdNoLongerThan(nowSeconds);
            }
            release(group, group.count, nowSeconds);
        }
        active.clear();
    }

    void dropEmpty() {
        active.removeIf(group -> group.count == 0);
    }

    /** What is provided beyond a need, as VMs are given back one after the other. */
    private static final class Spare {
        private long cpu;
        private long memory;

        Spare(Resources provided, Resources need) {
            cpu = provided.cpuMicroCores() - need.cpuMicroCores();
            memory = provided.memoryBytes() - need.memoryBytes();
        }

        /** How many of a group can be spared. */
        int take(VmGroup group) {
            if (cpu < 0 || memory < 0) {
                return 0;
            }
            long byCpu = cpu / group.item.provides().cpuMicroCores();
            long byMemory = memory / group.item.provides().memoryBytes();
            int count = (int) Math.min(group.count, Math.min(byCpu, byMemory));
            cpu -= count * group.item.provides().cpuMicroCores();
            memory -= count * group.item.provides().memoryBytes();
            return count;
        }
    }
}
