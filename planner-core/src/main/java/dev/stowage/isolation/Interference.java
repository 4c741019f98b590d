package dev.stowage.isolation;

import java.util.List;

/**
 * How much is left of the performance of applications that share a server: the product over the
 * shared resources of {@code 1 - sensitivity * pressure}, where the pressure is that of all others,
 * at most 1, times what the level leaves shared; applications in the same slice are not kept apart
 * by any level. Ours; properties that tests hold: factors of 1 and slices of one's own leave no
 * interference, more isolation or fewer neighbours never lower a performance, the order does not
 * matter.
 */
public final class Interference {
    private static final SharedResource[] RESOURCES = SharedResource.values();

    private Interference() {}

    /**
     * An application in a slice.
     *
     * @param neighbour what it suffers and does
     * @param slice number of the slice; equal numbers share one
     * @param activity its pressure as a share of that of an application that runs, usually 1
     */
    public record Placed(Neighbour neighbour, int slice, double activity) {
        /** An application that runs. */
        public Placed(Neighbour neighbour, int slice) {
            this(neighbour, slice, 1);
        }
    }

    /** What is left of the performance of one of {@code all}, in [0, 1]; O(all * resources). */
    public static double left(List<Placed> all, int index, IsolationLevel level) {
        Placed self = all.get(index);
        double left = 1;
        for (SharedResource resource : RESOURCES) {
            double sensitivity = self.neighbour().sensitivity().of(resource);
            if (sensitivity > 0) {
                double isolation = level.factors().of(resource);
                double inside = Math.min(1, pressure(all, index, resource, true));
                double everywhere = Math.min(1, pressure(all, index, resource, false));
                left *= 1 - sensitivity * (isolation * inside + (1 - isolation) * everywhere);
            }
        }
        return left;
    }

    private static double pressure(
            List<Placed> all, int index, SharedResource resource, boolean onlySameSlice) {
        double sum = 0;
        for (int other = 0; other < all.size(); other++) {
            Placed placed = all.get(other);
            if (other != index && (!onlySameSlice || placed.slice() == all.get(index).slice())) {
                sum += placed.neighbour().pressure().of(resource) * placed.activity();
            }
        }
        return sum;
    }

    /** Rate of one of {@code all} over its rate alone on the native stack; may be above 1. */
    public static double rate(List<Placed> all, int index, IsolationLevel level) {
        return all.get(index).neighbour().rateAlone(level) * left(all, index, level);
    }
}
