package dev.stowage.forecast;

import dev.stowage.model.Check;
import dev.stowage.model.Resources;
import dev.stowage.workload.ServiceDemand;
import java.util.Arrays;

/**
 * Demand by buckets of one length, which begin at whole multiples of it on the clock.
 *
 * @param startMicros of the first bucket, microseconds since time 0
 * @param bucketMicros length of a bucket
 * @param cores CPU of each bucket
 * @param gib memory of each bucket
 * @param leftOut buckets at the edges that the history covers only in part, 0 to 2
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record BucketSeries(
        long startMicros, long bucketMicros, double[] cores, double[] gib, int leftOut) {
    /** What stands for a bucket. */
    public enum Level {
        /** The most at any instant: what capacity must hold. */
        PEAK,
        /** The mean over time. */
        MEAN
    }

    /**
     * The part of a demand that is history.
     *
     * @param demand levels over time
     * @param originMicros when the demand begins, microseconds since time 0
     * @param clockMicros what is added to a time to get that of the clock that buckets follow
     * @param fromMicros begin of the history, microseconds since time 0
     * @param untilMicros end of the history, microseconds since time 0
     */
    public record Source(
            ServiceDemand demand,
            long originMicros,
            long clockMicros,
            long fromMicros,
            long untilMicros) {
        public Source {
            if (fromMicros < originMicros || untilMicros > originMicros + demand.endMicros()) {
                throw new IllegalArgumentException(
                        "history from "
                                + fromMicros
                                + " to "
                                + untilMicros
                                + " outside of the demand");
            }
        }

        /** Number of whole buckets. */
        public int buckets(long bucketMicros) {
            Check.positive("bucketMicros", bucketMicros);
            long whole = end(bucketMicros) - begin(bucketMicros);
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, whole));
        }

        private long begin(long bucketMicros) {
            return -Math.floorDiv(-(fromMicros + clockMicros), bucketMicros);
        }

        private long end(long bucketMicros) {
            return Math.floorDiv(untilMicros + clockMicros, bucketMicros);
        }
    }

    /**
     * The whole buckets of a history; at least one.
     *
     * @param bucketMicros length of a bucket, at least 1
     */
    public static BucketSeries of(Source source, long bucketMicros, Level level) {
        int n = Check.positive("buckets", source.buckets(bucketMicros));
        long start = source.begin(bucketMicros) * bucketMicros - source.clockMicros();
        long end = start + n * bucketMicros;
        double[] cores = new double[n];
        double[] gib = new double[n];
        ServiceDemand demand = source.demand();
        for (int i = 0; i < demand.levels(); i++) {
            long from = Math.max(start, source.originMicros() + demand.startMicros(i));
            long to = Math.min(end, source.originMicros() + levelEnd(demand, i));
            Resources amount = demand.at(i);
            for (long at = from; at < to; ) {
                int bucket = (int) ((at - start) / bucketMicros);
                long next = Math.min(to, start + (bucket + 1) * bucketMicros);
                double share = (double) (next - at) / bucketMicros;
                cores[bucket] = joined(level, cores[bucket], amount.cores(), share);
                gib[bucket] = joined(level, gib[bucket], amount.gib(), share);
                at = next;
            }
        }
        int leftOut = (source.fromMicros() < start ? 1 : 0) + (source.untilMicros() > end ? 1 : 0);
        return new BucketSeries(start, bucketMicros, cores, gib, leftOut);
    }

    private static long levelEnd(ServiceDemand demand, int level) {
        return level + 1 < demand.levels() ? demand.startMicros(level + 1) : demand.endMicros();
    }

    private static double joined(Level level, double before, double amount, double share) {
        return switch (level) {
            case PEAK -> Math.max(before, amount);
            case MEAN -> before + share * amount;
        };
    }

    /** Number of buckets. */
    public int size() {
        return cores.length;
    }

    /** End of the last bucket, microseconds since time 0. */
    public long endMicros() {
        return startMicros + size() * bucketMicros;
    }

    /** The largest of each resource, in cores and GiB. */
    public double[] peaks() {
        return new double[] {
            Arrays.stream(cores).max().orElse(0), Arrays.stream(gib).max().orElse(0)
        };
    }
}
