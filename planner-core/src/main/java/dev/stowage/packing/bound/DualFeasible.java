package dev.stowage.packing.bound;

/**
 * Functions of a size that keep what fits: if sizes fit into a capacity of at most {@code
 * capacity}, then their values fit into the value of that capacity. Each is superadditive, exact
 * and takes and gives whole numbers from 0.
 *
 * <p>Source: S. Martello and P. Toth, Discrete Applied Mathematics 28(1), 1990, and S. P. Fekete
 * and J. Schepers, New classes of fast lower bounds for bin packing problems, Mathematical
 * Programming 91, 2001 (small items left out); J. Carlier, F. Clautiaux and A. Moukrim, New
 * reduction procedures and lower bounds for the two-dimensional bin packing problem with fixed
 * orientation, Computers and Operations Research 34(8), 2007 (sizes counted in steps).
 */
interface DualFeasible {
    /** Value of a size from 0 to the capacity that the function was made for. */
    long value(long size);

    /** Each size as it is. */
    static DualFeasible identity() {
        return size -> size;
    }

    /**
     * Sizes below a threshold are nothing, those that leave less than the threshold are everything.
     *
     * @param threshold from 1 to half of the capacity
     */
    static DualFeasible withoutSmall(long capacity, long threshold) {
        return size -> size < threshold ? 0 : size > capacity - threshold ? capacity : size;
    }

    /**
     * How many steps fit into a size; sizes above half count what they leave.
     *
     * @param step from 1 to half of the capacity
     */
    static DualFeasible inSteps(long capacity, long step) {
        long whole = capacity / step;
        return size -> {
            long twice = 2 * size;
            if (twice > capacity) {
                return 2 * (whole - (capacity - size) / step);
            }
            return twice == capacity ? whole : 2 * (size / step);
        };
    }
}
