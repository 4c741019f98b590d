package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cheapest cover of a demand, proven: {@code min sum c_n x_n} subject to {@code sum r_mn x_n >=
 * l_m} for CPU and memory, x whole numbers. VMs that are cut to size enter a cover as one or more
 * VMs of one size.
 *
 * <p>A branch and bound over the types from the dearest to the cheapest: the price of some of one
 * type and the relaxation of the rest by cheaper types is convex in their number, so that the
 * search goes from the best number to both sides until that sum exceeds the best cover. Types are
 * few once {@link CoverPool} has left out what never pays. {@code CoverBenchmark} guards it.
 *
 * <p>Safe for use by several threads.
 *
 * <p>Source: Sfakianakis, PhD thesis, University of Crete, 2023, equation 5.1.
 */
public final class ExactCover {
    /** Partial covers after which the search settles for a bound. */
    static final long NODES = 4_000_000;

    private final CoverPool pool;

    public ExactCover(CoverPool pool) {
        this.pool = pool;
    }

    /**
     * The cheapest cover; of equal ones the first that the search finds, always the same.
     *
     * @throws IllegalStateException if custom sizes are all there is and none covers the demand
     */
    public Cover cover(Resources demand) {
        if (demand.equals(Resources.NONE)) {
            return Cover.NOTHING;
        }
        CoverSearch search = new CoverSearch(pool, demand, NODES, false);
        search.run();
        List<Cover.Line> lines = new ArrayList<>();
        int[] counts = search.counts();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                lines.add(new Cover.Line(pool.items().get(i), counts[i]));
            }
        }
        search.cut().ifPresent(lines::add);
        lines.sort(
                Comparator.comparingLong((Cover.Line line) -> line.item().nanoUsdPerHour())
                        .reversed());
        return new Cover(lines, search.price(), search.provenPrice(), search.nodes());
    }

    /**
     * The least that VMs of fixed size and any number of custom sizes together can cost, nano USD
     * an hour: whole VMs of fixed size, custom sizes in fractions, and the demand rounded up to
     * what all sizes are multiples of. At most the price of {@link #cover}, which takes one custom
     * size.
     */
    public long leastNanoUsdPerHour(Resources demand) {
        if (demand.equals(Resources.NONE)) {
            return 0;
        }
        CoverSearch search = new CoverSearch(pool, demand, NODES, true);
        search.run();
        return search.provenPrice();
    }

    /** The least that a cover can cost, nano USD an hour, without a search. */
    public double bound(Resources demand) {
        return pool.bound(pool.items().size() - 1).nanoUsd(demand.cores(), demand.gib());
    }
}
