package dev.stowage.packing.perfect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of up to 24 units a set that fills the rest of a server: all sets of one half are looked for
 * beside all of the other.
 */
final class Halves {
    /** Units of a half, at most. */
    static final int MOST = 12;

    private final FullSums sums;
    private final SumTable table = new SumTable(1 << MOST);

    /** Sets of a half that fit, and their sums. */
    private final long[] sumOf = new long[1 << MOST];

    private final boolean[] isFitting = new boolean[1 << MOST];

    Halves(FullSums sums) {
        this.sums = sums;
    }

    /** What {@link #fill} costs for so many units, in sums. */
    static long work(int units) {
        return 1L << (1 + (units + 1) / 2);
    }

    /**
     * A set with a unit that fills a server, the one of the fewest and largest units.
     *
     * @param units without the first
     */
    int @Nullable [] fill(int first, int[] units) {
        int middle = units.length / 2;
        table.clear();
        list(first, units, 0, middle);
        for (int set = 0; set < 1 << middle; set++) {
            if (isFitting[set]) {
                table.put(sumOf[set], set);
            }
        }
        list(first, units, middle, units.length);
        int @Nullable [] best = null;
        double most = 0;
        for (int set = 0; set < 1 << (units.length - middle); set++) {
            long left = sums.full - sums.sum[first] - sumOf[set];
            for (int at = isFitting[set] ? table.first(left) : -1; at >= 0; at = table.next(at)) {
                int[] found = set(first, units, table.set(at) | (set << middle));
                double squares = squares(found);
                if (squares > most && sums.isFull(found)) {
                    most = squares;
                    best = found;
                }
            }
        }
        return best;
    }

    /** The sums of all sets of some of the units. */
    private void list(int first, int[] units, int from, int to) {
        sumOf[0] = 0;
        isFitting[0] = true;
        int resources = sums.model.resources;
        long[][] taken = new long[1 << (to - from)][];
        taken[0] = demand(first);
        for (int set = 1; set < 1 << (to - from); set++) {
            int last = Integer.numberOfTrailingZeros(set);
            int rest = set & (set - 1);
            int unit = units[from + last];
            sumOf[set] = sumOf[rest] + sums.sum[unit];
            isFitting[set] = isFitting[rest];
            if (isFitting[set]) {
                long[] all = taken[rest].clone();
                for (int r = 0; r < resources; r++) {
                    all[r] += sums.model.demand[unit * resources + r];
                    isFitting[set] &= all[r] <= sums.model.usable[r];
                }
                taken[set] = all;
            }
        }
    }

    private long[] demand(int unit) {
        int resources = sums.model.resources;
        long[] demand = new long[resources];
        System.arraycopy(sums.model.demand, unit * resources, demand, 0, resources);
        return demand;
    }

    private static int[] set(int first, int[] units, int bits) {
        List<Integer> set = new ArrayList<>(List.of(first));
        for (int i = 0; i < units.length; i++) {
            if ((bits >> i & 1) != 0) {
                set.add(units[i]);
            }
        }
        return set.stream().mapToInt(i -> i).toArray();
    }

    private double squares(int[] set) {
        double sum = 0;
        for (int unit : set) {
            double share = sums.model.totalShare(unit);
            sum += share * share;
        }
        return sum;
    }
}
