package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.PriceMonth;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.deployment.VmList;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan of spending at a place. The VMs that it pays for hold some part of a need for the least
 * spending, one more may be paid in part, and the rest is on demand: so the cheapest mixes beside a
 * plan are found like those on demand, from other starts. What a demand costs is piecewise linear
 * in what is spent, and bends upwards only where whole VMs are paid for: so only such sums count.
 */
final class SpendingOffer implements SharedOffer {
    private static final int NANO_DIGITS = 9;
    private static final int SHARE_DIGITS = 12;

    private final SharedTerms terms;
    private final LevelHours levels;
    private final MixTable onDemand;
    private final UnitItems rented;
    private final UnitItems covered;
    private final long[] rates;
    private final int columns;

    /** The least spending that holds so much, by cell. */
    private final long[] spending;

    private final long[] sums;

    SpendingOffer(SharedTerms terms, LevelHours levels, List<CoverItem> pool, MixTable onDemand) {
        this.terms = terms;
        this.levels = levels;
        this.onDemand = onDemand;
        this.rented = new UnitItems(levels, pool);
        this.covered = new UnitItems(levels, terms.undominated());
        this.rates = new long[covered.size()];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = terms.rateNanoUsd(covered.items.get(i));
        }
        this.columns = levels.mostMemory + 1;
        this.spending = new long[columns * (levels.mostCpu + 1)];
        fill();
        this.sums =
                Arrays.stream(spending)
                        .filter(s -> s < Long.MAX_VALUE)
                        .distinct()
                        .sorted()
                        .toArray();
    }

    private void fill() {
        for (int c = 0; c <= levels.mostCpu; c++) {
            for (int m = 0; m <= levels.mostMemory; m++) {
                long least = c == 0 && m == 0 ? 0 : Long.MAX_VALUE;
                for (int i = 0; i < rates.length && least > 0; i++) {
                    long rest = covered.helps(i, c, m) ? spending[left(i, c, m)] : Long.MAX_VALUE;
                    least = rest == Long.MAX_VALUE ? least : Math.min(least, rest + rates[i]);
                }
                spending[c * columns + m] = least;
            }
        }
    }

    private static int rest(int need, int held) {
        return Math.max(0, need - held);
    }

    /** The cell that a covered VM leaves. */
    private int left(int i, int c, int m) {
        return rest(c, covered.cpu[i]) * columns + rest(m, covered.memory[i]);
    }

    @Override
    public int[] most() {
        return new int[] {sums.length - 1};
    }

    @Override
    public int[] near(SharedOffer other, int[] amounts) {
        int at = Arrays.binarySearch(sums, Math.round(other.nanoUsdPerHour(amounts)));
        return new int[] {Math.min(sums.length - 1, at < 0 ? -at - 1 : at)};
    }

    @Override
    public double nanoUsdPerHour(int[] amounts) {
        return sums[amounts[0]];
    }

    @Override
    public Mixes mixes(int[] amounts) {
        return new Beside(sums[amounts[0]]);
    }

    @Override
    public SharedPlan plan(int[] amounts) {
        Commitment one = terms.priceOf(covered.items.get(0));
        BigDecimal start =
                one.upfrontUsd()
                        .divide(
                                PriceMonth.EXACT_HOURS.multiply(
                                        BigDecimal.valueOf(one.termMonths())),
                                MathContext.DECIMAL128);
        return new SharedPlan.Spending(
                terms.provider(),
                terms.family(),
                terms.name(),
                one.termMonths(),
                BigDecimal.valueOf(sums[amounts[0]], NANO_DIGITS),
                start.divide(start.add(one.usdPerHour()), MathContext.DECIMAL128)
                        .setScale(SHARE_DIGITS, RoundingMode.HALF_EVEN));
    }

    /** What is left to pay beside a sum. */
    private final class Beside implements Mixes {
        private final long sum;
        private final CostTable table;

        Beside(long sum) {
            this.sum = sum;
            this.table = new CostTable(levels, (c, m) -> 0);
            for (int c = 0; c <= levels.mostCpu; c++) {
                for (int m = 0; m <= levels.mostMemory; m++) {
                    table.set(c, m, least(c, m));
                }
            }
        }

        private long least(int c, int m) {
            if (spending[c * columns + m] <= sum) {
                return 0;
            }
            long best = onDemand.table().nanoUsd(c, m);
            for (int i = 0; i < rates.length; i++) {
                best = Math.min(best, inPart(i, c, m));
            }
            for (int i = 0; i < rented.size(); i++) {
                best = Math.min(best, with(i, c, m));
            }
            return best;
        }

        /** With one VM for which too little of the sum is left. */
        private long inPart(int i, int c, int m) {
            long whole = covered.helps(i, c, m) ? spending[left(i, c, m)] : Long.MAX_VALUE;
            return whole > sum
                    ? Long.MAX_VALUE
                    : (long)
                            Math.ceil(covered.nanoUsd[i] * (1 - (sum - whole) / (double) rates[i]));
        }

        /** With one VM on demand. */
        private long with(int i, int c, int m) {
            return rented.helps(i, c, m)
                    ? rented.nanoUsd[i]
                            + table.nanoUsd(rest(c, rented.cpu[i]), rest(m, rented.memory[i]))
                    : Long.MAX_VALUE;
        }

        @Override
        public CostTable table() {
            return table;
        }

        @Override
        public VmList mix(int cpu, int memory) {
            Map<CoverItem, Integer> counts = new LinkedHashMap<>();
            int c = cpu;
            int m = memory;
            while (spending[c * columns + m] > sum) {
                long price = table.nanoUsd(c, m);
                if (price == onDemand.table().nanoUsd(c, m)) {
                    onDemand.mix(c, m)
                            .lines()
                            .forEach(l -> counts.merge(l.item(), l.count(), Integer::sum));
                    return list(counts);
                }
                int i = 0;
                while (i < rented.size() && with(i, c, m) != price) {
                    i++;
                }
                boolean isRented = i < rented.size();
                if (!isRented) {
                    i = 0;
                    while (inPart(i, c, m) != price) {
                        i++;
                    }
                }
                UnitItems of = isRented ? rented : covered;
                counts.merge(of.items.get(i), 1, Integer::sum);
                c = rest(c, of.cpu[i]);
                m = rest(m, of.memory[i]);
            }
            paid(c, m, counts);
            return list(counts);
        }

        /** The VMs that the sum pays for. */
        private void paid(int cpu, int memory, Map<CoverItem, Integer> counts) {
            int c = cpu;
            int m = memory;
            while (c > 0 || m > 0) {
                int i = 0;
                while (!isCheapest(i, c, m)) {
                    i++;
                }
                counts.merge(covered.items.get(i), 1, Integer::sum);
                c = rest(c, covered.cpu[i]);
                m = rest(m, covered.memory[i]);
            }
        }

        private boolean isCheapest(int i, int c, int m) {
            return covered.helps(i, c, m)
                    && spending[left(i, c, m)] + rates[i] == spending[c * columns + m];
        }
    }

    static VmList list(Map<CoverItem, Integer> counts) {
        List<Cover.Line> lines = new ArrayList<>();
        counts.forEach((item, count) -> lines.add(new Cover.Line(item, count)));
        return new VmList(lines);
    }
}
