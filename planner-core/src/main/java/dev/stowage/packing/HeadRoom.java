package dev.stowage.packing;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;

/**
 * The share of each server that stays free.
 *
 * @param shares by name of the resource, from 0 to below 1
 * @param others of all other resources, from 0 to below 1
 */
public record HeadRoom(Map<String, Double> shares, double others) {
    /** Servers may be full. */
    public static final HeadRoom NONE = new HeadRoom(Map.of(), 0);

    public HeadRoom {
        shares = Map.copyOf(shares);
        Check.inRange("others", others, 0, 1);
        shares.values().forEach(share -> Check.inRange("share", share, 0, 1));
    }

    /** What is left of a capacity, rounded down. */
    public ResourceVector below(ResourceVector capacity, List<PackingResource> resources) {
        long[] usable = capacity.toArray();
        for (int r = 0; r < usable.length; r++) {
            double share = shares.getOrDefault(resources.get(r).name(), others);
            usable[r] =
                    BigDecimal.ONE
                            .subtract(new BigDecimal(Double.toString(share)))
                            .multiply(BigDecimal.valueOf(usable[r]))
                            .setScale(0, RoundingMode.DOWN)
                            .longValueExact();
        }
        return ResourceVector.of(usable);
    }
}
