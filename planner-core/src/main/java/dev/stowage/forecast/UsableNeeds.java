package dev.stowage.forecast;

import java.util.Arrays;

/**
 * What has to be usable in each bucket, so that its demand is within it with a confidence.
 *
 * @param usable of each resource today
 * @param byBucket what is enough, never less than what is usable today
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record UsableNeeds(double[] usable, Staircase[] byBucket) {
    /**
     * Counts over the paths.
     *
     * @param usable of each resource today
     * @param confidence largest share of the paths may be above capacity in a bucket: 1 - it
     */
    public static UsableNeeds of(DemandPaths paths, double[] usable, double confidence) {
        int most = FutureQuantiles.above(paths.paths(), confidence);
        Staircase[] byBucket = new Staircase[paths.buckets()];
        paths.forEachBucket(
                (bucket, amounts) ->
                        byBucket[bucket] =
                                Staircase.of(amounts[0], amounts[1], most, usable.clone()));
        return new UsableNeeds(usable, byBucket);
    }

    /** Number of buckets. */
    public int buckets() {
        return byBucket.length;
    }

    /** What is enough for the buckets of a stretch that is not empty. */
    Staircase within(int from, int until) {
        return Arrays.stream(byBucket, from, until).reduce(Staircase::and).orElseThrow();
    }

    /** True if a bucket is held with so many servers of each kind more. */
    boolean holds(int bucket, OfferedKind[] kinds, int[] counts) {
        return CheapestMix.holds(byBucket[bucket], usable, kinds, counts);
    }
}
