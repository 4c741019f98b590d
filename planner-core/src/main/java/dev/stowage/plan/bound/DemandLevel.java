package dev.stowage.plan.bound;

import dev.stowage.packing.bound.PackingBound;
import java.util.function.Supplier;

/** One resource of what surely runs: its level now, how it went, and the work behind it. */
final class DemandLevel {
    private static final long HOUR = 3_600_000_000L;

    /** Snapshots for bin packing are taken at peaks this much above the last. */
    private static final double SNAPSHOT_GROWTH = 1.005;

    private final long capacity;
    private final LevelProfile profile;
    private final WindowLoad hour = new WindowLoad(HOUR);
    private final WindowLoad day = new WindowLoad(24 * HOUR);
    private long level;
    private long large;
    private long mostLarge;
    private long snapshotLevel;
    private long[] snapshot = {};
    private double boundWork;
    private double tailWork;

    /** {@code capacity} of one server. */
    DemandLevel(long capacity) {
        this.capacity = capacity;
        this.profile = new LevelProfile(capacity);
    }

    /** A task surely runs from now on. */
    void start(long amount) {
        level += amount;
        large += 2 * amount > capacity ? 1 : 0;
    }

    /** A task may have ended. */
    void end(long amount) {
        level -= amount;
        large -= 2 * amount > capacity ? 1 : 0;
    }

    /** The level stays as it is for a while. */
    void stay(long micros) {
        profile.add(level, micros);
    }

    /** Looks at a local peak; {@code running} are the amounts that make it up. */
    void peak(Supplier<long[]> running) {
        mostLarge = Math.max(mostLarge, large);
        if (level > snapshotLevel * SNAPSHOT_GROWTH) {
            snapshotLevel = level;
            snapshot = running.get();
        }
    }

    /** A task that starts between two times and ends by itself; times from the first submit. */
    void addBound(long earliest, long latest, long duration, long amount) {
        boundWork += (double) duration * amount;
        hour.add(earliest, latest, duration, amount);
        day.add(earliest, latest, duration, amount);
    }

    /** A task that may start at any time. */
    void addUnbound(long duration, long amount) {
        tailWork += (double) duration * amount;
    }

    /** Servers that the largest level needs. */
    long serversAtPeak() {
        return -Math.floorDiv(-profile.peak(), capacity);
    }

    /** Servers that the tasks at a peak need, as bin packing of this resource alone. */
    long serversPacked() {
        return Math.max(mostLarge, PackingBound.l2(snapshot, capacity));
    }

    /** Servers that the work bound in time needs if it is done within {@code spanMicros}. */
    double serversByLoad(long spanMicros) {
        double mean = boundWork / Math.max(1, spanMicros);
        return Math.max(mean, Math.max(hour.peakMean(), day.peakMean())) / capacity;
    }

    /** Servers times microseconds of all tasks that end by themselves. */
    double serverMicros() {
        return (boundWork + tailWork) / capacity;
    }

    /** Largest level in servers. */
    double peakServers() {
        return (double) profile.peak() / capacity;
    }

    /** Servers that the level surely exceeds for longer than {@code allowedMicros}. */
    double exceededFor(double allowedMicros) {
        return profile.exceededFor(allowedMicros);
    }
}
