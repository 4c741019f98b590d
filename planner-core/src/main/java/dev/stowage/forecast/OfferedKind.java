package dev.stowage.forecast;

import dev.stowage.basis.Check;

/**
 * A kind of server that can be bought.
 *
 * @param cores usable of one of them, above 0
 * @param gib usable of one of them, above 0
 * @param cost of one, in any unit; 0 for all kinds: the fewest servers are bought
 * @param most that may be bought in all
 * @param leadBuckets from an order to its servers, at least 0
 */
public record OfferedKind(double cores, double gib, long cost, int most, int leadBuckets) {
    /** More than anybody buys. */
    public static final int MOST = 10_000_000;

    public OfferedKind {
        Check.positive("cores", cores);
        Check.positive("gib", gib);
        Check.notNegative("cost", cost);
        Check.notNegative("most", (long) most);
        Check.notNegative("leadBuckets", (long) leadBuckets);
    }
}
