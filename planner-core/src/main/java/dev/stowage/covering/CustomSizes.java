package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.Optional;

/** VMs that a provider cuts to the size asked, with a price for each vCPU and each GiB. */
public interface CustomSizes {
    /** The price of a size that is not sold: more than any. */
    long NONE = Long.MAX_VALUE;

    /** Family of VM types that the sizes belong to. */
    String family();

    /** The cheapest legal size that covers {@code need} with one VM; empty if none is so large. */
    Optional<CoverItem> cheapestCovering(Resources need);

    /** Price of that size, billionths of a USD an hour; {@link #NONE} if none is so large. */
    default long nanoUsdCovering(Resources need) {
        return cheapestCovering(need).map(CoverItem::nanoUsdPerHour).orElse(NONE);
    }

    /** Price of a core of what is provided, in billionths of a USD an hour. */
    double nanoUsdPerCore();

    /** Price of a GiB in billionths of a USD an hour. */
    double nanoUsdPerGib();

    /** Least memory per core of what is provided, GiB. */
    double leastGibPerCore();

    /** Most memory per core of what is provided, GiB. */
    double mostGibPerCore();

    /** The largest size. */
    Resources largest();

    /** What CPU and memory of every size are whole multiples of; each at least 1. */
    Resources unit();
}
