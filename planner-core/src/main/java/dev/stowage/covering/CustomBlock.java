package dev.stowage.covering;

import dev.stowage.model.Resources;

/**
 * Equal VMs that are cut to size.
 *
 * @param sizes the family
 * @param each what each must hold
 * @param count how many; 0 if they can't hold it
 * @param nanoUsdPerHour price of all, billionths of a USD an hour
 */
public record CustomBlock(CustomSizes sizes, Resources each, int count, long nanoUsdPerHour) {
    private static final int MOST = 1_000;

    /** As few equal VMs as the rules allow that cover {@code need}; none if they allow none. */
    public static CustomBlock covering(CustomSizes sizes, Resources need) {
        Resources largest = sizes.largest();
        long least =
                Math.max(
                        1,
                        Math.max(
                                -Math.floorDiv(-need.cpuMicroCores(), largest.cpuMicroCores()),
                                -Math.floorDiv(-need.memoryBytes(), largest.memoryBytes())));
        for (long count = least; count <= MOST; count++) {
            Resources each =
                    new Resources(
                            -Math.floorDiv(-need.cpuMicroCores(), count),
                            -Math.floorDiv(-need.memoryBytes(), count));
            long price = sizes.nanoUsdCovering(each);
            if (price != CustomSizes.NONE) {
                return new CustomBlock(sizes, each, (int) count, count * price);
            }
        }
        return new CustomBlock(sizes, need, 0, CustomSizes.NONE);
    }

    /**
     * As a line of a cover.
     *
     * @throws IllegalStateException if there are none
     */
    public Cover.Line line() {
        return new Cover.Line(
                sizes.cheapestCovering(each)
                        .orElseThrow(() -> new IllegalStateException("no size holds " + each)),
                count);
    }
}
