package dev.stowage.workload.demand;

import dev.stowage.basis.Check;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Amounts that come in order of time and are held until they end, added up: the most within each
 * interval. O(n log r) for n amounts of which r are held at the same time.
 */
final class HeldAmounts {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final long interval;
    private final PriorityQueue<Held> held =
            new PriorityQueue<>(Comparator.comparingLong(Held::endMicros));
    private long[] cpuPeaks = new long[64];
    private long[] memoryPeaks = new long[64];
    private long origin = -1;
    private long now;
    private long lastEnd;
    private long cpu;
    private long memory;

    private record Held(long endMicros, long cpuMicroCores, long memoryBytes) {}

    HeldAmounts(long intervalSeconds) {
        interval =
                Math.multiplyExact(
                        Check.positive("intervalSeconds", intervalSeconds), MICROS_PER_SECOND);
    }

    /** When the first interval begins; -1 if nothing came. */
    long originMicros() {
        return origin;
    }

    /** Adds what is held from a time, not before that of the last one, until the end of all. */
    void add(long startMicros, long cpuMicroCores, long memoryBytes) {
        if (origin < 0) {
            origin = Math.floorDiv(startMicros, interval) * interval;
            now = startMicros;
        }
        advance(startMicros);
        cpu = Math.addExact(cpu, cpuMicroCores);
        memory = Math.addExact(memory, memoryBytes);
        lastEnd = Math.max(lastEnd, startMicros);
    }

    /** Adds what is held until it ends. */
    void add(long startMicros, long endMicros, long cpuMicroCores, long memoryBytes) {
        add(startMicros, cpuMicroCores, memoryBytes);
        lastEnd = Math.max(lastEnd, endMicros);
        held.add(new Held(endMicros, cpuMicroCores, memoryBytes));
    }

    /** Goes on to a time; what ends then has ended. */
    private void advance(long micros) {
        while (!held.isEmpty() && held.peek().endMicros() <= micros) {
            Held ended = held.poll();
            mark(ended.endMicros());
            cpu -= ended.cpuMicroCores();
            memory -= ended.memoryBytes();
        }
        mark(micros);
    }

    /** The present level holds until a time. */
    private void mark(long until) {
        if (until <= now) {
            return;
        }
        int first = Math.toIntExact((now - origin) / interval);
        int last = Math.toIntExact((until - 1 - origin) / interval);
        if (last >= cpuPeaks.length) {
            int size = Math.max(last + 1, 2 * cpuPeaks.length);
            cpuPeaks = Arrays.copyOf(cpuPeaks, size);
            memoryPeaks = Arrays.copyOf(memoryPeaks, size);
        }
        for (int i = first; i <= last; i++) {
            cpuPeaks[i] = Math.max(cpuPeaks[i], cpu);
            memoryPeaks[i] = Math.max(memoryPeaks[i], memory);
        }
        now = until;
    }

    /** True if nothing came that takes any time. */
    boolean isEmpty() {
        return origin < 0 || lastEnd <= origin;
    }

    /** The sums, until the last end. */
    ServiceDemand close() {
        advance(lastEnd);
        int intervals = Math.toIntExact(-Math.floorDiv(-(lastEnd - origin), interval));
        long[] starts = new long[intervals];
        long[] cpus = new long[intervals];
        long[] memories = new long[intervals];
        int levels = 0;
        for (int i = 0; i < intervals; i++) {
            long cpuPeak = i < cpuPeaks.length ? cpuPeaks[i] : 0;
            long memoryPeak = i < memoryPeaks.length ? memoryPeaks[i] : 0;
            if (levels == 0 || cpus[levels - 1] != cpuPeak || memories[levels - 1] != memoryPeak) {
                starts[levels] = i * interval;
                cpus[levels] = cpuPeak;
                memories[levels] = memoryPeak;
                levels++;
            }
        }
        return new ServiceDemand(
                Arrays.copyOf(starts, levels),
                Arrays.copyOf(cpus, levels),
                Arrays.copyOf(memories, levels),
                lastEnd - origin);
    }
}
