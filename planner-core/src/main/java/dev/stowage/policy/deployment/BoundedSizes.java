package dev.stowage.policy.deployment;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CustomSizes;
import dev.stowage.model.Resources;
import java.util.Optional;

/** Custom sizes no smaller than one size and no larger than another. */
final class BoundedSizes implements CustomSizes {
    private final CustomSizes sizes;
    private final Resources least;
    private final Optional<Resources> most;

    /**
     * @param least in what VMs provide
     * @param most in what VMs provide; any if empty
     */
    BoundedSizes(CustomSizes sizes, Resources least, Optional<Resources> most) {
        this.sizes = sizes;
        this.least = least;
        this.most = most;
    }

    @Override
    public String family() {
        return sizes.family();
    }

    @Override
    public Optional<CoverItem> cheapestCovering(Resources need) {
        return sizes.cheapestCovering(need.max(least))
                .filter(item -> most.isEmpty() || most.get().covers(item.provides()));
    }

    @Override
    public long nanoUsdCovering(Resources need) {
        return most.isEmpty()
                ? sizes.nanoUsdCovering(need.max(least))
                : CustomSizes.super.nanoUsdCovering(need);
    }

    @Override
    public double nanoUsdPerCore() {
        return sizes.nanoUsdPerCore();
    }

    @Override
    public double nanoUsdPerGib() {
        return sizes.nanoUsdPerGib();
    }

    @Override
    public double leastGibPerCore() {
        return sizes.leastGibPerCore();
    }

    @Override
    public double mostGibPerCore() {
        return sizes.mostGibPerCore();
    }

    @Override
    public Resources unit() {
        return sizes.unit();
    }

    @Override
    public Resources largest() {
        Resources all = sizes.largest();
        return most.map(
                        m ->
                                new Resources(
                                        Math.min(m.cpuMicroCores(), all.cpuMicroCores()),
                                        Math.min(m.memoryBytes(), all.memoryBytes())))
                .orElse(all);
    }
}
