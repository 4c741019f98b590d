package dev.stowage.sim.cloud;

import dev.stowage.model.Resources;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.function.ToDoubleFunction;

/**
 * What the VMs of a configuration provide after each decision, kept as intervals of equal amounts:
 * configurations last for many decisions. Reading one decision costs the logarithm of the number of
 * intervals. Immutable once built.
 */
public final class AssignedResources extends AbstractList<Resources> implements RandomAccess {
    private final int[] from;
    private final Resources[] amounts;
    private final int decisions;

    private AssignedResources(int[] from, Resources[] amounts, int decisions) {
        this.from = from;
        this.amounts = amounts;
        this.decisions = decisions;
    }

    @Override
    public Resources get(int decision) {
        if (decision < 0 || decision >= decisions) {
            throw new IndexOutOfBoundsException(decision + ", expected 0 to " + (decisions - 1));
        }
        int found = Arrays.binarySearch(from, decision);
        return amounts[found >= 0 ? found : -found - 2];
    }

    @Override
    public int size() {
        return decisions;
    }

    /** An amount after each decision. */
    public double[] each(ToDoubleFunction<Resources> amount) {
        double[] each = new double[decisions];
        for (int i = 0; i < from.length; i++) {
            Arrays.fill(each, from[i], until(i), amount.applyAsDouble(amounts[i]));
        }
        return each;
    }

    private int until(int interval) {
        return interval + 1 < from.length ? from[interval + 1] : decisions;
    }

    /** Sum of an amount over all decisions. */
    double sum(ToDoubleFunction<Resources> amount) {
        double sum = 0;
        for (int i = 0; i < from.length; i++) {
            sum += (until(i) - from[i]) * amount.applyAsDouble(amounts[i]);
        }
        return sum;
    }

    /** Number of intervals that are kept. */
    int intervals() {
        return from.length;
    }

    /** Takes amounts decision by decision. */
    static final class Builder {
        private int[] from = new int[16];
        private Resources[] amounts = new Resources[16];
        private int intervals;
        private int decisions;

        void add(Resources amount) {
            if (intervals == 0 || !amounts[intervals - 1].equals(amount)) {
                if (intervals == from.length) {
                    from = Arrays.copyOf(from, 2 * intervals);
                    amounts = Arrays.copyOf(amounts, 2 * intervals);
                }
                from[intervals] = decisions;
                amounts[intervals++] = amount;
            }
            decisions++;
        }

        AssignedResources build() {
            return new AssignedResources(
                    Arrays.copyOf(from, intervals), Arrays.copyOf(amounts, intervals), decisions);
        }
    }
}
