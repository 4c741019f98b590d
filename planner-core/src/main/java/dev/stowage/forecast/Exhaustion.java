package dev.stowage.forecast;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * When capacity runs out: of each path the first bucket whose demand is above what is usable, of
 * any resource.
 */
public final class Exhaustion {
    /** The path stays within capacity as far as it goes. */
    private static final int NEVER = Integer.MAX_VALUE;

    private final int[] sorted;
    private final double[] bindingShares;

    private Exhaustion(int[] sorted, double[] bindingShares) {
        this.sorted = sorted;
        this.bindingShares = bindingShares;
    }

    /**
     * Goes through the paths.
     *
     * @param usable of each resource, in the unit of its amounts
     */
    public static Exhaustion of(DemandPaths paths, double[] usable) {
        int[] first = new int[paths.paths()];
        Arrays.fill(first, NEVER);
        int[] binding = new int[usable.length];
        paths.forEachBucket(
                (bucket, amounts) -> {
                    for (int path = 0; path < first.length; path++) {
                        int resource = first[path] == NEVER ? worst(amounts, path, usable) : -1;
                        if (resource >= 0) {
                            first[path] = bucket;
                            binding[resource]++;
                        }
                    }
                });
        Arrays.sort(first);
        long count = Arrays.stream(first).filter(bucket -> bucket != NEVER).count();
        double[] shares =
                Arrays.stream(binding)
                        .mapToDouble(each -> (double) each / Math.max(1, count))
                        .toArray();
        return new Exhaustion(first, shares);
    }

    /** The resource that is furthest above what is usable; -1 if none is above. */
    private static int worst(double[][] amounts, int path, double[] usable) {
        int worst = -1;
        double most = 1;
        for (int resource = 0; resource < usable.length; resource++) {
            double share = amounts[resource][path] / usable[resource];
            if (share > most) {
                most = share;
                worst = resource;
            }
        }
        return worst;
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

    /** Of the paths on which capacity runs out: the share on which each resource does so first. */
    public double[] bindingShares() {
        return bindingShares.clone();
    }
}
