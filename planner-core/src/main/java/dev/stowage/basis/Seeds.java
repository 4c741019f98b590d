package dev.stowage.basis;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random streams by name. A component's seed derives from the root seed, the name of its stream and
 * the replication, never from the order of creation, so that adding a component leaves the draws of
 * the others as they were.
 */
public final class Seeds {
    private static final RandomGeneratorFactory<RandomGenerator> FACTORY =
            RandomGeneratorFactory.of("L64X128MixRandom");

    private Seeds() {}

    /**
     * The seed of one stream: FNV-1a over the name, then the finaliser of SplitMix64 (Steele et
     * al., OOPSLA 2014).
     */
    public static long mix(long root, String streamName, int replication) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < streamName.length(); i++) {
            hash = (hash ^ streamName.charAt(i)) * 0x100000001b3L;
        }
        return splitMix(splitMix(root ^ hash) + 0x9e3779b97f4a7c15L * (replication + 1L));
    }

    /** A fresh generator for one stream. */
    public static RandomGenerator stream(long root, String streamName, int replication) {
        return FACTORY.create(mix(root, streamName, replication));
    }

    /**
     * The k-th of the numbers that one of many small streams draws, uniform in [0, 1) in steps of
     * 2^-53: SplitMix64 without an object, for millions of streams of few draws each.
     *
     * @param streamSeed seed of the family of streams, from {@link #mix}
     * @param stream number of the stream
     * @param k number of the draw, from 0
     */
    public static double uniform(long streamSeed, long stream, long k) {
        long start = splitMix(streamSeed ^ splitMix(stream));
        return (splitMix(start + 0x9e3779b97f4a7c15L * (k + 1)) >>> 11) * 0x1p-53;
    }

    private static long splitMix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
