package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One search for the cheapest cover. Hot: thousands of partial covers in a millisecond, so that
 * amounts, prices and counts are in arrays. See {@link ExactCover}.
 */
final class CoverSearch {
    private static final double MICRO = Resources.MICRO_CORES_PER_CORE;
    private static final double GIB = Resources.BYTES_PER_GIB;

    /** Nano USD: a block has at most 1,000 VMs, the price of each rounded by at most a half. */
    private static final double CUT_ROUNDING = 500;

    private final CoverPool pool;
    private final long limit;
    private final boolean isRelaxed;
    private final long[] cpu;
    private final long[] memory;
    private final long[] price;
    private final long demandCpu;
    private final long demandMemory;

    private final int[] counts;
    private final int[] bestCounts;
    private @Nullable CustomBlock bestCut;
    private long best = Long.MAX_VALUE;
    private long nodes;

    /**
     * @param isRelaxed true if custom sizes may be cut to fractions, and cost what those do
     */
    CoverSearch(CoverPool pool, Resources demand, long limit, boolean isRelaxed) {
        this.pool = pool;
        this.limit = limit;
        this.isRelaxed = isRelaxed;
        List<CoverItem> items = pool.items();
        cpu = items.stream().mapToLong(i -> i.provides().cpuMicroCores()).toArray();
        memory = items.stream().mapToLong(i -> i.provides().memoryBytes()).toArray();
        price = items.stream().mapToLong(CoverItem::nanoUsdPerHour).toArray();
        demandCpu = rounded(demand.cpuMicroCores(), pool.unit().cpuMicroCores());
        demandMemory = rounded(demand.memoryBytes(), pool.unit().memoryBytes());
        counts = new int[items.size()];
        bestCounts = new int[items.size()];
    }

    /** Up to a multiple of what all sizes are multiples of, which no whole cover can undercut. */
    private static long rounded(long demand, long unit) {
        return Math.multiplyExact(-Math.floorDiv(-demand, unit), unit);
    }

    void run() {
        startFromOneType();
        choose(price.length - 1, demandCpu, demandMemory, 0);
        if (best == Long.MAX_VALUE) {
            throw new IllegalStateException("no custom size covers the demand");
        }
    }

    int[] counts() {
        return bestCounts;
    }

    Optional<Cover.Line> cut() {
        return Optional.ofNullable(bestCut).map(CustomBlock::line);
    }

    long price() {
        return best;
    }

    /** The price, or the bound of the relaxation if the search was cut off. */
    long provenPrice() {
        return nodes < limit
                ? best
                : Math.min(
                        best, (long) Math.ceil(bound(price.length - 1, demandCpu, demandMemory)));
    }

    long nodes() {
        return nodes;
    }

    private void startFromOneType() {
        for (int i = 0; i < price.length; i++) {
            long count = count(i, demandCpu, demandMemory);
            if (count * price[i] < best) {
                best = count * price[i];
                Arrays.fill(bestCounts, 0);
                bestCounts[i] = Math.toIntExact(count);
            }
        }
    }

    /** Covers what is needed with {@code item}, those before it, and custom sizes. */
    private void choose(int item, long needCpu, long needMemory, long cost) {
        if (needCpu <= 0 && needMemory <= 0) {
            offer(cost, null);
        } else if (item < 0 && isRelaxed) {
            offer(cost + (long) bound(-1, needCpu, needMemory), null);
        } else if (item < 0) {
            offerCut(needCpu, needMemory, cost);
        } else if (item == 0 && pool.custom().isEmpty()) {
            long count = count(0, needCpu, needMemory);
            counts[0] = Math.toIntExact(count);
            offer(cost + count * price[0], null);
            counts[0] = 0;
        } else {
            long most = count(item, needCpu, needMemory);
            long start = cheapestCount(item, needCpu, needMemory, most);
            long x = start;
            while (x >= 0 && isWorth(item, x, needCpu, needMemory, cost)) {
                x--;
            }
            x = start + 1;
            while (x <= most && isWorth(item, x, needCpu, needMemory, cost)) {
                x++;
            }
        }
    }

    /** False if this count, and so any further from the cheapest, can't lead to a better cover. */
    private boolean isWorth(int item, long x, long needCpu, long needMemory, long cost) {
        long restCpu = needCpu - x * cpu[item];
        long restMemory = needMemory - x * memory[item];
        long paid = cost + x * price[item];
        if (isHopeless(paid + bound(item - 1, restCpu, restMemory)) || ++nodes >= limit) {
            return false;
        }
        counts[item] = (int) x;
        choose(item - 1, restCpu, restMemory, paid);
        counts[item] = 0;
        return true;
    }

    /** The count at which its price and the bound of the rest are least: they are convex. */
    private long cheapestCount(int item, long needCpu, long needMemory, long most) {
        long low = 0;
        long high = most;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (total(item, middle, needCpu, needMemory)
                    <= total(item, middle + 1, needCpu, needMemory)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private double total(int item, long x, long needCpu, long needMemory) {
        return x * price[item]
                + bound(item - 1, needCpu - x * cpu[item], needMemory - x * memory[item]);
    }

    private void offerCut(long needCpu, long needMemory, long cost) {
        Resources rest = new Resources(Math.max(0, needCpu), Math.max(0, needMemory));
        for (CustomSizes sizes : pool.custom()) {
            double least =
                    rest.cores() * sizes.nanoUsdPerCore() + rest.gib() * sizes.nanoUsdPerGib();
            if (isHopeless(cost + least - CUT_ROUNDING)) {
                continue; // before sizes and their prices are worked out
            }
            CustomBlock block = CustomBlock.covering(sizes, rest);
            if (block.count() > 0) {
                offer(cost + block.nanoUsdPerHour(), block);
            }
        }
    }

    private void offer(long cost, @Nullable CustomBlock cut) {
        if (cost < best) {
            best = cost;
            System.arraycopy(counts, 0, bestCounts, 0, counts.length);
            bestCut = cut;
        }
    }

    private long count(int item, long needCpu, long needMemory) {
        return Math.max(
                0,
                Math.max(
                        -Math.floorDiv(-needCpu, cpu[item]),
                        -Math.floorDiv(-needMemory, memory[item])));
    }

    /** What covering by the items up to {@code last} and custom sizes costs at least. */
    private double bound(int last, long needCpu, long needMemory) {
        return pool.bound(last).nanoUsd(needCpu / MICRO, needMemory / GIB);
    }

    /** True if nothing that costs at least this is better than the best: prices are whole. */
    private boolean isHopeless(double leastCost) {
        return Math.ceil(leastCost - 0.25) >= best;
    }
}
