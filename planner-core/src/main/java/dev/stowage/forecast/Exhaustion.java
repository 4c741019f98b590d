package dev.stowage.forecast;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * When capacity runs out: of each path the first bucket whose demand is above what is usable, of
 * any resource and of each by itself.
 */
public final class Exhaustion {
    /** The path stays within capacity as far as it goes. */
    private static final int NEVER = Integer.MAX_VALUE;

    private final int[][] firsts;
    private final int[] sorted;

    /** By resource, then by path. */
    private Exhaustion(int[][] firsts) {
        this.firsts = firsts;
        sorted = new int[firsts[0].length];
        Arrays.setAll(sorted, path -> first(path));
        Arrays.sort(sorted);
    }

    /**
     * Goes through the paths.
     *
     * @param usable of each resource, in the unit of its amounts
     */
    public static Exhaustion of(DemandPaths paths, double[] usable) {
        int[][] firsts = new int[usable.length][paths.paths()];
        for (int[] each : firsts) {
            Arrays.fill(each, NEVER);
        }
        paths.forEachBucket(
                (bucket, amounts) -> {
                    for (int resource = 0; resource < usable.length; resource++) {
                        int[] its = firsts[resource];
                        for (int path = 0; path < its.length; path++) {
                            if (its[path] == NEVER && amounts[resource][path] > usable[resource]) {
                                its[path] = bucket;
                            }
                        }
                    }
                });
        return new Exhaustion(firsts);
    }

    private int first(int path) {
        int first = NEVER;
        for (int[] each : firsts) {
            first = Math.min(first, each[path]);
        }
        return first;
    }

    /** When one resource runs out, whatever becomes of the others. */
    public Exhaustion alone(int resource) {
        return new Exhaustion(new int[][] {firsts[resource]});
    }

    /** Share of the paths on which capacity runs out within the first so many buckets. */
    public double probabilityWithin(int buckets) {
        int count = 0;
        while (count < sorted.length && sorted[count] < buckets) {
            count++;
        }
        return (double) count / sorted.length;
    }

    /** The bucket by which capacity has run out with a probability; empty if not in the horizon. */
    public OptionalInt bucket(double probability) {
        int rank = (int) Math.ceil(probability * sorted.length - 1e-9) - 1;
        int bucket = sorted[Math.max(0, rank)];
        return bucket == NEVER ? OptionalInt.empty() : OptionalInt.of(bucket);
    }

    /**
     * Of the paths on which capacity runs out: the share on which each resource does so before all
     * others. On the rest several do so in the same bucket. Zeros if capacity never runs out.
     */
    public double[] firstShares() {
        double[] shares = new double[firsts.length];
        int count = 0;
        for (int path = 0; path < firsts[0].length; path++) {
            int first = first(path);
            if (first < NEVER) {
                count++;
                int which = -1;
                int at = 0;
                for (int resource = 0; resource < firsts.length; resource++) {
                    if (firsts[resource][path] == first) {
                        at++;
                        which = resource;
                    }
                }
                shares[which] += at == 1 ? 1 : 0;
            }
        }
        for (int resource = 0; resource < shares.length; resource++) {
            shares[resource] /= Math.max(1, count);
        }
        return shares;
    }
}
