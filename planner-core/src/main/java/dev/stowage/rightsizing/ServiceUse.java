package dev.stowage.rightsizing;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What the measurements of each service say, in two passes: when its history begins and ends, then
 * how much was used before and after the point at which the held-out part begins.
 *
 * <p>Hot: one call a measurement. Memory is four sketches a service that is measured.
 */
final class ServiceUse {
    private static final int CPU = 0;
    private static final int MEMORY = 2;
    private static final int KINDS = 4; // CPU and memory, each before and after the split

    private final long[] firstMicros;
    private final long[] lastMicros;
    private final long[] measurements;
    private final long[] measuredMicros;
    private final long[] cpuRows;
    private final long[] memoryRows;
    private final long[] peakMicroCores;
    private final int[] replicas;
    private final BitSet seen = new BitSet(); // replicas
    private final UseSketch[] sketches;

    ServiceUse(int services) {
        firstMicros = new long[services];
        lastMicros = new long[services];
        measurements = new long[services];
        measuredMicros = new long[services];
        cpuRows = new long[services];
        memoryRows = new long[services];
        peakMicroCores = new long[services];
        replicas = new int[services];
        sketches = new UseSketch[KINDS * services];
        Arrays.fill(firstMicros, Long.MAX_VALUE);
        Arrays.fill(lastMicros, Long.MIN_VALUE);
    }

    /** The first pass. */
    void span(UseRow row) {
        int service = row.service;
        firstMicros[service] = Math.min(firstMicros[service], row.startMicros);
        lastMicros[service] = Math.max(lastMicros[service], row.endMicros);
        measurements[service]++;
        measuredMicros[service] = Math.addExact(measuredMicros[service], row.micros());
        if (!seen.get(row.replica)) {
            seen.set(row.replica);
            replicas[service]++;
        }
    }

    /** The second pass. */
    void amounts(UseRow row) {
        int service = row.service;
        int part = row.startMicros < splitMicros(service) ? 0 : 1;
        if (row.cpuMicroCores >= 0) {
            sketch(service, CPU + part).add(row.cpuMicroCores, row.micros());
            cpuRows[service]++;
            peakMicroCores[service] = Math.max(peakMicroCores[service], row.peakMicroCores);
        }
        if (row.memoryBytes >= 0) {
            sketch(service, MEMORY + part).add(row.memoryBytes, row.micros());
            memoryRows[service]++;
        }
    }

    private UseSketch sketch(int service, int kind) {
        int at = KINDS * service + kind;
        if (sketches[at] == null) {
            sketches[at] = new UseSketch();
        }
        return sketches[at];
    }

    /** Where the held-out part of a history begins. */
    long splitMicros(int service) {
        long span = lastMicros[service] - firstMicros[service];
        return firstMicros[service] + (long) ((1 - SizingOptions.HELD_OUT) * span);
    }

    History history(int service) {
        return measurements[service] == 0
                ? History.NONE
                : new History(
                        measurements[service],
                        replicas[service],
                        firstMicros[service],
                        lastMicros[service],
                        measuredMicros[service]);
    }

    /** What was used of CPU. */
    Amounts cpu(int service) {
        return new Amounts(
                cpuRows[service],
                peakMicroCores[service],
                sketch(service, CPU),
                sketch(service, CPU + 1));
    }

    /** What was used of memory. */
    Amounts memory(int service) {
        UseSketch early = sketch(service, MEMORY);
        UseSketch late = sketch(service, MEMORY + 1);
        return new Amounts(memoryRows[service], Math.max(early.max(), late.max()), early, late);
    }

    /** Time from the first to the last measurement of all. */
    long spanMicros() {
        long first = Arrays.stream(firstMicros).min().orElse(0);
        long last = Arrays.stream(lastMicros).max().orElse(0);
        return last <= first ? 0 : last - first;
    }

    /**
     * Amounts of one resource.
     *
     * @param rows measurements
     * @param peak the largest within any measurement
     * @param early before the held-out part
     * @param late in it
     */
    record Amounts(long rows, long peak, UseSketch early, UseSketch late) {}
}
