package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary.Fragmentation;
import dev.stowage.sim.cluster.Cluster;
import java.util.List;

/**
 * The share of the free CPU that lies on servers which can't hold a further task with the median
 * (90th-percentile) CPU and memory request of the tasks submitted so far, sampled on a grid of time
 * of fewer than {@value #SAMPLES} points whose step doubles when it is full. Requests are known
 * with a relative error below 1e-3.
 *
 * <p>A sample passes over all servers; their number is bounded, so that the cost of a run is
 * O(servers * log(length of the run)).
 */
final class FragmentationSampler implements PlainState {
    private static final int SAMPLES = 128;

    private final Cluster cluster;
    private final RunningQuantile cpu = new RunningQuantile();
    private final RunningQuantile memory = new RunningQuantile();
    private final double[] median = new double[SAMPLES];
    private final double[] p90 = new double[SAMPLES];
    private int samples;
    private long stepMicros;
    private long nextMicros;

    FragmentationSampler(Cluster cluster, long startMicros, long stepMicros) {
        this.cluster = cluster;
        this.stepMicros = stepMicros;
        nextMicros = startMicros + stepMicros;
    }

    /** Learns what a task requests. */
    void learn(long cpuMicroCores, long memoryBytes) {
        cpu.add(cpuMicroCores);
        memory.add(memoryBytes);
    }

    /** Takes a sample if one is due at {@code atMicros}, a point of the grid of the series. */
    void sampleAt(long atMicros) {
        if (atMicros != nextMicros) {
            return;
        }
        sample();
        if (samples == SAMPLES) {
            halve(median);
            halve(p90);
            samples = SAMPLES / 2;
            stepMicros *= 2;
        }
        nextMicros = atMicros + stepMicros;
    }

    /**
     * The quantiles are never above the true ones, so that a server with exactly that free still
     * holds the task.
     */
    private void sample() {
        long medianCpu = cpu.median();
        long medianMemory = memory.median();
        long p90Cpu = cpu.p90();
        long p90Memory = memory.p90();
        long free = 0;
        long lostToMedian = 0;
        long lostToP90 = 0;
        for (int server = 0; server < cluster.size(); server++) {
            long cpuHere = Math.max(0, cluster.freeMicroCores(server)); // -1: down
            long memoryHere = cluster.freeBytes(server);
            free += cpuHere;
            lostToMedian += cpuHere < medianCpu || memoryHere < medianMemory ? cpuHere : 0;
            lostToP90 += cpuHere < p90Cpu || memoryHere < p90Memory ? cpuHere : 0;
        }
        median[samples] = free == 0 ? 0 : (double) lostToMedian / free;
        p90[samples] = free == 0 ? 0 : (double) lostToP90 / free;
        samples++;
    }

    private static void halve(double[] values) {
        for (int i = 0; i < values.length / 2; i++) {
            values[i] = (values[2 * i] + values[2 * i + 1]) / 2;
        }
    }

    /** The mean over the samples; of the state now if none was due yet. */
    Fragmentation mean() {
        if (samples == 0) {
            sample();
        }
        double medianSum = 0;
        double p90Sum = 0;
        for (int i = 0; i < samples; i++) {
            medianSum += median[i];
            p90Sum += p90[i];
        }
        return new Fragmentation(medianSum / samples, p90Sum / samples);
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(cpu, memory);
    }
}
