package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.List;

/** Tries all counts of all items: the oracle of covers. */
final class BruteForce {
    private final List<CoverItem> items;
    private final List<CustomSizes> custom;
    private long best = Long.MAX_VALUE;

    private BruteForce(List<CoverItem> items, List<CustomSizes> custom) {
        this.items = items;
        this.custom = custom;
    }

    static long cheapest(List<CoverItem> items, Resources demand) {
        return cheapest(items, List.of(), demand);
    }

    static long cheapest(List<CoverItem> items, CustomSizes custom, Resources demand) {
        return cheapest(items, List.of(custom), demand);
    }

    private static long cheapest(
            List<CoverItem> items, List<CustomSizes> custom, Resources demand) {
        BruteForce search = new BruteForce(items, custom);
        search.from(0, demand.cpuMicroCores(), demand.memoryBytes(), 0);
        return search.best;
    }

    private void from(int item, long cpu, long memory, long price) {
        if (cpu <= 0 && memory <= 0) {
            best = Math.min(best, price);
            return;
        }
        Resources rest = new Resources(Math.max(0, cpu), Math.max(0, memory));
        for (CustomSizes sizes : custom) {
            CustomBlock block = CustomBlock.covering(sizes, rest);
            if (block.count() > 0) {
                best = Math.min(best, price + block.nanoUsdPerHour());
            }
        }
        if (item == items.size()) {
            return;
        }
        CoverItem each = items.get(item);
        for (int x = 0; x <= each.countFor(rest); x++) {
            from(
                    item + 1,
                    cpu - x * each.provides().cpuMicroCores(),
                    memory - x * each.provides().memoryBytes(),
                    price + x * each.nanoUsdPerHour());
        }
    }
}
