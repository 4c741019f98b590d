package dev.stowage.policy.commitment;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Shortfall;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Searches how many VMs of each type to commit to: from none, by the change of one count that saves
 * most, in strides that become shorter, at last also by exchanging one VM for several, until none
 * saves. What is not committed is covered exactly, level by level.
 */
final class CommitmentSearch {
    private static final double NANO = 1e9;
    private static final int[] STRIDES = {64, 16, 4, 1};
    private static final int MOST_REPLACED = 16;

    /** Covers that a refinement may make. */
    static final long MOST_COVERS = 200_000;

    private final Market market;
    private final List<CoverItem> items;
    private final Map<Resources, Double> hours;
    private final double totalHours;
    private final Map<List<Integer>, Double> known = new HashMap<>();
    private boolean isCut;

    /**
     * @param items at what an hour of the term costs
     * @param hours how long each level lasts
     */
    CommitmentSearch(Market market, List<CoverItem> items, Map<Resources, Double> hours) {
        this.market = market;
        this.items = items;
        this.hours = hours;
        this.totalHours = hours.values().stream().mapToDouble(h -> h).sum();
    }

    int[] best() {
        int[] counts = new int[items.size()];
        for (int stride : STRIDES) {
            int[] better = improved(counts, stride);
            while (better != counts) {
                counts = better;
                better = improved(counts, stride);
            }
        }
        return counts;
    }

    /**
     * Changes one count by one as long as that saves, over levels that a rougher search has not
     * seen one by one; as often as {@value #MOST_COVERS} covers allow.
     */
    int[] refined(int[] counts) {
        int[] best = counts;
        boolean isBetter = true;
        while (isBetter) {
            isCut = (known.size() + 2L * counts.length) * hours.size() > MOST_COVERS;
            if (isCut) {
                return best;
            }
            int[] before = best;
            for (int item = 0; item < counts.length; item++) {
                best = better(best, changed(best, item, 1, item, 0));
                best = better(best, changed(best, item, -1, item, 0));
            }
            isBetter = best != before;
        }
        return best;
    }

    /** True if a refinement stopped before it found that no change by one saves. */
    boolean isCut() {
        return isCut;
    }

    /** The best of all changes by a stride, by 1 also of exchanges; the same if none saves. */
    private int[] improved(int[] counts, int stride) {
        int[] best = counts;
        for (int item = 0; item < counts.length; item++) {
            best = better(best, changed(counts, item, stride, item, 0));
            best = better(best, changed(counts, item, -stride, item, 0));
            for (int other = 0; stride == 1 && other < counts.length; other++) {
                for (int n = 1; other != item && n <= replaced(item, other); n++) {
                    best = better(best, changed(counts, item, 1, other, -n));
                    best = better(best, changed(counts, item, -1, other, n));
                }
            }
        }
        return best;
    }

    /** How many of {@code other} one of {@code item} may stand for, at most. */
    private long replaced(int item, int other) {
        return Math.min(MOST_REPLACED, items.get(other).countFor(items.get(item).provides()));
    }

    private static int[] changed(int[] counts, int item, int change, int other, int otherChange) {
        int[] changed = counts.clone();
        changed[item] += change;
        changed[other] += otherChange;
        return changed;
    }

    private int[] better(int[] best, int[] changed) {
        boolean isPossible = Arrays.stream(changed).allMatch(count -> count >= 0);
        return isPossible && usd(changed) < usd(best) * (1 - 1e-12) ? changed : best;
    }

    /** What the demand costs with so many commitments. */
    double usd(int[] counts) {
        List<Integer> key = Arrays.stream(counts).boxed().toList();
        Double usd = known.get(key);
        if (usd == null) {
            usd = compute(counts);
            known.put(key, usd);
        }
        return usd;
    }

    private double compute(int[] counts) {
        long cpu = 0;
        long memory = 0;
        double cost = 0;
        for (int i = 0; i < counts.length; i++) {
            CoverItem item = items.get(i);
            cpu += counts[i] * item.provides().cpuMicroCores();
            memory += counts[i] * item.provides().memoryBytes();
            cost += counts[i] * item.nanoUsdPerHour() * totalHours;
        }
        Resources committed = new Resources(cpu, memory);
        for (Map.Entry<Resources, Double> level : hours.entrySet()) {
            Resources rest = Shortfall.of(level.getKey(), committed);
            cost += market.cheapestMix(rest).nanoUsdPerHour() * level.getValue();
        }
        return cost / NANO;
    }
}
