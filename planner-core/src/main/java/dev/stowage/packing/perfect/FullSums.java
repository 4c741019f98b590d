package dev.stowage.packing.perfect;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.List;

/**
 * What units take of the resources that have no room to spare, as one number each: a sum of amounts
 * times large odd factors, in 64 bits. Sets that take the same have the same sum; others nearly
 * never do, and {@link #isFull} looks at the amounts themselves.
 */
final class FullSums {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    final PackModel model;
    final int servers;

    /** By unit. */
    final long[] sum;

    /** Of a server that is full. */
    final long full;

    private final boolean[] isTight;

    private FullSums(PackModel model, int servers, boolean[] isTight) {
        this.model = model;
        this.servers = servers;
        this.isTight = isTight;
        this.sum = new long[model.units];
        long all = 0;
        long factor = 1;
        for (int r = 0; r < model.resources; r++) {
            factor *= FACTOR;
            if (isTight[r]) {
                all += factor * model.usable[r];
                for (int unit = 0; unit < model.units; unit++) {
                    sum[unit] += factor * model.demand[unit * model.resources + r];
                }
            }
        }
        this.full = all;
    }

    /** Sums for a packing on so many servers; of no resource if each has room to spare. */
    static FullSums of(PackModel model, int servers) {
        boolean[] isTight = new boolean[model.resources];
        for (int r = 0; r < model.resources; r++) {
            long total = 0;
            for (int unit = 0; unit < model.units; unit++) {
                total += model.demand[unit * model.resources + r];
            }
            isTight[r] = model.usable[r] > 0 && total == servers * model.usable[r];
        }
        return new FullSums(model, servers, isTight);
    }

    boolean isAnyTight() {
        for (boolean each : isTight) {
            if (each) {
                return true;
            }
        }
        return false;
    }

    /** True if units fill a server to the last of each tight resource, and fit. */
    boolean isFull(int... units) {
        for (int r = 0; r < model.resources; r++) {
            long taken = 0;
            for (int unit : units) {
                taken += model.demand[unit * model.resources + r];
            }
            if (isTight[r] ? taken != model.usable[r] : taken > model.usable[r]) {
                return false;
            }
        }
        return true;
    }

    /** True if all of them together take no more than a server has. */
    boolean fits(int... units) {
        for (int r = 0; r < model.resources; r++) {
            long taken = 0;
            for (int unit : units) {
                taken += model.demand[unit * model.resources + r];
            }
            if (taken > model.usable[r]) {
                return false;
            }
        }
        return true;
    }

    /** All units, those that take most first. */
    List<Integer> largestFirst() {
        List<Integer> units = new ArrayList<>();
        for (int unit = 0; unit < model.units; unit++) {
            units.add(unit);
        }
        units.sort((a, b) -> Double.compare(model.totalShare(b), model.totalShare(a)));
        return units;
    }
}
