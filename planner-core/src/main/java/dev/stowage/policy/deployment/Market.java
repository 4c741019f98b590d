package dev.stowage.policy.deployment;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool;
import dev.stowage.covering.CustomBlock;
import dev.stowage.covering.CustomSizes;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What can be rented at one place: the types of a region of a provider that are left after filters,
 * its custom sizes, and how time is charged there. Immutable; safe for use by several threads.
 */
public final class Market {
    private static final Resources UNIT = Resources.ofCoresAndGib(1, 1);

    private final String provider;
    private final String region;
    private final BillingRule billing;
    private final List<CoverItem> items;
    private final CoverPool pool;
    private final ExactCover exact;
    private final List<CoverItem> single;

    /**
     * @param items types of fixed size
     * @param custom sizes that are cut to the demand
     * @throws IllegalArgumentException if there is nothing to rent
     */
    public Market(
            String provider,
            String region,
            BillingRule billing,
            List<CoverItem> items,
            List<? extends CustomSizes> custom) {
        this.provider = provider;
        this.region = region;
        this.billing = billing;
        this.items = List.copyOf(items);
        this.pool = CoverPool.of(items, custom);
        this.exact = new ExactCover(pool);
        this.single = undominated(items);
    }

    /** Types to which no other is at least as large and at most as dear; cheapest first. */
    private static List<CoverItem> undominated(List<CoverItem> items) {
        List<CoverItem> sorted = new ArrayList<>(items);
        sorted.sort(CoverPool.CHEAPEST);
        List<CoverItem> kept = new ArrayList<>();
        for (CoverItem item : sorted) {
            if (kept.stream().noneMatch(by -> by.provides().covers(item.provides()))) {
                kept.add(item);
            }
        }
        return List.copyOf(kept);
    }

    public String provider() {
        return provider;
    }

    public String region() {
        return region;
    }

    /** {@code provider/region}. */
    public String name() {
        return provider + "/" + region;
    }

    /** How a VM's time is charged. */
    public BillingRule billing() {
        return billing;
    }

    /** All types of fixed size, as given. */
    public List<CoverItem> items() {
        return items;
    }

    /** Types and sizes, without what never pays. */
    public CoverPool pool() {
        return pool;
    }

    /** The cheapest VM that holds {@code need} alone; empty if none is so large. */
    public Optional<CoverItem> cheapestSingle(Resources need) {
        CoverItem best = null;
        for (CoverItem item : single) {
            if (item.provides().covers(need)) {
                best = item;
                break;
            }
        }
        CustomSizes cheapest = null;
        long price = best == null ? CustomSizes.NONE : best.nanoUsdPerHour();
        for (CustomSizes sizes : pool.custom()) {
            long cut = sizes.nanoUsdCovering(need);
            if (cut < price) {
                price = cut;
                cheapest = sizes;
            }
        }
        return cheapest == null ? Optional.ofNullable(best) : cheapest.cheapestCovering(need);
    }

    /** The cheapest VMs of one type and size that hold {@code demand} together. */
    public Optional<VmList> cheapestUniform(Resources demand) {
        CoverItem best = null;
        long price = Long.MAX_VALUE;
        for (CoverItem item : pool.items()) {
            long cost = item.countFor(demand) * item.nanoUsdPerHour();
            if (cost < price) {
                price = cost;
                best = item;
            }
        }
        CustomBlock block = null;
        for (CustomSizes sizes : pool.custom()) {
            CustomBlock cut = CustomBlock.covering(sizes, demand);
            if (cut.nanoUsdPerHour() < price) {
                price = cut.nanoUsdPerHour();
                block = cut;
            }
        }
        if (block != null) {
            return Optional.of(new VmList(List.of(block.line())));
        }
        return Optional.ofNullable(best).map(item -> VmList.of(item, item.countFor(demand)));
    }

    /** The cheapest VMs of any mix that hold {@code demand} together, proven. */
    public VmList cheapestMix(Resources demand) {
        return new VmList(exact.cover(demand).lines());
    }

    /** The least that a demand can cost here, billionths of a USD an hour. */
    public double bound(Resources demand) {
        return exact.bound(demand);
    }

    /** The cheapest VM with at least 1 CPU and 1 GiB. */
    public Optional<CoverItem> smallest() {
        return cheapestSingle(UNIT);
    }

    /** The VM with the most CPU, of equal ones with the most memory; custom ones aside. */
    public Optional<CoverItem> largest() {
        return single.stream()
                .max(
                        Comparator.comparingLong((CoverItem i) -> i.provides().cpuMicroCores())
                                .thenComparing(i -> i.provides().memoryBytes()));
    }
}
