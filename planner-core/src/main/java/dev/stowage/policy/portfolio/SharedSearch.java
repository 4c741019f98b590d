package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.ExactCover;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * How much of a shared commitment is best: a search by halving steps for a good amount, then branch
 * and bound over boxes of amounts. A box costs at least its least amount and what is left to pay
 * beside its greatest. Beside each amount the best commitments to VMs are found.
 */
final class SharedSearch {
    private static final double TOLERANCE = 2e-4;

    /** Amounts at which the search for a good one looks at least. */
    private static final int LEAST_TRIED = 12;

    private final LevelHours levels;
    private final SharedOffer offer;
    private final Function<Mixes, BesideCost> beside;
    private final Optional<ExactCover> committed;
    private final Map<Amounts, Value> known = new HashMap<>();
    private final int[] most;
    private final long mostWork;
    private long work;
    private boolean isCut;
    private Value best;
    private double proven;

    /**
     * What amounts cost.
     *
     * @param nanoUsd over the demand, with the best commitments to VMs beside them
     * @param leastBeside no commitments to VMs make what is beside the amounts cost less
     * @param cover commitments to VMs; empty if none are for sale
     */
    record Value(Amounts of, double nanoUsd, double leastBeside, Optional<Cover> cover) {
        int[] amounts() {
            return of.each;
        }
    }

    /** How much of each, equal by content. */
    private static final class Amounts {
        private final int[] each;

        Amounts(int[] each) {
            this.each = each;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Amounts amounts && Arrays.equals(each, amounts.each);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(each);
        }

        @Override
        public String toString() {
            return Arrays.toString(each);
        }
    }

    /**
     * @param beside what is paid beside mixes, with spot VMs if wanted
     * @param committed VMs to commit to; empty if none are for sale
     * @param mostWork cells and levels that it may go through in all
     */
    SharedSearch(
            LevelHours levels,
            SharedOffer offer,
            Function<Mixes, BesideCost> beside,
            Optional<ExactCover> committed,
            long mostWork) {
        this.levels = levels;
        this.mostWork = mostWork;
        this.offer = offer;
        this.beside = beside;
        this.committed = committed;
        this.most = offer.most();
        this.best = value(new int[most.length]);
    }

    private record Box(Amounts least, Amounts most, double nanoUsd) {
        int[] from() {
            return least.each;
        }

        int[] to() {
            return most.each;
        }
    }

    /** Looks for good amounts by steps that become smaller, from half of the most on. */
    void look() {
        byHalvingSteps(Integer.highestOneBit(Math.max(1, largest())));
    }

    /** Looks near some amounts. */
    void lookNear(int[] amounts, int step) {
        value(amounts);
        byHalvingSteps(step);
    }

    /**
     * Searches until the best amounts are proven.
     *
     * @param enough nano USD over the demand: what another answer costs, so that more is of no use
     */
    void prove(double enough) {
        PriorityQueue<Box> open =
                new PriorityQueue<>(
                        Comparator.comparingDouble(Box::nanoUsd)
                                .thenComparing(box -> box.least().toString())
                                .thenComparing(box -> box.most().toString()));
        open.add(box(new int[most.length], most));
        while (!open.isEmpty()) {
            Box box = open.remove();
            proven = Math.min(best.nanoUsd(), box.nanoUsd());
            if (box.nanoUsd() >= Math.min(best.nanoUsd(), enough) * (1 - TOLERANCE)) {
                return;
            }
            if (work > mostWork) {
                isCut = true;
                return;
            }
            value(box.from());
            split(box, open);
        }
        proven = best.nanoUsd();
    }

    /** From what is best now along each amount, and along all, by steps that become smaller. */
    private void byHalvingSteps(int first) {
        int step = first;
        while (step > 0 && (work <= mostWork / 2 || known.size() < LEAST_TRIED)) {
            Value before = best;
            for (int amount = 0; amount <= most.length; amount++) {
                tryAt(before.amounts(), amount, step);
                tryAt(before.amounts(), amount, -step);
            }
            step = best.nanoUsd() < before.nanoUsd() ? step : step / 2;
        }
    }

    /** One amount changed by a step, or all by steps in proportion to their most. */
    private void tryAt(int[] from, int amount, int step) {
        int[] to = from.clone();
        int largest = Math.max(1, largest());
        for (int i = 0; i < to.length; i++) {
            if (i == amount) {
                to[i] += step;
            } else if (amount == to.length) {
                to[i] += (int) ((long) step * most[i] / largest);
            }
            to[i] = Math.max(0, Math.min(most[i], to[i]));
        }
        value(to);
    }

    private int largest() {
        return Arrays.stream(most).max().orElse(0);
    }

    private void split(Box box, PriorityQueue<Box> open) {
        int widest = 0;
        for (int i = 1; i < most.length; i++) {
            double width = (box.to()[i] - box.from()[i]) / (double) Math.max(1, most[i]);
            double known =
                    (box.to()[widest] - box.from()[widest]) / (double) Math.max(1, most[widest]);
            widest = width > known ? i : widest;
        }
        if (box.to()[widest] == box.from()[widest]) {
            return; // one amount, tried
        }
        int middle = (box.from()[widest] + box.to()[widest]) >>> 1;
        int[] to = box.to().clone();
        to[widest] = middle;
        add(open, box, box(box.from(), to));
        int[] from = box.from().clone();
        from[widest] = middle + 1;
        add(open, box, box(from, box.to()));
    }

    private void add(PriorityQueue<Box> open, Box whole, Box part) {
        if (part.nanoUsd() < best.nanoUsd()) {
            double least = Math.max(part.nanoUsd(), whole.nanoUsd());
            open.add(new Box(part.least(), part.most(), least));
        }
    }

    private Box box(int[] from, int[] to) {
        double paid = offer.nanoUsdPerHour(from) * levels.totalHours;
        return new Box(new Amounts(from), new Amounts(to), paid + value(to).leastBeside());
    }

    private Value value(int[] amounts) {
        Amounts key = new Amounts(amounts);
        Value found = known.get(key);
        if (found == null) {
            found = found(key);
            known.put(key, found);
            best = best == null || found.nanoUsd() < best.nanoUsd() ? found : best;
        }
        return found;
    }

    private Value found(Amounts of) {
        int[] amounts = of.each;
        CostTable table = beside.apply(offer.mixes(amounts)).table();
        work += 16L * (levels.mostCpu + 1L) * (levels.mostMemory + 1L) + levels.levels();
        double paid = offer.nanoUsdPerHour(amounts) * levels.totalHours;
        if (committed.isEmpty()) {
            double left = table.nanoUsd(levels, 0, 0);
            return new Value(of, paid + left, left, Optional.empty());
        }
        long most = mostWork / 64;
        CommitmentBoxes boxes =
                new CommitmentBoxes(levels, table, committed.get(), Optional.empty(), most);
        boxes.run(Double.POSITIVE_INFINITY);
        work += boxes.isCut() ? most : 0;
        return new Value(of, paid + boxes.best(), boxes.proven(), Optional.of(boxes.bestCover()));
    }

    Value best() {
        return best;
    }

    /** What an hour of the best amount costs, nano USD. */
    long bestNanoUsdPerHour() {
        return Math.round(offer.nanoUsdPerHour(best.amounts()));
    }

    /** No amount costs less over these levels, nano USD; if not cut within the tolerance. */
    double proven() {
        return proven;
    }

    boolean isCut() {
        return isCut;
    }
}
