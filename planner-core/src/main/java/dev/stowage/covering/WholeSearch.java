package dev.stowage.covering;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The least of a covering programme in whole numbers: a branch and bound of our own over
 * relaxations of ojAlgo, whose own search in whole numbers calls 1.496 USD optimal where HiGHS
 * finds 1.474. A relaxation is lowered by more than its tolerance and then rounded up to what all
 * prices are multiples of, so that nothing is cut off that may be cheaper.
 */
final class WholeSearch {
    private static final double CAUTION = 1e-7;
    private static final double WHOLE = 1e-6;

    private final long[] prices;
    private final long unit;
    private final Relaxation relaxation;
    private final Predicate<long[]> holds;
    private final Deque<Node> open = new ArrayDeque<>();
    private long[] best = {};
    private long bestPrice = Long.MAX_VALUE;
    private long leastUnknown = Long.MAX_VALUE;

    /** The programme in fractions between bounds; empty if none holds, NaN if it isn't known. */
    interface Relaxation {
        Optional<double[]> solve(long[] least, long[] most);
    }

    /** Part of the search: numbers between bounds that cost at least {@code price}. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Node(long[] least, long[] most, long price) {}

    /**
     * What the search found.
     *
     * @param counts of the best plan; empty if none was found
     * @param price what it costs
     * @param provenPrice no plan costs less
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
    record Result(long[] counts, long price, long provenPrice) {
        boolean isProven() {
            return counts.length > 0 && price <= provenPrice;
        }
    }

    /**
     * @param prices of one of each
     * @param unit what all prices are multiples of
     * @param holds true for whole numbers that cover everything; more of any keeps it so
     */
    WholeSearch(long[] prices, long unit, Relaxation relaxation, Predicate<long[]> holds) {
        this.prices = prices;
        this.unit = unit;
        this.relaxation = relaxation;
        this.holds = holds;
    }

    /** Searches over at most so many parts. */
    Result solve(int nodes) {
        long[] most = new long[prices.length];
        Arrays.fill(most, Integer.MAX_VALUE);
        open.push(new Node(new long[prices.length], most, 0));
        for (int n = 0; n < nodes && !open.isEmpty(); n++) {
            Node node = open.pop();
            if (node.price() < bestPrice) {
                relaxation
                        .solve(node.least(), node.most())
                        .ifPresent(counts -> branch(node, counts));
            }
        }
        long proven = Math.min(bestPrice, leastUnknown);
        for (Node node : open) {
            proven = Math.min(proven, node.price());
        }
        return new Result(best, bestPrice, proven);
    }

    private void branch(Node node, double[] counts) {
        double sum = 0;
        int widest = -1;
        double apart = WHOLE;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i] * prices[i];
            double fraction = Math.abs(counts[i] - Math.rint(counts[i]));
            if (fraction > apart) {
                apart = fraction;
                widest = i;
            }
        }
        if (Double.isNaN(sum)) {
            leastUnknown = Math.min(leastUnknown, node.price());
            return;
        }
        roundUp(counts);
        long price = unit * (long) Math.ceil(sum * (1 - CAUTION) / unit);
        if (price >= bestPrice) {
            return;
        }
        if (widest < 0) {
            widest = free(node);
        }
        if (widest < 0) {
            leastUnknown = Math.min(leastUnknown, price);
        } else {
            long floor = (long) Math.floor(counts[widest] + WHOLE);
            floor = Math.min(floor, node.most()[widest] - 1);
            long[] below = node.most().clone();
            below[widest] = floor;
            long[] above = node.least().clone();
            above[widest] = floor + 1;
            open.push(new Node(node.least(), below, price));
            open.push(new Node(above, node.most(), price));
        }
    }

    /** A count that is not decided though all are whole: the tolerance hides a cheaper plan. */
    private static int free(Node node) {
        for (int i = 0; i < node.least().length; i++) {
            if (node.least()[i] < node.most()[i] && node.most()[i] < Integer.MAX_VALUE) {
                return i;
            }
        }
        return -1;
    }

    /** Rounds up, then takes off what is not needed, the dearest first. */
    private void roundUp(double[] counts) {
        long[] whole = new long[counts.length];
        Integer[] dearest = new Integer[counts.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (long) Math.ceil(counts[i] - WHOLE);
            dearest[i] = i;
        }
        if (!holds.test(whole)) {
            return;
        }
        Arrays.sort(dearest, (a, b) -> Long.compare(prices[b], prices[a]));
        for (int i : dearest) {
            while (whole[i] > 0) {
                whole[i]--;
                if (!holds.test(whole)) {
                    whole[i]++;
                    break;
                }
            }
        }
        long price = 0;
        for (int i = 0; i < whole.length; i++) {
            price = Math.addExact(price, Math.multiplyExact(whole[i], prices[i]));
        }
        if (price < bestPrice) {
            bestPrice = price;
            best = whole;
        }
    }
}
