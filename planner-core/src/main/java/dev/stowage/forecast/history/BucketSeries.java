package dev.stowage.forecast.history;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.Arrays;

/**
 * Demand by buckets that follow the clock.
 *
 * @param clock where buckets begin
 * @param first number of the first bucket on it
 * @param cores CPU of each bucket; of one that the clock skips that of the one before it
 * @param gib memory of each bucket
 * @param leftOut buckets at the edges that the history covers only in part, 0 to 2
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record BucketSeries(
        BucketClock clock, long first, double[] cores, double[] gib, int leftOut) {
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
     * @param fromMicros begin of the history, microseconds since time 0
     * @param untilMicros end of the history, microseconds since time 0
     */
    public record Source(
            ServiceDemand demand, long originMicros, long fromMicros, long untilMicros) {
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
        public int buckets(BucketClock clock) {
            long whole = clock.index(untilMicros) - clock.indexFrom(fromMicros);
            return (int) Math.max(0, Math.min(Integer.MAX_VALUE, whole));
        }
    }

    /** The whole buckets of a history; at least one. */
    public static BucketSeries of(Source source, BucketClock clock, Level level) {
        int n = Check.positive("buckets", source.buckets(clock));
        long first = clock.indexFrom(source.fromMicros());
        long start = clock.begin(first);
        long end = clock.begin(first + n);
        double[] cores = new double[n];
        double[] gib = new double[n];
        ServiceDemand demand = source.demand();
        for (int i = 0; i < demand.levels(); i++) {
            long from = Math.max(start, source.originMicros() + demand.startMicros(i));
            long to = Math.min(end, source.originMicros() + levelEnd(demand, i));
            Resources amount = demand.at(i);
            for (long at = from; at < to; ) {
                long index = clock.index(at);
                int bucket = (int) (index - first);
                long next = Math.min(to, clock.begin(index + 1));
                double share = (double) (next - at) / (clock.begin(index + 1) - clock.begin(index));
                cores[bucket] = joined(level, cores[bucket], amount.cores(), share);
                gib[bucket] = joined(level, gib[bucket], amount.gib(), share);
                at = next;
            }
        }
        for (int i = 1; i < n; i++) {
            if (clock.begin(first + i) == clock.begin(first + i + 1)) { // skipped by the clock
                cores[i] = cores[i - 1];
                gib[i] = gib[i - 1];
            }
        }
        int leftOut = (source.fromMicros() < start ? 1 : 0) + (source.untilMicros() > end ? 1 : 0);
        return new BucketSeries(clock, first, cores, gib, leftOut);
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

    /** The same buckets with other amounts. */
    public BucketSeries with(double[] otherCores, double[] otherGib) {
        return new BucketSeries(clock, first, otherCores, otherGib, leftOut);
    }

    /** From a bucket on. */
    public BucketSeries from(int bucket) {
        return new BucketSeries(
                clock,
                first + bucket,
                Arrays.copyOfRange(cores, bucket, size()),
                Arrays.copyOfRange(gib, bucket, size()),
                leftOut);
    }

    /** Number of buckets. */
    public int size() {
        return cores.length;
    }

    /** Begin of the first bucket, microseconds since time 0. */
    public long startMicros() {
        return clock.begin(first);
    }

    /** End of the last bucket, microseconds since time 0. */
    public long endMicros() {
        return beginMicros(size());
    }

    /** Begin of a bucket, counted from the first; those to come too. */
    public long beginMicros(int bucket) {
        return clock.begin(first + bucket);
    }

    /** The largest of each resource, in cores and GiB. */
    public double[] peaks() {
        return new double[] {
            Arrays.stream(cores).max().orElse(0), Arrays.stream(gib).max().orElse(0)
        };
    }
}
