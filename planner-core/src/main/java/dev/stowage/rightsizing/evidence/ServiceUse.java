package dev.stowage.rightsizing.evidence;

import dev.stowage.policy.autoscale.kubernetes.Recommendation.Amount;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What the measurements of each service say, in two passes: when its history begins and ends, then
 * how much was used before and after the point at which the held-out part begins. A third pass is
 * for services whose use took a step: how much was used after it.
 *
 * <p>Hot: one call a measurement. Memory is four sketches and two histories by the hour a service
 * that is measured.
 */
public final class ServiceUse {
    private static final int CPU = 0;
    private static final int MEMORY = 2;
    private static final int KINDS = 4; // CPU and memory, each before and after the split

    private final long[] firstMicros;
    private final long[] lastMicros;
    private final long[] measurements; // CPU and memory of each
    private final long[] measuredMicros; // CPU and memory of each
    private final long[] cpuRows;
    private final long[] memoryRows;
    private final long[] peakMicroCores;
    private final int[] replicas;
    private final BitSet seen = new BitSet(); // replicas
    private final UseSketch[] sketches;
    private final MeasuredTimes cpuTimes;
    private final MeasuredTimes memoryTimes;
    private final ReplicaCourse course;
    private final SlotUse[] cpuSlots;
    private final SlotUse[] memorySlots;
    private final long[] cpuStep; // by service, when its last step began
    private final long[] memoryStep;
    private final UseSketch[] afterStep; // CPU and memory of each
    private final @Nullable PeakTimes[] peakTimes; // likewise
    private final UseSketch[] inPeaks; // likewise
    private final RecommenderUse recommender;

    /**
     * Of services.
     *
     * @param memoryLimits of a replica of each in bytes; 0 for none
     */
    public ServiceUse(long[] memoryLimits) {
        int services = memoryLimits.length;
        firstMicros = new long[services];
        lastMicros = new long[services];
        measurements = new long[2 * services];
        measuredMicros = new long[2 * services];
        cpuRows = new long[services];
        memoryRows = new long[services];
        peakMicroCores = new long[services];
        replicas = new int[services];
        sketches = new UseSketch[KINDS * services];
        cpuTimes = new MeasuredTimes(services);
        memoryTimes = new MeasuredTimes(services);
        course = new ReplicaCourse(memoryLimits);
        cpuSlots = new SlotUse[services];
        memorySlots = new SlotUse[services];
        cpuStep = new long[services];
        memoryStep = new long[services];
        afterStep = new UseSketch[2 * services];
        peakTimes = new PeakTimes[2 * services];
        inPeaks = new UseSketch[2 * services];
        recommender = new RecommenderUse(services);
        Arrays.fill(cpuStep, Long.MAX_VALUE);
        Arrays.fill(memoryStep, Long.MAX_VALUE);
        Arrays.fill(firstMicros, Long.MAX_VALUE);
        Arrays.fill(lastMicros, Long.MIN_VALUE);
    }

    /** The first pass. */
    public void span(UseRow row) {
        if (!row.isAmount()) {
            return;
        }
        int service = row.service;
        firstMicros[service] = Math.min(firstMicros[service], row.startMicros);
        lastMicros[service] = Math.max(lastMicros[service], row.endMicros);
        if (!seen.get(row.replica)) {
            seen.set(row.replica);
            replicas[service]++;
        }
        if (row.cpuMicroCores >= 0) {
            cpuTimes.add(row);
            count(2 * service, row);
        }
        if (row.memoryBytes >= 0) {
            memoryTimes.add(row);
            count(2 * service + 1, row);
        }
    }

    private void count(int at, UseRow row) {
        measurements[at]++;
        measuredMicros[at] = Math.addExact(measuredMicros[at], row.micros());
    }

    /** The second pass. */
    public void amounts(UseRow row) {
        int service = row.service;
        int part = row.startMicros < splitMicros(service) ? 0 : 1;
        course.add(row);
        recommender.add(row);
        if (row.cpuMicroCores >= 0) {
            sketch(service, CPU + part).add(row.cpuMicroCores, row.micros());
            cpuRows[service]++;
            slots(cpuSlots, service).add(row.startMicros, row.endMicros, row.cpuMicroCores);
            peakMicroCores[service] = Math.max(peakMicroCores[service], row.peakMicroCores);
        }
        if (row.memoryBytes >= 0) {
            sketch(service, MEMORY + part).add(row.memoryBytes, row.micros());
            memoryRows[service]++;
            slots(memorySlots, service).add(row.startMicros, row.endMicros, row.memoryBytes);
        }
    }

    private SlotUse slots(SlotUse[] slots, int service) {
        if (slots[service] == null) {
            slots[service] = new SlotUse(firstMicros[service], lastMicros[service]);
        }
        return slots[service];
    }

    /** The third pass, of those rows that begin at or after a step, or lie in peaks. */
    public void decisive(UseRow row) {
        int service = row.service;
        if (row.cpuMicroCores >= 0 && row.startMicros >= cpuStep[service]) {
            sketch(afterStep, 2 * service).add(row.cpuMicroCores, row.micros());
        }
        if (row.memoryBytes >= 0 && row.startMicros >= memoryStep[service]) {
            sketch(afterStep, 2 * service + 1).add(row.memoryBytes, row.micros());
        }
        if (row.cpuMicroCores >= 0 && isInPeak(2 * service, row)) {
            sketch(inPeaks, 2 * service).add(row.cpuMicroCores, row.micros());
        }
        if (row.memoryBytes >= 0 && isInPeak(2 * service + 1, row)) {
            sketch(inPeaks, 2 * service + 1).add(row.memoryBytes, row.micros());
        }
    }

    private boolean isInPeak(int at, UseRow row) {
        PeakTimes times = peakTimes[at];
        return times != null && times.hold(row);
    }

    private static UseSketch sketch(UseSketch[] sketches, int at) {
        if (sketches[at] == null) {
            sketches[at] = new UseSketch();
        }
        return sketches[at];
    }

    /** When the peaks of a service are. */
    private record PeakTimes(SlotUse slots, BitSet high) {
        /** True if the middle of a measurement is in a peak. */
        boolean hold(UseRow row) {
            return high.get(slots.slotOf(row.startMicros + row.micros() / 2));
        }
    }

    /** Shapes, after the second pass; true if the third is needed. */
    public boolean findShapes(UseShape[] cpu, UseShape[] memory) {
        course.end();
        boolean isStep = false;
        for (int i = 0; i < cpu.length; i++) {
            cpu[i] = shape(cpuSlots[i], i, cpuStep, 2 * i);
            UseShape found = shape(memorySlots[i], i, memoryStep, 2 * i + 1);
            cpuSlots[i] = null; // no longer needed, as a whole
            memorySlots[i] = null;
            long leak = course.leakPerDay(i);
            boolean isTrend = found.kind() == UseShape.Kind.TREND && found.perDay() > 0;
            memory[i] =
                    leak > 0
                            ? found.leaking(leak)
                            : isTrend ? found.leaking(found.perDay()) : found;
            isStep |= cpuStep[i] < Long.MAX_VALUE || memoryStep[i] < Long.MAX_VALUE;
            isStep |= peakTimes[2 * i] != null || peakTimes[2 * i + 1] != null;
        }
        return isStep;
    }

    private UseShape shape(@Nullable SlotUse slots, int service, long[] steps, int at) {
        if (slots == null) {
            return UseShape.UNKNOWN;
        }
        ShapeOfUse.Found found = ShapeOfUse.of(slots);
        if (found.shape().kind() == UseShape.Kind.STEP) {
            steps[service] = found.shape().sinceMicros();
        }
        if (!found.peaks().isEmpty()) {
            peakTimes[at] = new PeakTimes(slots, found.peaks());
        }
        return found.shape();
    }

    /** What was used in peaks; null if there are none. */
    public @Nullable UseSketch cpuInPeaks(int service) {
        return inPeaks[2 * service];
    }

    /** What was used in peaks; null if there are none. */
    public @Nullable UseSketch memoryInPeaks(int service) {
        return inPeaks[2 * service + 1];
    }

    /**
     * What the recommender of Kubernetes' vertical pod autoscaler would say of a replica; null if
     * nothing was measured.
     */
    public @Nullable Amount recommended(int service) {
        return recommender.target(service);
    }

    /** What was used after the step; null if there was none. */
    public @Nullable UseSketch cpuAfterStep(int service) {
        return afterStep[2 * service];
    }

    /** What was used after the step; null if there was none. */
    public @Nullable UseSketch memoryAfterStep(int service) {
        return afterStep[2 * service + 1];
    }

    public MeasuredTimes cpuTimes() {
        return cpuTimes;
    }

    public MeasuredTimes memoryTimes() {
        return memoryTimes;
    }

    public ReplicaCourse course() {
        return course;
    }

    public long[] lastMicros() {
        return lastMicros;
    }

    /**
     * Shares of the time that was measured, by service.
     *
     * @param isWhole true if each history should span that of all together
     */
    public double[] coverage(MeasuredTimes times, int[] packed, boolean isWhole) {
        long[] first = firstMicros;
        long[] last = lastMicros;
        if (isWhole) {
            first = new long[packed.length];
            last = new long[packed.length];
            Arrays.fill(first, Arrays.stream(firstMicros).min().orElse(0));
            Arrays.fill(last, Arrays.stream(lastMicros).max().orElse(0));
        }
        return times.coverage(packed, first, last);
    }

    private UseSketch sketch(int service, int kind) {
        return sketch(sketches, KINDS * service + kind);
    }

    /** Where the held-out part of a history begins. */
    long splitMicros(int service) {
        long span = lastMicros[service] - firstMicros[service];
        return firstMicros[service] + (long) ((1 - SizingOptions.HELD_OUT) * span);
    }

    public History history(int service) {
        long count = Math.max(measurements[2 * service], measurements[2 * service + 1]);
        return count == 0
                ? History.NONE
                : new History(
                        count,
                        replicas[service],
                        firstMicros[service],
                        lastMicros[service],
                        Math.max(measuredMicros[2 * service], measuredMicros[2 * service + 1]));
    }

    /** What was used of CPU. */
    public Amounts cpu(int service) {
        return new Amounts(
                cpuRows[service],
                peakMicroCores[service],
                sketch(service, CPU),
                sketch(service, CPU + 1));
    }

    /** What was used of memory. */
    public Amounts memory(int service) {
        UseSketch early = sketch(service, MEMORY);
        UseSketch late = sketch(service, MEMORY + 1);
        return new Amounts(memoryRows[service], Math.max(early.max(), late.max()), early, late);
    }

    /** Time from the first to the last measurement of all. */
    public long spanMicros() {
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
    public record Amounts(long rows, long peak, UseSketch early, UseSketch late) {
        /** Before and in it. */
        public UseSketch all() {
            return UseSketch.of(early, late);
        }
    }
}
