package dev.stowage.ingest.format;

import dev.stowage.basis.Check;

/**
 * A sample of the jobs of a trace: a job is in it or not by a hash of its ID as the source writes
 * it, so that all tables of a trace agree, whatever the order of their rows and the number of
 * threads; and a smaller sample is part of a larger one.
 *
 * @param share of the jobs, above 0 and at most 1
 */
public record JobSample(double share) {
    /** All jobs. */
    public static final JobSample ALL = new JobSample(1);

    private static final double UNIT = 0x1p-53;

    public JobSample {
        Check.inRange("share", share, 0, 1);
        Check.positive("share", share);
    }

    /** True if every job is in it. */
    public boolean isAll() {
        return share == 1;
    }

    /** True if the job of that number is in it. */
    public boolean keeps(long job) {
        return isAll() || (mixed(job) >>> 11) * UNIT < share;
    }

    /** True if the job of that name is in it. */
    public boolean keeps(byte[] text, int from, int to) {
        return isAll() || keeps(hash(text, from, to));
    }

    /** A hash of a text: FNV-1a. */
    public static long hash(byte[] text, int from, int to) {
        long hash = 0xcbf29ce484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ text[i]) * 0x100000001b3L;
        }
        return hash;
    }

    /** The finaliser of SplitMix64. Source: Steele, Lea, Flood, OOPSLA 2014. */
    public static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
