package dev.stowage.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest servers of several kinds that are enough; of equal cost the fewest. By branch and
 * bound over the number of each kind: what is missing costs at least what it costs in parts of
 * servers, by the duals of that linear programme of two rows. Kinds that cost most beside what they
 * are worth there come first, and of the last one the least number follows.
 */
final class CheapestMix {
    /** Beyond so many looked at, the best one is taken that was found. */
    private static final int MOST_NODES = 10_000_000;

    /** Corners that a bound looks at. */
    private static final int CORNERS = 24;

    /** Bounds are rounded down by that share: a sum of doubles may be above by less. */
    private static final double SAFE = 1 - 1e-9;

    /** What sums in another order may be apart. */
    private static final double ROUNDED = 1 - 1e-13;

    /**
     * What was found.
     *
     * @param counts of each kind, with those that are there already
     * @param isCheapest true if no other mix is cheaper, or as cheap with fewer servers
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    record Found(int[] counts, boolean isCheapest) {}

    private final Staircase need;
    private final Staircase rough;
    private final double[] base;
    private final OfferedKind[] kinds;
    private final int[] least;
    private final int[] most;
    private final int[] order;
    private final List<double[][]> duals = new ArrayList<>();
    private final List<double[][]> countDuals = new ArrayList<>();
    private int @Nullable [] best;
    private long bestCost = Long.MAX_VALUE;
    private long bestServers = Long.MAX_VALUE;
    private int nodes;

    private CheapestMix(
            Staircase need, double[] base, OfferedKind[] kinds, int[] least, int[] most) {
        this.need = need;
        rough = need.atMost(CORNERS);
        this.base = base;
        this.kinds = kinds;
        this.least = least;
        this.most = most;
        double[] worth = worth(vertices(IntStream.range(0, kinds.length).toArray(), false));
        order =
                IntStream.range(0, kinds.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble(kind -> -wasted(kinds[kind], worth)))
                        .mapToInt(Integer::intValue)
                        .toArray();
        for (int place = 0; place <= order.length; place++) {
            int[] rest = Arrays.copyOfRange(order, place, order.length);
            duals.add(vertices(rest, false));
            countDuals.add(vertices(rest, true));
        }
    }

    /**
     * Searches.
     *
     * @param base usable of each resource without servers of these kinds
     * @param least servers of each kind that are there in any case
     * @param most servers of each kind
     * @return null if all of them are not enough
     */
    static @Nullable Found of(
            Staircase need, double[] base, OfferedKind[] kinds, int[] least, int[] most) {
        if (!holds(need, base, kinds, most)) {
            return null;
        }
        CheapestMix search = new CheapestMix(need, base, kinds, least, most);
        search.search(0, least.clone(), 0, 0);
        int[] best = search.best;
        return best == null ? new Found(most, false) : new Found(best, search.nodes <= MOST_NODES);
    }

    /** True if so many are enough. */
    static boolean holds(Staircase need, double[] base, OfferedKind[] kinds, int[] counts) {
        double cores = base[0];
        double gib = base[1];
        for (int kind = 0; kind < counts.length; kind++) {
            cores += counts[kind] * kinds[kind].cores();
            gib += counts[kind] * kinds[kind].gib();
        }
        return need.holds(cores, gib);
    }

    /** What servers beside the least cost. */
    static long cost(OfferedKind[] kinds, int[] least, int[] counts) {
        long cost = 0;
        for (int kind = 0; kind < counts.length; kind++) {
            cost =
                    Math.addExact(
                            cost,
                            Math.multiplyExact(
                                    kinds[kind].cost(), (long) counts[kind] - least[kind]));
        }
        return cost;
    }

    /** Prices of a core and of a GiB where what is missing costs least in parts of servers. */
    private double[] worth(double[][] vertices) {
        double least = Double.POSITIVE_INFINITY;
        double[] worth = {0, 0};
        for (int i = 0; i < rough.cores().length; i++) {
            double cores = Math.max(0, rough.cores()[i] - base[0]);
            double gib = Math.max(0, rough.gib()[i] - base[1]);
            double[] dearest =
                    Arrays.stream(vertices)
                            .max(
                                    Comparator.comparingDouble(
                                            each -> each[0] * cores + each[1] * gib))
                            .orElseThrow();
            double its = dearest[0] * cores + dearest[1] * gib;
            if (its < least) {
                least = its;
                worth = dearest;
            }
        }
        return worth;
    }

    private static double wasted(OfferedKind kind, double[] worth) {
        return kind.cost() - worth[0] * kind.cores() - worth[1] * kind.gib();
    }

    private void search(int place, int[] counts, long cost, long servers) {
        if (++nodes > MOST_NODES || isNoBetter(place, counts, cost, servers)) {
            return;
        }
        int kind = order[place];
        int enough = enough(kind, counts);
        if (place == order.length - 1) {
            int[] mix = counts.clone();
            mix[kind] = enough;
            if (holds(need, base, kinds, mix)) {
                take(mix);
            }
            return;
        }
        int before = counts[kind];
        for (int count = before; count <= enough; count++) {
            long more = (long) count - before;
            long its = Math.multiplyExact(more, kinds[kind].cost());
            if (cost + its > bestCost || nodes > MOST_NODES) {
                break;
            }
            counts[kind] = count;
            search(place + 1, counts, cost + its, servers + more);
        }
        counts[kind] = before;
    }

    private void take(int[] mix) {
        long cost = cost(kinds, least, mix);
        long servers = Arrays.stream(mix).asLongStream().sum() - Arrays.stream(least).sum();
        if (cost < bestCost || (cost == bestCost && servers < bestServers)) {
            best = mix;
            bestCost = cost;
            bestServers = servers;
        }
    }

    /** The least number of a kind with which all is enough; the most if none is. */
    private int enough(int kind, int[] counts) {
        int[] mix = counts.clone();
        int low = counts[kind];
        int high = most[kind];
        while (low < high) {
            int middle = (low + high) >>> 1;
            mix[kind] = middle;
            if (holds(need, base, kinds, mix)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isNoBetter(int place, int[] counts, long cost, long servers) {
        int[] all = counts.clone();
        for (int i = place; i < order.length; i++) {
            all[order[i]] = most[order[i]];
        }
        if (!holds(need, base, kinds, all)) {
            return true;
        }
        double[] has = base.clone();
        for (int kind = 0; kind < kinds.length; kind++) {
            has[0] += counts[kind] * kinds[kind].cores();
            has[1] += counts[kind] * kinds[kind].gib();
        }
        long bound = cost + bound(duals.get(place), has);
        return bound > bestCost
                || (bound == bestCost
                        && servers + bound(countDuals.get(place), has) >= bestServers);
    }

    /** What is missing costs at least that. */
    private long bound(double[][] vertices, double[] has) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rough.cores().length; i++) {
            double cores = Math.max(0, rough.cores()[i] * ROUNDED - has[0]);
            double gib = Math.max(0, rough.gib()[i] * ROUNDED - has[1]);
            double its = 0;
            for (double[] each : vertices) {
                its = Math.max(its, each[0] * cores + each[1] * gib);
            }
            least = Math.min(least, its);
        }
        return (long) Math.ceil(least * SAFE - 1e-6);
    }

    /** Prices of a core and of a GiB at which no server of these kinds is worth more than it is. */
    private double[][] vertices(int[] rest, boolean isCount) {
        List<double[]> found = new ArrayList<>();
        for (int a : rest) {
            add(found, rest, isCount, worth(a, isCount) / kinds[a].cores(), 0);
            add(found, rest, isCount, 0, worth(a, isCount) / kinds[a].gib());
            for (int b : rest) {
                double det = kinds[a].cores() * kinds[b].gib() - kinds[b].cores() * kinds[a].gib();
                if (b > a && det != 0) {
                    double x =
                            worth(a, isCount) * kinds[b].gib() - worth(b, isCount) * kinds[a].gib();
                    double y =
                            worth(b, isCount) * kinds[a].cores()
                                    - worth(a, isCount) * kinds[b].cores();
                    add(found, rest, isCount, x / det, y / det);
                }
            }
        }
        return found.toArray(double[][]::new);
    }

    private double worth(int kind, boolean isCount) {
        return isCount ? 1 : kinds[kind].cost();
    }

    private void add(List<double[]> found, int[] rest, boolean isCount, double x, double y) {
        if (!(x >= 0) || !(y >= 0)) {
            return;
        }
        double factor = 1; // onto the feasible side, whatever rounding did
        for (int kind : rest) {
            double worth = x * kinds[kind].cores() + y * kinds[kind].gib();
            double limit = worth(kind, isCount);
            if (worth > limit * (1 + 1e-9)) {
                return;
            }
            factor = worth > limit ? Math.min(factor, limit / worth) : factor;
        }
        found.add(new double[] {x * factor, y * factor});
    }
}
