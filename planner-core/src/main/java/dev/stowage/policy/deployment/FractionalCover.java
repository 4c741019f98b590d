package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmOffer;
import java.util.List;

/**
 * What covering a demand costs at least if VMs could be rented in fractions and types mixed: the
 * linear relaxation of covering CPU and memory.
 *
 * <p>With two constraints some optimum uses at most two types, so all single types and pairs are
 * tried: O(n^2) of n offers.
 */
final class FractionalCover {
    private FractionalCover() {}

    /** USD an hour; infinite without offers. */
    static double hourlyUsd(List<VmOffer> offers, Resources demand) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < offers.size(); i++) {
            best = Math.min(best, alone(offers.get(i), demand));
            for (int j = i + 1; j < offers.size(); j++) {
                best = Math.min(best, together(offers.get(i), offers.get(j), demand));
            }
        }
        return best;
    }

    private static double alone(VmOffer offer, Resources demand) {
        Resources vm = offer.type().capacity();
        double byCpu = (double) demand.cpuMicroCores() / vm.cpuMicroCores();
        double byMemory = (double) demand.memoryBytes() / vm.memoryBytes();
        return price(offer) * Math.max(byCpu, byMemory);
    }

    /** Both constraints tight; infinite if that takes a negative number of one of the two. */
    private static double together(VmOffer a, VmOffer b, Resources demand) {
        double determinant =
                a.type().capacity().cores() * b.type().capacity().gib()
                        - b.type().capacity().cores() * a.type().capacity().gib();
        double ofA =
                (demand.cores() * b.type().capacity().gib()
                                - b.type().capacity().cores() * demand.gib())
                        / determinant;
        double ofB =
                (a.type().capacity().cores() * demand.gib()
                                - demand.cores() * a.type().capacity().gib())
                        / determinant;
        return ofA >= 0 && ofB >= 0
                ? ofA * price(a) + ofB * price(b)
                : Double.POSITIVE_INFINITY; // also if both have the same ratio: 0 / 0 is no number
    }

    private static double price(VmOffer offer) {
        return offer.usdPerHour().doubleValue();
    }
}
