package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Equal VMs that were cut to size.
 *
 * @param item one of them; null if there are none
 * @param count how many
 */
public record CustomBlock(@Nullable CoverItem item, int count) {
    /** No VMs. */
    public static final CustomBlock NONE = new CustomBlock(null, 0);

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
            Optional<CoverItem> item = sizes.cheapestCovering(each);
            if (item.isPresent()) {
                return new CustomBlock(item.get(), (int) count);
            }
        }
        return NONE;
    }

    /** Price of all, billionths of a USD an hour. */
    public long nanoUsdPerHour() {
        return item == null ? 0 : count * item.nanoUsdPerHour();
    }

    /** As a line of a cover; empty if there are none. */
    public Optional<Cover.Line> line() {
        return item == null ? Optional.empty() : Optional.of(new Cover.Line(item, count));
    }
}
