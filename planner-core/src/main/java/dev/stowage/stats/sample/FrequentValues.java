package dev.stowage.stats.sample;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the values that hold much of a stream, exactly and whatever its order: values are dealt
 * into {@value #GROUPS} groups by a hash, and each group counts how often each of the 16 half-bytes
 * had each of its values. A value with more than half of its group's observations is read off the
 * counters.
 *
 * <p>With smooth values besides, each group gets about 0.2 % of them, so that every value with 1 %
 * of all observations is found unless another frequent one shares its group. 1 MiB.
 *
 * <p>Source: Cormode, Muthukrishnan, What's hot and what's not, ACM TODS 30(1), 2005.
 */
final class FrequentValues {
    private static final int GROUP_BITS = 9;
    private static final int GROUPS = 1 << GROUP_BITS;
    private static final int DIGITS = 16;
    private static final int DIGIT_BITS = 4;
    private static final int RADIX = 1 << DIGIT_BITS;

    private final long[] counts = new long[GROUPS * DIGITS * RADIX];
    private final long[] totals = new long[GROUPS];

    /**
     * A value that holds more than half of its group.
     *
     * @param bits the value, as it was added
     * @param inGroup observations of the group
     */
    record Found(long bits, long inGroup) {}

    /** Well mixed in its upper bits. Source: Stafford, variant 13 of the MurmurHash3 finaliser. */
    static long hash(long bits) {
        long h = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        h = (h ^ (h >>> 27)) * 0x94d049bb133111ebL;
        return h ^ (h >>> 31);
    }

    private static int group(long bits) {
        return (int) (hash(bits) >>> (64 - GROUP_BITS));
    }

    void add(long bits, long count) {
        int group = group(bits);
        totals[group] += count;
        int first = group * DIGITS * RADIX;
        long rest = bits;
        for (int digit = 0; digit < DIGITS; digit++) {
            counts[first + digit * RADIX + (int) (rest & (RADIX - 1))] += count;
            rest >>>= DIGIT_BITS;
        }
    }

    void merge(FrequentValues other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        for (int i = 0; i < GROUPS; i++) {
            totals[i] += other.totals[i];
        }
    }

    /** The frequent values that stand out; a group without one may give a value of few. */
    List<Found> values() {
        long all = 0;
        for (long total : totals) {
            all += total;
        }
        List<Found> found = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            long bits = majority(group);
            boolean isMuch = totals[group] > 2.0 * all / GROUPS;
            if (isMuch && group(bits) == group) {
                found.add(new Found(bits, totals[group]));
            }
        }
        return found;
    }

    /** The value whose digits all have more than half of a group; any other if there is none. */
    private long majority(int group) {
        long bits = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int first = (group * DIGITS + digit) * RADIX;
            for (int value = 0; value < RADIX; value++) {
                if (2 * counts[first + value] > totals[group]) {
                    bits |= (long) value << (digit * DIGIT_BITS);
                }
            }
        }
        return bits;
    }
}
