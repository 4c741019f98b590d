package dev.stowage.policy.autoscale.kubernetes;

import dev.stowage.policy.autoscale.kubernetes.Recommendation.Amount;

/**
 * What a container should request by its history: percentiles of its CPU samples and of its daily
 * memory peaks, with a margin. The bounds are wide while the history is short: the upper one is
 * doubled after a day, the lower one is 0.6 of itself after five minutes.
 *
 * <p>One container of one pod; its times must not fall. Replicas of one workload share a history,
 * as in {@link #replica()}. Source: {@code pkg/recommender/logic/estimator.go}, {@code
 * pkg/recommender/model/container.go}.
 */
public final class VerticalRecommender {
    /** Weight of a CPU sample. */
    static final double SAMPLE_WEIGHT = 0.1;

    /** How often the recommender looks: {@code --recommender-interval}. */
    public static final int PERIOD_SECONDS = 60;

    private static final long NONE = Long.MIN_VALUE;
    private static final long MINUTE_MICROS = 60_000_000;
    private static final long DAY_MICROS = 1_440 * MINUTE_MICROS;
    private static final long MOST = 100_000_000_000_000L;
    private static final double OUT_OF_MEMORY_RATIO = 1.2;
    private static final long OUT_OF_MEMORY_BYTES = 100L << 20;

    private final SharedHistory history;
    private long lastCpuMicros = NONE;
    private long lastMemoryMicros = NONE;
    private long dayEndMicros = NONE;
    private long dayPeakBytes;
    private long outOfMemoryPeakBytes;

    /** A recommender without a history. */
    public VerticalRecommender(VpaSettings settings) {
        this(new SharedHistory(settings));
    }

    private VerticalRecommender(SharedHistory history) {
        this.history = history;
    }

    /** Another replica of the same workload: both recommend by what is noted of either. */
    public VerticalRecommender replica() {
        return new VerticalRecommender(history);
    }

    /** Notes the mean use of CPU in the minute from a time on; repeated times are ignored. */
    public void addCpu(long micros, long milli) {
        boolean isRepeated = lastCpuMicros != NONE && micros <= lastCpuMicros;
        if (milli < 0 || isRepeated) {
            return;
        }
        history.addCpu(micros, milli);
        lastCpuMicros = micros;
    }

    /** Notes the memory in use at a time; what counts is the peak of each day. */
    public void addMemory(long micros, long bytes) {
        boolean isOutdated = lastMemoryMicros != NONE && micros < lastMemoryMicros;
        if (bytes >= 0 && !isOutdated) {
            notePeak(micros, bytes, false);
        }
    }

    /** Notes that the container ran out of the memory that it requested. */
    public void outOfMemory(long micros, long requestedBytes) {
        if (lastMemoryMicros != NONE && micros < lastMemoryMicros - DAY_MICROS) {
            return;
        }
        long used = Math.max(requestedBytes, dayPeakBytes);
        notePeak(
                micros,
                Math.max(used + OUT_OF_MEMORY_BYTES, scaled(used, OUT_OF_MEMORY_RATIO)),
                true);
    }

    private void notePeak(long micros, long bytes, boolean isOutOfMemory) {
        lastMemoryMicros = micros;
        dayEndMicros = dayEndMicros == NONE ? micros : dayEndMicros;
        long peak = Math.max(dayPeakBytes, outOfMemoryPeakBytes);
        if (micros >= dayEndMicros) {
            dayEndMicros += (micros - dayEndMicros) / DAY_MICROS * DAY_MICROS + DAY_MICROS;
            dayPeakBytes = 0;
            outOfMemoryPeakBytes = 0;
        } else if (peak != 0 && bytes > peak) {
            history.memoryPeaks.subtract((double) peak, 1, dayEndMicros);
        } else {
            return;
        }
        history.memoryPeaks.add((double) bytes, 1, dayEndMicros);
        if (isOutOfMemory) {
            outOfMemoryPeakBytes = bytes;
        } else {
            dayPeakBytes = bytes;
        }
    }

    /** True if a CPU sample was noted: without one the bounds say nothing. */
    public boolean hasHistory() {
        return history.cpuSamples > 0;
    }

    /** What the container should request now. */
    public Recommendation recommend() {
        return history.recommend();
    }

    /** What is known of all replicas of a workload together. */
    private static final class SharedHistory {
        private final VpaSettings settings;
        private final DecayingHistogram cpu;
        private final DecayingHistogram memoryPeaks;
        private long firstCpuMicros = Long.MAX_VALUE;
        private long lastCpuMicros = Long.MIN_VALUE;
        private long cpuSamples;

        SharedHistory(VpaSettings settings) {
            this.settings = settings;
            cpu = new DecayingHistogram(1_000, 0.01, settings.halfLifeMicros());
            memoryPeaks = new DecayingHistogram(1e12, 1e7, settings.halfLifeMicros());
        }

        void addCpu(long micros, long milli) {
            cpu.add(milli / 1_000.0, SAMPLE_WEIGHT, micros);
            firstCpuMicros = Math.min(firstCpuMicros, micros);
            lastCpuMicros = Math.max(lastCpuMicros, micros);
            cpuSamples++;
        }

        Recommendation recommend() {
            double days =
                    cpuSamples == 0
                            ? 0
                            : Math.min(
                                    (double) (lastCpuMicros - firstCpuMicros)
                                            / settings.confidenceMicros(),
                                    cpuSamples
                                            / ((double) settings.confidenceMicros()
                                                    / MINUTE_MICROS));
            double widening = 1 + 0.001 / days;
            return new Recommendation(
                    amount(settings.target(), 1),
                    amount(settings.lower(), 1 / (widening * widening)),
                    amount(settings.upper(), 1 + 1 / days));
        }

        private Amount amount(double share, double multiplier) {
            long cpuMilli = withMargin((long) (cpu.percentile(share) * 1_000.0));
            long memoryBytes = withMargin((long) memoryPeaks.percentile(share));
            if (multiplier != 1) {
                cpuMilli = scaled(cpuMilli, multiplier);
                memoryBytes = scaled(memoryBytes, multiplier);
            }
            return new Amount(
                    Math.max(cpuMilli, settings.minCpuMilli()),
                    Math.max(memoryBytes, settings.minMemoryBytes()));
        }

        private long withMargin(long amount) {
            return amount + scaled(amount, settings.margin());
        }
    }

    private static long scaled(long amount, double factor) {
        return (long) Math.min(MOST, amount * factor);
    }
}
