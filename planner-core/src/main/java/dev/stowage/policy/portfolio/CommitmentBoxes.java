package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The best commitments for a demand: a branch and bound over boxes of committed CPU and memory,
 * however many types there are to commit to. What commitments to at least so much cost is a cover;
 * what is missing beside it is another. The first never falls and the second never rises with what
 * is committed, which bounds a box by two of its corners; the relaxation bounds it by its slope.
 */
final class CommitmentBoxes {
    /** Share by which the answer may be above the least that is proven. */
    private static final double TOLERANCE = 2e-4;

    /** Levels that a search may add up in all. */
    static final long MOST_WORK = 400_000_000L;

    private final LevelHours levels;
    private final CostTable beside;
    private final ExactCover committed;
    private final Optional<RelaxedCost> relaxed;
    private final long mostWork;
    private final Map<Long, Cover> covers = new HashMap<>();
    private double best = Double.POSITIVE_INFINITY;
    private Cover bestCover;
    private double proven;
    private boolean isCut;

    /**
     * @param relaxed bounds boxes by its slope; empty if none is known
     * @param mostWork levels that may be added up in all
     */
    CommitmentBoxes(
            LevelHours levels,
            CostTable beside,
            ExactCover committed,
            Optional<RelaxedCost> relaxed,
            long mostWork) {
        this.levels = levels;
        this.mostWork = mostWork;
        this.beside = beside;
        this.committed = committed;
        this.relaxed = relaxed;
        this.bestCover = cover(0, 0);
    }

    private record Box(int fromCpu, int toCpu, int fromMemory, int toMemory, double least) {}

    /**
     * Searches.
     *
     * @param enough nano USD over the demand: what another answer costs, so that more is of no use
     */
    void run(double enough) {
        PriorityQueue<Box> open =
                new PriorityQueue<>(
                        Comparator.comparingDouble(Box::least)
                                .thenComparingInt(Box::fromCpu)
                                .thenComparingInt(Box::fromMemory)
                                .thenComparingInt(Box::toCpu)
                                .thenComparingInt(Box::toMemory));
        tryAt(0, 0);
        open.add(box(0, levels.mostCpu, 0, levels.mostMemory));
        long work = 0;
        while (!open.isEmpty()) {
            Box box = open.remove();
            proven = Math.min(best, box.least());
            isCut = work > mostWork;
            if (box.least() >= Math.min(best, enough) * (1 - TOLERANCE) || isCut) {
                return;
            }
            work += 4L * levels.levels();
            tryAt(box.fromCpu(), box.fromMemory());
            split(box, open);
        }
        proven = best;
    }

    private void split(Box box, PriorityQueue<Box> open) {
        int cpu = (box.fromCpu() + box.toCpu()) >>> 1;
        int memory = (box.fromMemory() + box.toMemory()) >>> 1;
        double wide = (double) (box.toCpu() - box.fromCpu()) / Math.max(1, levels.mostCpu);
        double high = (double) (box.toMemory() - box.fromMemory()) / Math.max(1, levels.mostMemory);
        if (wide == 0 && high == 0) {
            return; // one point, tried
        }
        if (wide >= high) {
            add(open, box, box(box.fromCpu(), cpu, box.fromMemory(), box.toMemory()));
            add(open, box, box(cpu + 1, box.toCpu(), box.fromMemory(), box.toMemory()));
        } else {
            add(open, box, box(box.fromCpu(), box.toCpu(), box.fromMemory(), memory));
            add(open, box, box(box.fromCpu(), box.toCpu(), memory + 1, box.toMemory()));
        }
    }

    /** A part costs at least what the whole does. */
    private void add(PriorityQueue<Box> open, Box whole, Box part) {
        if (part.least() < best) {
            open.add(
                    part.least() >= whole.least()
                            ? part
                            : new Box(
                                    part.fromCpu(),
                                    part.toCpu(),
                                    part.fromMemory(),
                                    part.toMemory(),
                                    whole.least()));
        }
    }

    private Box box(int fromCpu, int toCpu, int fromMemory, int toMemory) {
        double corners =
                cover(fromCpu, fromMemory).boundNanoUsdPerHour() * levels.totalHours
                        + beside.nanoUsd(levels, toCpu, toMemory);
        double slope =
                relaxed.map(each -> each.atLeast(fromCpu, toCpu, fromMemory, toMemory)).orElse(0.0);
        return new Box(fromCpu, toCpu, fromMemory, toMemory, Math.max(corners, slope));
    }

    /** Commits to at least so much, and takes what the cover holds beyond it. */
    private void tryAt(int cpu, int memory) {
        Cover cover = cover(cpu, memory);
        Resources held = cover.provides();
        double cost =
                cover.nanoUsdPerHour() * levels.totalHours
                        + beside.nanoUsd(levels, levels.cpuUnits(held), levels.memoryUnits(held));
        if (cost < best) {
            best = cost;
            bestCover = cover;
        }
    }

    private Cover cover(int cpu, int memory) {
        return covers.computeIfAbsent(
                cpu * (1L << Integer.SIZE) + memory,
                key -> committed.cover(levels.resources(cpu, memory)));
    }

    /** What the best costs over the demand, nano USD. */
    double best() {
        return best;
    }

    /** What to commit to. */
    Cover bestCover() {
        return bestCover;
    }

    /** No commitments cost less over these levels, nano USD; if not cut within the tolerance. */
    double proven() {
        return proven;
    }

    /** True if the search stopped at its limit. */
    boolean isCut() {
        return isCut;
    }
}
