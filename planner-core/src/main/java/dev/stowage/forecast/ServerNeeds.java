package dev.stowage.forecast;

import java.util.Arrays;

/**
 * How many servers more each bucket needs, so that its demand is within capacity with a confidence.
 *
 * @param all so many servers hold all resources at once
 * @param byResource so many hold one of them, first index the resource
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record ServerNeeds(int[] all, int[][] byResource) {
    /** More than anybody buys; where a forecast has left every bound. */
    public static final int MOST = 10_000_000;

    /**
     * Counts over the paths.
     *
     * @param usable of each resource today
     * @param added usable of each resource by one more server
     * @param confidence largest share of the paths may be above capacity in a bucket: 1 - it
     */
    public static ServerNeeds of(
            DemandPaths paths, double[] usable, double[] added, double confidence) {
        int resources = usable.length;
        int[] all = new int[paths.buckets()];
        int[][] byResource = new int[resources][paths.buckets()];
        int rank = paths.paths() - 1 - (int) Math.floor((1 - confidence) * paths.paths() + 1e-9);
        int[][] needs = new int[resources + 1][paths.paths()];
        paths.forEachBucket(
                (bucket, amounts) -> {
                    Arrays.fill(needs[resources], 0);
                    for (int r = 0; r < resources; r++) {
                        for (int path = 0; path < needs[r].length; path++) {
                            needs[r][path] = servers(amounts[r][path], usable[r], added[r]);
                            needs[resources][path] =
                                    Math.max(needs[resources][path], needs[r][path]);
                        }
                        byResource[r][bucket] = ranked(needs[r], rank);
                    }
                    all[bucket] = ranked(needs[resources], rank);
                });
        return new ServerNeeds(all, byResource);
    }

    /** The least number that holds an amount: not one path is above {@code usable} with it. */
    static int servers(double amount, double usable, double added) {
        if (amount <= usable) {
            return 0;
        }
        double about = Math.ceil((amount - usable) / added);
        if (!(about < MOST)) {
            return MOST;
        }
        int count = Math.max(1, (int) about);
        while (amount <= usable + (count - 1) * added) {
            count--;
        }
        while (amount > usable + count * added) {
            count++;
        }
        return count;
    }

    private static int ranked(int[] values, int rank) {
        int most = Arrays.stream(values).max().orElse(0);
        if (most == 0) {
            return 0;
        }
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.max(0, rank)];
    }

    /** The resource that asks for most servers in a bucket; the first of equals. */
    int asking(int bucket) {
        int asking = 0;
        for (int r = 1; r < byResource.length; r++) {
            asking = byResource[r][bucket] > byResource[asking][bucket] ? r : asking;
        }
        return asking;
    }
}
