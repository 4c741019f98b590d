package dev.stowage.stats.sample;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observations of one parameter in bounded memory, as a weighted histogram: buckets of neighbouring
 * floating-point numbers with the number of observations in each and the exact sum of their
 * offsets.
 *
 * <p>While there are at most {@value #CAPACITY} distinct values a bucket is one value and nothing
 * is lost. Beyond, all buckets are merged in pairs as often as needed: at level {@code k} a bucket
 * is {@code 2^k} consecutive doubles, so its width is at most {@code 2^(k-52)} of its values
 * ({@link #relativeResolution}). The extremes stay exact, and so do values that hold more than
 * about 1 % of all observations ({@link FrequentValues}).
 *
 * <p>The level is the least at which {@value #CAPACITY} buckets suffice, and everything kept is an
 * integer sum: whatever the order in which observations are added and sketches merged, the result
 * is the same to the last bit. At most 2^40 observations. Adding costs O(1), some 130 ns once there
 * are more distinct values than buckets; 1 MiB for {@link FrequentValues} and at most 4 MiB
 * otherwise. Not safe for use by several threads.
 *
 * <p>Hot: hundreds of millions of observations pass through {@link #add}; hence the open addressing
 * in one array, a cache line for each observation. {@code bench/fit/run} measures it.
 *
 * <p>Source of the uniform collapse: Epicoco et al., UDDSketch, IEEE Access 8, 2020.
 */
public final class Sketch {
    /** Buckets, at most. */
    static final int CAPACITY = 1 << 16;

    private static final double TOO_LARGE = 1e120;
    private static final double TOO_SMALL = 1e-120;

    /** Fields of a slot: its key; its count, 0 if free; the sum of offsets in two parts. */
    private static final int FIELDS = 4;

    private static final int COUNT = 1;
    private static final int LOW = 2; // the sum of offsets modulo 2^32
    private static final int HIGH = 3; // and what is above
    private static final int LOW_BITS = 32;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;

    private int level;
    private int size;
    private long[] slots = new long[FIELDS << 8]; // a bucket is one slot of four numbers

    private long count;
    private long rejected;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private final Grain grain = new Grain();
    private @Nullable FrequentValues frequent; // from level 1 on

    /**
     * Adds an observation. One that is not finite, or so large that its square would not be, is
     * counted as rejected; one so small that its square would be 0 counts as 0.
     */
    public void add(double observation) {
        if (!(Math.abs(observation) < TOO_LARGE)) {
            rejected++;
            return;
        }
        double x = Math.abs(observation) < TOO_SMALL ? 0 : observation;
        min = Math.min(min, x);
        max = Math.max(max, x);
        count++;
        long bits = ordered(x);
        if (frequent != null) {
            frequent.add(bits, 1);
            grain.add(x);
        }
        long offset = bits & offsetMask();
        put(bits >> level, 1, offset & LOW_MASK, offset >>> LOW_BITS);
        shrink();
    }

    /** Adds what another has seen, which stays as it is. */
    public void merge(Sketch other) {
        while (level < other.level) {
            coarsen();
        }
        if (frequent != null) {
            other.feed(frequent, grain);
        }
        for (int i = 0; i < other.slots.length; i += FIELDS) {
            if (other.slots[i + COUNT] > 0) {
                Bucket at = other.bucket(i, level - other.level);
                put(at.key(), at.count(), at.low(), at.high());
            }
        }
        count += other.count;
        rejected += other.rejected;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        shrink();
    }

    /** Number of observations, without those rejected. */
    public long count() {
        return count;
    }

    /** Observations that were not finite, or too large to be squared. */
    public long rejected() {
        return rejected;
    }

    /** True if every distinct value has its own bucket. */
    public boolean isExact() {
        return level == 0;
    }

    /**
     * Width of a bucket over its values, at most; 0 if every distinct value has a bucket of its
     * own.
     */
    public double relativeResolution() {
        return level == 0 ? 0 : Math.scalb(1.0, level - 52);
    }

    /**
     * The observations inside a support as weighted points, each at the mean of its bucket; those
     * outside count as rejected. O(b log b) in the number of buckets.
     */
    public Sample sample(Support support) {
        long[] sorted = new long[size];
        int found = 0;
        for (int i = 0; i < slots.length; i += FIELDS) {
            if (slots[i + COUNT] > 0) {
                sorted[found++] = slots[i];
            }
        }
        Arrays.sort(sorted);
        Map<Long, Double> exact = frequentValues();
        Points points = new Points(size + 2);
        for (int i = 0; i < found; i++) {
            add(points, bucket(slot(sorted[i]), 0), i == 0, i == found - 1, exact.get(sorted[i]));
        }
        return points.within(support, count, rejected, unit());
    }

    /** Of the source; 0 while the values themselves tell; else practically 0 if it has none. */
    private double unit() {
        return frequent == null ? 0 : Math.max(Double.MIN_NORMAL, grain.unit());
    }

    /** One point for a bucket; extremes that are not alone in theirs get one of their own. */
    private void add(
            Points points, Bucket bucket, boolean isFirst, boolean isLast, @Nullable Double exact) {
        double sum = bucket.offsetSum();
        long left = bucket.count();
        boolean isLow = isFirst && left > 1 && level > 0;
        boolean isHigh = isLast && left > (isLow ? 2 : 1) && level > 0;
        if (isLow) {
            sum -= ordered(min) & offsetMask();
            left--;
            points.add(min, 1);
        }
        if (isHigh) {
            sum -= ordered(max) & offsetMask();
            left--;
        }
        if (exact != null) {
            points.add(exact, (double) left);
        } else {
            long offset = Math.max(0, Math.min(offsetMask(), Math.round(sum / left)));
            points.add(value((bucket.key() << level) + offset), (double) left);
        }
        if (isHigh) {
            points.add(max, 1);
        }
    }

    /** The values that hold most of a bucket, by its key. */
    private Map<Long, Double> frequentValues() {
        Map<Long, Double> values = new HashMap<>();
        if (frequent != null) {
            for (FrequentValues.Found found : frequent.values()) {
                long key = found.bits() >> level;
                if (2 * slots[slot(key) + COUNT] > found.inGroup()) {
                    values.put(key, value(found.bits()));
                }
            }
        }
        return values;
    }

    /** One bucket; sums of offsets as {@code low + high * 2^32}, low below 2^32. */
    private record Bucket(long key, long count, long low, long high) {
        double offsetSum() {
            return (double) high * (1L << LOW_BITS) + low;
        }
    }

    /** The bucket in a slot, as it is {@code steps} levels further up. */
    private Bucket bucket(int slot, int steps) {
        long key = slots[slot];
        long number = slots[slot + COUNT];
        long low = slots[slot + LOW];
        long high = slots[slot + HIGH];
        for (int at = level; at < level + steps; at++) {
            if ((key & 1) != 0) { // the upper half: all offsets grow by 2^at
                low += at < LOW_BITS ? (number << at) & LOW_MASK : 0;
                high += at < LOW_BITS ? number >>> (LOW_BITS - at) : number << (at - LOW_BITS);
                high += low >>> LOW_BITS;
                low &= LOW_MASK;
            }
            key >>= 1;
        }
        return new Bucket(key, number, low, high);
    }

    private void shrink() {
        while (size > CAPACITY) {
            coarsen();
        }
    }

    private void coarsen() {
        if (frequent == null) {
            frequent = new FrequentValues();
            feed(frequent, grain);
        }
        Sketch coarse = new Sketch();
        coarse.level = level + 1;
        for (int i = 0; i < slots.length; i += FIELDS) {
            if (slots[i + COUNT] > 0) {
                Bucket at = bucket(i, 1);
                coarse.put(at.key(), at.count(), at.low(), at.high());
            }
        }
        level++;
        size = coarse.size;
        slots = coarse.slots;
    }

    /** Tells what this has seen: value by value while exact, as sums afterwards. */
    private void feed(FrequentValues values, Grain unit) {
        if (frequent != null) {
            values.merge(frequent);
            unit.merge(grain);
            return;
        }
        for (int i = 0; i < slots.length; i += FIELDS) {
            if (slots[i + COUNT] > 0) {
                values.add(slots[i], slots[i + COUNT]);
                unit.add(value(slots[i]));
            }
        }
    }

    private void put(long key, long added, long low, long high) {
        int slot = slot(key);
        if (slots[slot + COUNT] == 0) {
            if (2 * FIELDS * size > slots.length) {
                grow();
                slot = slot(key);
            }
            size++;
            slots[slot] = key;
        }
        slots[slot + COUNT] += added;
        long sum = slots[slot + LOW] + low;
        slots[slot + LOW] = sum & LOW_MASK;
        slots[slot + HIGH] += high + (sum >>> LOW_BITS);
    }

    /** Where a key stands, or the free slot where it would. */
    private int slot(long key) {
        int mask = slots.length - 1;
        int slot = (int) (FrequentValues.hash(key) >>> 40) * FIELDS & mask;
        while (slots[slot + COUNT] != 0 && slots[slot] != key) {
            slot = (slot + FIELDS) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (int i = 0; i < old.length; i += FIELDS) {
            if (old[i + COUNT] > 0) {
                System.arraycopy(old, i, slots, slot(old[i]), FIELDS);
            }
        }
    }

    private long offsetMask() {
        return (1L << level) - 1;
    }

    /** The bits of a double as a number with the same order. */
    public static long ordered(double x) {
        long bits = Double.doubleToRawLongBits(x + 0.0); // no negative zero
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static double value(long ordered) {
        return Double.longBitsToDouble(ordered ^ ((ordered >> 63) & Long.MAX_VALUE));
    }

    /** Points in ascending order while they are made. */
    private static final class Points {
        private final double[] values;
        private final double[] weights;
        private int size;

        Points(int capacity) {
            values = new double[capacity];
            weights = new double[capacity];
        }

        void add(double value, double weight) {
            if (size > 0 && value <= values[size - 1]) {
                weights[size - 1] += weight;
            } else {
                values[size] = value;
                weights[size++] = weight;
            }
        }

        Sample within(Support support, long count, long rejected, double unit) {
            int from = 0;
            while (from < size && values[from] < support.low()) {
                from++;
            }
            int to = size;
            while (to > from && values[to - 1] > support.high()) {
                to--;
            }
            double inside = 0;
            for (int i = from; i < to; i++) {
                inside += weights[i];
            }
            return new Sample(
                    Arrays.copyOfRange(values, from, to),
                    Arrays.copyOfRange(weights, from, to),
                    (long) inside,
                    count + rejected - (long) inside,
                    unit);
        }
    }
}
