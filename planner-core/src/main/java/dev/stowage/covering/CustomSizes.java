package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.Optional;

/** VMs that a provider cuts to the size asked, with a price for each vCPU and each GiB. */
public interface CustomSizes {
    /** The cheapest legal size that covers {@code need} with one VM; empty if none is so large. */
    Optional<CoverItem> cheapestCovering(Resources need);

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
}
