package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CustomBlock;
import dev.stowage.covering.CustomSizes;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.VmList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cheapest mixes on demand for so many units of CPU and memory, all at once: each is that of
 * less with one VM more, or equal VMs cut to size. The same mixes as {@link Market#cheapestMix}
 * finds one by one, which costs thousands of times as much. Where units are larger than what all
 * sizes are multiples of, mixes are found one by one.
 */
final class MixTable implements Mixes {
    private final LevelHours levels;
    private final Market market;
    private final boolean isWhole;
    private final CostTable table;
    private final UnitItems items;

    /**
     * @param isWhole true if all sizes of the market are whole units, or count as rounded down
     */
    MixTable(LevelHours levels, Market market, boolean isWhole) {
        this.levels = levels;
        this.market = market;
        this.isWhole = isWhole;
        this.items = new UnitItems(levels, market.pool().items());
        this.table =
                new CostTable(
                        levels,
                        (c, m) -> market.cheapestMix(levels.resources(c, m)).nanoUsdPerHour());
        if (isWhole) {
            fill();
        }
    }

    private void fill() {
        for (int c = 0; c <= levels.mostCpu; c++) {
            for (int m = 0; m <= levels.mostMemory; m++) {
                table.set(c, m, c == 0 && m == 0 ? 0 : least(c, m));
            }
        }
    }

    private long least(int c, int m) {
        long best = custom(c, m);
        for (int i = 0; i < items.size(); i++) {
            best = Math.min(best, with(i, c, m));
        }
        return best;
    }

    /** With one VM of a type, and the cheapest of what it leaves. */
    private long with(int item, int c, int m) {
        return items.helps(item, c, m)
                ? items.nanoUsd[item]
                        + table.nanoUsd(
                                Math.max(0, c - items.cpu[item]),
                                Math.max(0, m - items.memory[item]))
                : Long.MAX_VALUE;
    }

    /** Of equal VMs cut to size; {@link CustomSizes#NONE} if there are none. */
    private long custom(int c, int m) {
        long best = CustomSizes.NONE;
        for (CustomSizes sizes : market.pool().custom()) {
            CustomBlock block = CustomBlock.covering(sizes, levels.resources(c, m));
            best = Math.min(best, block.nanoUsdPerHour());
        }
        return best;
    }

    @Override
    public CostTable table() {
        return table;
    }

    @Override
    public VmList mix(int needCpu, int needMemory) {
        if (!isWhole) {
            return market.cheapestMix(levels.resources(needCpu, needMemory));
        }
        Map<CoverItem, Integer> counts = new LinkedHashMap<>();
        int c = needCpu;
        int m = needMemory;
        while (c > 0 || m > 0) {
            long price = table.nanoUsd(c, m);
            int item = 0;
            while (item < items.size() && with(item, c, m) != price) {
                item++;
            }
            if (item == items.size()) {
                Cover.Line block = block(c, m, price);
                counts.merge(block.item(), block.count(), Integer::sum);
                break;
            }
            counts.merge(items.items.get(item), 1, Integer::sum);
            c = Math.max(0, c - items.cpu[item]);
            m = Math.max(0, m - items.memory[item]);
        }
        List<Cover.Line> lines = new ArrayList<>();
        counts.forEach((item, count) -> lines.add(new Cover.Line(item, count)));
        return new VmList(lines);
    }

    private Cover.Line block(int c, int m, long price) {
        for (CustomSizes sizes : market.pool().custom()) {
            CustomBlock block = CustomBlock.covering(sizes, levels.resources(c, m));
            if (block.nanoUsdPerHour() == price) {
                return block.line();
            }
        }
        throw new IllegalStateException("no mix of " + price + " for " + c + ", " + m);
    }
}
