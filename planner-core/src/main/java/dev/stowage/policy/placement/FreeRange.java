package dev.stowage.policy.placement;

/**
 * A set of servers as the index of a cluster bounds it: what is free on any of them, and their
 * capacities, each between a lowest and a highest value, inclusive. All of them fit the task at
 * hand, so that the lowest amounts are at least what it asks for.
 *
 * <p>Hot: one object for all questions, hence plain fields; valid during the call it is passed to.
 * A capacity is 0 for all servers of a range or for none.
 */
public final class FreeRange {
    /** Rounding of {@code (capacity - free) / capacity} where capacities differ; generous. */
    private static final double SLACK = 0x1p-48;

    public long lowestMicroCores;
    public long highestMicroCores;
    public long lowestBytes;
    public long highestBytes;
    public long lowestCapacityMicroCores;
    public long highestCapacityMicroCores;
    public long lowestCapacityBytes;
    public long highestCapacityBytes;

    /** An empty range; whoever asks fills it. */
    public FreeRange() {}

    /** True if the capacities of its servers differ. */
    public boolean isMixed() {
        return lowestCapacityMicroCores != highestCapacityMicroCores
                || lowestCapacityBytes != highestCapacityBytes;
    }

    /** At least the allocated share of a resource of which at least that much is free. */
    public static double highestShare(long lowestFree, long lowestCapacity, long highestCapacity) {
        double share = allocatedShare(lowestFree, highestCapacity);
        return lowestCapacity == highestCapacity ? share : share + SLACK;
    }

    /** At most the allocated share of a resource of which at most that much is free. */
    public static double lowestShare(long highestFree, long lowestCapacity, long highestCapacity) {
        if (lowestCapacity == highestCapacity) {
            return allocatedShare(highestFree, highestCapacity);
        }
        return highestFree >= lowestCapacity
                ? 0
                : Math.max(0, allocatedShare(highestFree, lowestCapacity) - SLACK);
    }

    /** The allocated share of a resource, in [0, 1]; 0 if there is none of it. */
    public static double allocatedShare(long free, long capacity) {
        return capacity == 0 ? 0 : (double) (capacity - free) / capacity;
    }

    /** The share that an amount is of a resource; 0 if there is none of it. */
    public static double share(long amount, long capacity) {
        return capacity == 0 ? 0 : (double) amount / capacity;
    }
}
