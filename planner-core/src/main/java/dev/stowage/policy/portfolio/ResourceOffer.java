package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.SharedPlan.ResourcePrice;
import dev.stowage.policy.deployment.VmList;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * vCPUs and memory of a family, bought apart. All that its VMs can add up to is found once; beside
 * a commitment each sum costs what it exceeds that by, and VMs of other families come on top, like
 * those of a mix on demand.
 */
final class ResourceOffer implements SharedOffer {
    private static final double NANO = 1e9;

    /** Share by which prices of types may differ from those of their resources. */
    private static final double NEAR = 5e-3;

    private static final long MOST_SUMS = 4_000_000;

    private final SharedTerms terms;
    private final LevelHours levels;
    private final MixTable onDemand;
    private final UnitItems rented;
    private final UnitItems family;
    private final ResourcePrice committed;
    private final ResourcePrice listed;

    /** What a price on demand is paid of, after sustained use. */
    private final double paid;

    private final int mostCpu;
    private final int mostMemory;
    private final int columns;

    /** What VMs cost on demand that add up to so much, by sum. */
    private final long[] sums;

    private ResourceOffer(
            SharedTerms terms,
            LevelHours levels,
            List<CoverItem> pool,
            MixTable onDemand,
            Prices prices) {
        this.terms = terms;
        this.levels = levels;
        this.onDemand = onDemand;
        this.rented =
                new UnitItems(
                        levels, pool.stream().filter(i -> !terms.items().contains(i)).toList());
        this.family = new UnitItems(levels, terms.items());
        this.committed = prices.committed();
        this.listed = prices.listed();
        this.paid = paid(terms);
        int cpu = levels.mostCpu;
        int memory = levels.mostMemory;
        for (int i = 0; i < family.size(); i++) {
            int count =
                    Math.max(
                            count(levels.mostCpu, family.cpu[i]),
                            count(levels.mostMemory, family.memory[i]));
            cpu = Math.max(cpu, count * family.cpu[i]);
            memory = Math.max(memory, count * family.memory[i]);
        }
        this.mostCpu = cpu;
        this.mostMemory = memory;
        this.columns = memory + 1;
        this.sums = isTooLarge() ? new long[0] : new long[columns * (cpu + 1)];
        if (!isTooLarge()) {
            fill();
        }
    }

    /** What vCPUs and memory cost. */
    record Prices(ResourcePrice committed, ResourcePrice listed) {}

    /**
     * An offer; empty if types count for other sizes than their own, if their prices are not those
     * of vCPUs and memory, or if there are too many sums.
     */
    static Optional<ResourceOffer> of(
            SharedTerms terms, LevelHours levels, List<CoverItem> pool, MixTable onDemand) {
        return prices(terms)
                .map(prices -> new ResourceOffer(terms, levels, pool, onDemand, prices))
                .filter(offer -> !offer.isTooLarge());
    }

    private boolean isTooLarge() {
        return (mostCpu + 1L) * (mostMemory + 1L) > MOST_SUMS;
    }

    private static int count(int need, int held) {
        return held == 0 ? 0 : -Math.floorDiv(-need, held);
    }

    /** Empty if types count for other sizes than their own, or are not priced by resources. */
    static Optional<Prices> prices(SharedTerms terms) {
        boolean isOwnSize =
                terms.items().stream()
                        .allMatch(
                                item ->
                                        item.vms() == 1
                                                && item.provides()
                                                        .equals(item.offer().type().capacity()));
        if (!isOwnSize) {
            return Optional.empty();
        }
        Comparator<CoverItem> ratio =
                Comparator.comparing(i -> i.provides().gib() / i.provides().cores());
        CoverItem lean = terms.items().stream().min(ratio).orElseThrow();
        CoverItem rich = terms.items().stream().max(ratio).orElseThrow();
        Optional<ResourcePrice> committed =
                ResourcePrice.of(
                        lean.provides(), rate(terms, lean), rich.provides(), rate(terms, rich));
        Optional<ResourcePrice> listed =
                ResourcePrice.of(
                        lean.provides(),
                        lean.offer().usdPerHour(),
                        rich.provides(),
                        rich.offer().usdPerHour());
        if (committed.isEmpty() || listed.isEmpty()) {
            return Optional.empty();
        }
        boolean isNear =
                terms.items().stream()
                        .allMatch(
                                item ->
                                        isNear(committed.get(), item, rate(terms, item))
                                                && isNear(
                                                        listed.get(),
                                                        item,
                                                        item.offer().usdPerHour()));
        return isNear ? Optional.of(new Prices(committed.get(), listed.get())) : Optional.empty();
    }

    /** What a price on demand is paid of, after sustained use. */
    static double paid(SharedTerms terms) {
        CoverItem one = terms.items().get(0);
        return one.nanoUsdPerHour() / (double) one.atList().nanoUsdPerHour();
    }

    /**
     * A core with next to no memory, and a GiB with next to no core, at no more than their prices.
     * Where all counts as the price of vCPUs, a core with all the memory that goes with it.
     */
    static List<CoverItem> units(SharedTerms terms, ResourcePrice price, double share) {
        CoverItem one = terms.items().get(0);
        long core = (long) (price.usdPerCore().doubleValue() * share * NANO * (1 - NEAR));
        long gib = (long) (price.usdPerGib().doubleValue() * share * NANO * (1 - NEAR));
        if (gib == 0) {
            Resources size = one.provides();
            return List.of(
                    new CoverItem(
                            one.offer(),
                            size,
                            one.pricing(),
                            Math.max(1, (long) (core * size.cores())),
                            1));
        }
        return List.of(
                new CoverItem(
                        one.offer(),
                        new Resources(Resources.MICRO_CORES_PER_CORE, 1),
                        one.pricing(),
                        Math.max(1, core),
                        1),
                new CoverItem(
                        one.offer(),
                        new Resources(1, Resources.BYTES_PER_GIB),
                        one.pricing(),
                        gib,
                        1));
    }

    private static BigDecimal rate(SharedTerms terms, CoverItem item) {
        return terms.priceOf(item).effectiveUsdPerHour();
    }

    private static boolean isNear(ResourcePrice price, CoverItem item, BigDecimal usd) {
        Resources size = item.provides();
        double parts = price.usd(ResourcePrice.cores(size), ResourcePrice.gib(size)).doubleValue();
        return Math.abs(parts / usd.doubleValue() - 1) < NEAR;
    }

    private void fill() {
        Arrays.fill(sums, Long.MAX_VALUE);
        sums[0] = 0;
        for (int c = 0; c <= mostCpu; c++) {
            for (int m = 0; m <= mostMemory; m++) {
                long least = sums[c * columns + m];
                for (int i = 0; i < family.size(); i++) {
                    if (family.cpu[i] <= c && family.memory[i] <= m) {
                        long rest = sums[(c - family.cpu[i]) * columns + m - family.memory[i]];
                        least =
                                rest == Long.MAX_VALUE
                                        ? least
                                        : Math.min(least, rest + family.nanoUsd[i]);
                    }
                }
                sums[c * columns + m] = least;
            }
        }
    }

    @Override
    public int[] most() {
        return new int[] {mostCpu, listed.usdPerGib().signum() == 0 ? 0 : mostMemory};
    }

    @Override
    public int[] near(SharedOffer other, int[] amounts) {
        LevelHours of = ((ResourceOffer) other).levels;
        Resources size = of.resources(amounts[0], amounts[1]);
        int[] most = most();
        return new int[] {
            (int) Math.min(most[0], levels.cpuUnits(size)),
            (int) Math.min(most[1], levels.memoryUnits(size))
        };
    }

    @Override
    public double nanoUsdPerHour(int[] amounts) {
        return nano(committed, amounts[0], amounts[1]);
    }

    private double nano(ResourcePrice price, int cpu, int memory) {
        return NANO
                * (price.usdPerCore().doubleValue() * levels.unit.cores() * cpu
                        + price.usdPerGib().doubleValue() * levels.unit.gib() * memory);
    }

    @Override
    public Mixes mixes(int[] amounts) {
        return new Beside(amounts[0], amounts[1]);
    }

    @Override
    public SharedPlan plan(int[] amounts) {
        Commitment one = terms.priceOf(terms.items().get(0));
        Resources size = levels.resources(amounts[0], amounts[1]);
        return new SharedPlan.Resource(
                terms.provider(),
                terms.region(),
                terms.family().orElseThrow(),
                terms.name(),
                one.termMonths(),
                ResourcePrice.cores(size),
                ResourcePrice.gib(size),
                committed,
                listed);
    }

    /** What is left to pay beside so much. */
    private final class Beside implements Mixes {
        private final CostTable table;

        /** The cheapest sum that holds at least so much, by sum. */
        private final int[] held;

        private final int cpu;
        private final int memory;

        Beside(int cpu, int memory) {
            this.cpu = cpu;
            this.memory = memory;
            this.held = new int[sums.length];
            for (int c = mostCpu; c >= 0; c--) {
                for (int m = mostMemory; m >= 0; m--) {
                    int best = c * columns + m;
                    best = m < mostMemory ? cheaper(best, held[c * columns + m + 1]) : best;
                    best = c < mostCpu ? cheaper(best, held[(c + 1) * columns + m]) : best;
                    held[c * columns + m] = best;
                }
            }
            this.table = new CostTable(levels, (c, m) -> 0);
            for (int c = 0; c <= levels.mostCpu; c++) {
                for (int m = 0; m <= levels.mostMemory; m++) {
                    table.set(c, m, least(c, m));
                }
            }
        }

        private int cheaper(int a, int b) {
            return left(b) < left(a) ? b : a;
        }

        /** What is left to pay of a sum; the largest number if no VMs add up to it. */
        private long left(int sum) {
            if (sums[sum] == Long.MAX_VALUE) {
                return Long.MAX_VALUE;
            }
            double saved =
                    paid
                            * nano(
                                    listed,
                                    Math.min(cpu, sum / columns),
                                    Math.min(memory, sum % columns));
            return Math.max(0, sums[sum] - (long) saved);
        }

        private long least(int c, int m) {
            long best = Math.min(onDemand.table().nanoUsd(c, m), left(held[c * columns + m]));
            for (int i = 0; i < rented.size(); i++) {
                best = Math.min(best, with(i, c, m));
            }
            return best;
        }

        private long with(int i, int c, int m) {
            return rented.helps(i, c, m)
                    ? rented.nanoUsd[i]
                            + table.nanoUsd(
                                    Math.max(0, c - rented.cpu[i]),
                                    Math.max(0, m - rented.memory[i]))
                    : Long.MAX_VALUE;
        }

        @Override
        public CostTable table() {
            return table;
        }

        @Override
        public VmList mix(int needCpu, int needMemory) {
            Map<CoverItem, Integer> counts = new LinkedHashMap<>();
            int c = needCpu;
            int m = needMemory;
            while (c > 0 || m > 0) {
                long price = table.nanoUsd(c, m);
                if (price == left(held[c * columns + m])) {
                    addUp(held[c * columns + m], counts);
                    break;
                }
                int i = 0;
                while (i < rented.size() && with(i, c, m) != price) {
                    i++;
                }
                if (i == rented.size()) {
                    onDemand.mix(c, m)
                            .lines()
                            .forEach(l -> counts.merge(l.item(), l.count(), Integer::sum));
                    break;
                }
                counts.merge(rented.items.get(i), 1, Integer::sum);
                c = Math.max(0, c - rented.cpu[i]);
                m = Math.max(0, m - rented.memory[i]);
            }
            return SpendingOffer.list(counts);
        }

        /** The VMs of the family that add up to a sum. */
        private void addUp(int sum, Map<CoverItem, Integer> counts) {
            int left = sum;
            while (left > 0) {
                int i = 0;
                while (!isLast(i, left)) {
                    i++;
                }
                counts.merge(family.items.get(i), 1, Integer::sum);
                left -= family.cpu[i] * columns + family.memory[i];
            }
        }

        private boolean isLast(int i, int sum) {
            if (family.cpu[i] > sum / columns || family.memory[i] > sum % columns) {
                return false;
            }
            long rest = sums[sum - family.cpu[i] * columns - family.memory[i]];
            return rest != Long.MAX_VALUE && rest + family.nanoUsd[i] == sums[sum];
        }
    }
}
