package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.List;

/**
 * VMs that together cover a demand.
 *
 * @param lines what to rent, dearest VM first
 * @param nanoUsdPerHour price of all, in billionths of a USD an hour
 * @param boundNanoUsdPerHour no cover costs less; equals the price if it is proven to be optimal
 * @param nodes partial covers that the search looked at
 */
public record Cover(List<Line> lines, long nanoUsdPerHour, long boundNanoUsdPerHour, long nodes) {
    /** The cover of no demand. */
    static final Cover NOTHING = new Cover(List.of(), 0, 0, 0);

    /**
     * VMs of one kind.
     *
     * @param item the kind
     * @param count how many, at least 1
     */
    public record Line(CoverItem item, int count) {}

    public Cover {
        lines = List.copyOf(lines);
    }

    /** True if no cover is cheaper. */
    public boolean isOptimal() {
        return nanoUsdPerHour == boundNanoUsdPerHour;
    }

    /** How far the price is above the bound, as a share of the bound; 0 if it is optimal. */
    public double gap() {
        return isOptimal()
                ? 0
                : (double) (nanoUsdPerHour - boundNanoUsdPerHour) / boundNanoUsdPerHour;
    }

    /** What the VMs provide together. */
    public Resources provides() {
        Resources sum = Resources.NONE;
        for (Line line : lines) {
            Resources one = line.item().provides();
            sum =
                    sum.plus(
                            new Resources(
                                    Math.multiplyExact(line.count(), one.cpuMicroCores()),
                                    Math.multiplyExact(line.count(), one.memoryBytes())));
        }
        return sum;
    }
}
