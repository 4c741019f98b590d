package dev.stowage.packing.bound;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The cheapest whole numbers of servers of each kind that hold rows: what {@link BoundProgramme}
 * finds in fractions, by branch and bound. Small problems gain most by it, where a fraction of a
 * server is much. Exact: costs and rows are whole numbers; the relaxation that decides what isn't
 * looked at is lowered by more than its rounding.
 */
final class WholeServers {
    /** Partial choices after which nothing is found. */
    private static final int NODES = 50_000;

    /** Kinds of servers above which nothing is looked for. */
    private static final int KINDS = 12;

    /** Share by which a relaxation in floating point is lowered. */
    private static final double CAUTION = 1e-9;

    private final long[][] value;
    private final long[] need;
    private final int[][] cheapest;
    private final long[] cost;
    private final int[] most;
    private final int[] least;
    private long best = Long.MAX_VALUE;
    private int nodes;

    /**
     * A search.
     *
     * @param cost of a server by kind, at least 0
     * @param most servers by kind
     * @param least servers by kind that are in use anyway
     */
    WholeServers(List<BoundRow> rows, long[] cost, int[] most, int[] least) {
        this.value = new long[rows.size()][cost.length];
        this.need = rows.stream().mapToLong(BoundRow::need).toArray();
        for (int j = 0; j < value.length; j++) {
            for (int kind = 0; kind < cost.length; kind++) {
                value[j][kind] = rows.get(j).value(kind);
            }
        }
        this.cheapest = rows.stream().map(row -> cheapestFirst(row, cost)).toArray(int[][]::new);
        this.cost = cost;
        this.most = most;
        this.least = least;
    }

    /** The least cost; empty if it would take too long, or all servers aren't enough. */
    OptionalLong cost() {
        if (cost.length > KINDS) {
            return OptionalLong.empty();
        }
        try {
            choose(0, need, 0);
        } catch (ArithmeticException e) {
            return OptionalLong.empty(); // sums beyond a long
        }
        boolean isFound = nodes < NODES && best < Long.MAX_VALUE;
        return isFound ? OptionalLong.of(best) : OptionalLong.empty();
    }

    /** Kinds that are worth something in a row, those that cost least for it first. */
    static int[] cheapestFirst(BoundRow row, long[] cost) {
        return IntStream.range(0, cost.length)
                .filter(k -> row.value(k) > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> cost[k] / (double) row.value(k)))
                .mapToInt(k -> k)
                .toArray();
    }

    private void choose(int kind, long[] open, long paid) {
        if (kind == cost.length) {
            best = isHeld(open) ? Math.min(best, paid) : best;
            return;
        }
        int start = cheapest(kind, open);
        int number = start;
        while (number >= least[kind] && isWorth(kind, number, open, paid)) {
            number--;
        }
        number = start + 1;
        while (number <= most[kind] && isWorth(kind, number, open, paid)) {
            number++;
        }
    }

    /** False if this number, and so any further from the cheapest, can't lead to less cost. */
    private boolean isWorth(int kind, int number, long[] open, long paid) {
        if (++nodes >= NODES || paid + total(kind, number, open) * (1 - CAUTION) >= best) {
            return false;
        }
        long sum = Math.addExact(paid, Math.multiplyExact(cost[kind], (long) number));
        choose(kind + 1, left(open, kind, number), sum);
        return true;
    }

    /** The number at which its cost and the relaxation of the rest are least: they are convex. */
    private int cheapest(int kind, long[] open) {
        int low = least[kind];
        int high = most[kind];
        while (low < high) {
            int middle = (low + high) >>> 1;
            double here = total(kind, middle, open);
            boolean isEnough = here < Double.POSITIVE_INFINITY;
            if (isEnough && here <= total(kind, middle + 1, open)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private double total(int kind, int number, long[] open) {
        return (double) cost[kind] * number + relaxed(kind + 1, left(open, kind, number));
    }

    private long[] left(long[] open, int kind, int number) {
        long[] left = new long[open.length];
        for (int j = 0; j < left.length; j++) {
            long held = Math.multiplyExact(value[j][kind], (long) number);
            left[j] = Math.subtractExact(open[j], held);
        }
        return left;
    }

    private static boolean isHeld(long[] open) {
        for (long each : open) {
            if (each > 0) {
                return false;
            }
        }
        return true;
    }

    /** What the kinds from {@code first} on cost at least, in fractions, row by row. */
    private double relaxed(int first, long[] open) {
        double most = 0;
        for (int j = 0; j < open.length; j++) {
            most = Math.max(most, relaxed(first, j, open[j]));
        }
        return most;
    }

    /** Those in use anyway, then fractions of the kinds that cost least for what they hold. */
    private double relaxed(int first, int row, long open) {
        double left = open;
        double sum = 0;
        for (int kind = first; kind < cost.length; kind++) {
            left -= (double) least[kind] * value[row][kind];
            sum += (double) least[kind] * cost[kind];
        }
        for (int kind : cheapest[row]) {
            if (left > 0 && kind >= first) {
                double number = Math.min(most[kind] - least[kind], left / value[row][kind]);
                left -= number * value[row][kind];
                sum += number * cost[kind];
            }
        }
        return left > CAUTION * Math.abs((double) open) ? Double.POSITIVE_INFINITY : sum;
    }
}
