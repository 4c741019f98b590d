package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.run.RunSummary.Energy;
import dev.stowage.run.RunSummary.ExtraLevel;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.RunSummary.ServersInUse;
import dev.stowage.run.RunSummary.Utilisation;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.cluster.Levels;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The levels of a run over time. */
final class RunLevels implements Checkpointed {
    static final int CPU_ALLOCATED = 0;
    static final int MEMORY_ALLOCATED = 1;
    static final int CPU_CAPACITY = 2;
    static final int MEMORY_CAPACITY = 3;
    static final int CPU_QUEUED = 4;
    static final int MEMORY_QUEUED = 5;
    static final int RUNNING = 6;
    static final int PENDING = 7;
    static final int IN_USE = 8;
    static final int UP = 9;
    static final int CPU_USED = 10;
    static final int MEMORY_USED = 11;
    static final int GPUS_ALLOCATED = 12;
    static final int GPUS_CAPACITY = 13;

    /** Of GPUs, disk and network: names in the summary, and what makes a whole one. */
    private static final List<String> EXTRAS =
            List.of("gpuAllocated", "diskAllocated", "networkAllocated");

    private static final double[] EXTRA_UNITS = {
        ServerExtras.MICROS_PER_GPU, Resources.BYTES_PER_GIB, ServerExtras.BITS_PER_GIGABIT
    };

    private static final double NANO_WATT_MICROS_PER_KWH = 1e9 * 1e6 * 3600 * 1e3;

    private final Cluster cluster;
    private final long startMicros;
    private final TimeWeighted[] series = new TimeWeighted[MEMORY_USED + 1];
    private final AllocatedShare cpu;
    private final AllocatedShare memory;
    private final AllocatedShare cpuUsed;
    private final AllocatedShare memoryUsed;
    private final TimeWeighted[] extraCapacity = new TimeWeighted[EXTRAS.size()];
    private final AllocatedShare[] extras = new AllocatedShare[EXTRAS.size()];
    private final TimeWeighted[] extraAllocated = new TimeWeighted[EXTRAS.size()];
    private final TimeWeighted idleNanoWatts;
    private final TimeWeighted dynamicNanoWatts;

    /** All levels 0 at the start. */
    RunLevels(Cluster cluster, long startMicros) {
        this.cluster = cluster;
        this.startMicros = startMicros;
        Arrays.setAll(series, i -> new TimeWeighted(startMicros));
        cpu = new AllocatedShare(series[CPU_ALLOCATED], startMicros);
        memory = new AllocatedShare(series[MEMORY_ALLOCATED], startMicros);
        cpuUsed = new AllocatedShare(series[CPU_USED], startMicros);
        memoryUsed = new AllocatedShare(series[MEMORY_USED], startMicros);
        Arrays.setAll(extraCapacity, i -> new TimeWeighted(startMicros));
        Arrays.setAll(extraAllocated, i -> new TimeWeighted(startMicros));
        Arrays.setAll(extras, i -> new AllocatedShare(extraAllocated[i], startMicros));
        idleNanoWatts = new TimeWeighted(startMicros);
        dynamicNanoWatts = new TimeWeighted(startMicros);
    }

    /** Takes the levels of the cluster, which hold from {@code atMicros} on. */
    void follow(long atMicros) {
        Levels now = cluster.levels();
        cpu.set(atMicros, now.cpuAllocatedMicroCores, now.cpuCapacityMicroCores);
        memory.set(atMicros, now.memoryAllocatedBytes, now.memoryCapacityBytes);
        series[CPU_CAPACITY].set(atMicros, now.cpuCapacityMicroCores);
        series[MEMORY_CAPACITY].set(atMicros, now.memoryCapacityBytes);
        series[CPU_QUEUED].set(atMicros, now.cpuQueuedMicroCores);
        series[MEMORY_QUEUED].set(atMicros, now.memoryQueuedBytes);
        series[RUNNING].set(atMicros, now.tasksRunning);
        series[PENDING].set(atMicros, now.tasksPending);
        series[IN_USE].set(atMicros, now.serversInUse);
        series[UP].set(atMicros, now.serversUp);
        idleNanoWatts.set(atMicros, now.idleNanoWatts);
        dynamicNanoWatts.set(atMicros, now.dynamicNanoWatts);
        for (int i = 0; now.hasExtras && i < extras.length; i++) {
            extras[i].set(atMicros, now.extraAllocated[i], now.extraCapacity[i]);
            extraCapacity[i].set(atMicros, now.extraCapacity[i]);
        }
        if (now.isUseKept) {
            cpuUsed.set(atMicros, now.cpuUsedMicroCores, now.cpuCapacityMicroCores);
            memoryUsed.set(atMicros, now.memoryUsedBytes, now.memoryCapacityBytes);
        }
    }

    /** True if it follows what tasks use, not only what is allocated. */
    boolean hasUse() {
        return cluster.levels().isUseKept;
    }

    /** True if some server has GPUs. */
    boolean hasGpus() {
        return cluster.levels().hasGpus;
    }

    long startMicros() {
        return startMicros;
    }

    /** A column of the series. */
    TimeWeighted series(int column) {
        return switch (column) {
            case GPUS_ALLOCATED -> extraAllocated[0];
            case GPUS_CAPACITY -> extraCapacity[0];
            default -> series[column];
        };
    }

    Utilisation utilisation(long endMicros) {
        return new Utilisation(
                cpu.level(startMicros, endMicros),
                memory.level(startMicros, endMicros),
                extras(endMicros));
    }

    /** Those that some server has. */
    private Map<String, ExtraLevel> extras(long endMicros) {
        Map<String, ExtraLevel> levels = new LinkedHashMap<>();
        for (int i = 0; i < extras.length; i++) {
            boolean isInstant = endMicros == startMicros;
            double most = isInstant ? extraCapacity[i].level() : extraCapacity[i].peak(endMicros);
            if (most > 0) {
                Level share = extras[i].level(startMicros, endMicros);
                levels.put(EXTRAS.get(i), new ExtraLevel(share, most / EXTRA_UNITS[i]));
            }
        }
        return levels;
    }

    /** Used share of the CPU. */
    Level cpuUsed(long endMicros) {
        return cpuUsed.level(startMicros, endMicros);
    }

    /** Used share of the memory. */
    Level memoryUsed(long endMicros) {
        return memoryUsed.level(startMicros, endMicros);
    }

    /** Servers that were up, time-weighted mean. */
    double meanServersUp(long endMicros) {
        return endMicros == startMicros
                ? series[UP].level()
                : series[UP].integral(endMicros) / (endMicros - startMicros);
    }

    /** Requested cores times seconds that tasks held. */
    double heldCoreSeconds(long endMicros) {
        return series[CPU_ALLOCATED].integral(endMicros) / 1e12;
    }

    ServersInUse serversInUse(long endMicros) {
        TimeWeighted inUse = series[IN_USE];
        if (endMicros == startMicros) {
            return new ServersInUse(inUse.level(), inUse.level());
        }
        double mean = inUse.integral(endMicros) / (endMicros - startMicros);
        return new ServersInUse(mean, inUse.peak(endMicros));
    }

    Energy energy(long endMicros) {
        double uniform = cluster.uniformNanoWattsPerMicroCore();
        double nanoWattMicros =
                idleNanoWatts.integral(endMicros)
                        + dynamicNanoWatts.integral(endMicros)
                        + uniform * series[hasUse() ? CPU_USED : CPU_ALLOCATED].integral(endMicros);
        return new Energy(nanoWattMicros / NANO_WATT_MICROS_PER_KWH, cluster.isPowerAssumed());
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        for (Checkpointed part : parts()) {
            part.writeState(out);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        for (Checkpointed part : parts()) {
            part.readState(in);
        }
    }

    private List<Checkpointed> parts() {
        List<Checkpointed> parts = new ArrayList<>(List.of(series));
        parts.addAll(List.of(cpu, memory, cpuUsed, memoryUsed, idleNanoWatts, dynamicNanoWatts));
        for (TimeWeighted[] levels : List.of(extraCapacity, extraAllocated)) {
            parts.addAll(List.of(levels));
        }
        parts.addAll(List.of(extras));
        return parts;
    }
}
