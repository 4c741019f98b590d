package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import java.math.BigDecimal;
import java.math.MathContext;

/** A resource that is bounded on its own. */
enum Dimension {
    CPU("cpu", "CPU"),
    MEMORY("memory", "memory"),
    GPU("gpu", "GPU"),
    DISK("disk", "disk"),
    NETWORK("network", "network");

    private final String suffix;
    private final String label;

    Dimension(String suffix, String label) {
        this.suffix = suffix;
        this.label = label;
    }

    /** What names of methods end in. */
    String suffix() {
        return suffix;
    }

    /** What sentences call it. */
    String label() {
        return label;
    }

    /** The metric of its allocated share, which an objective may bound. */
    String metric(String statistic) {
        return suffix + "Allocated." + statistic;
    }

    /** What one server has of it, in its smallest unit. */
    long capacity(ServerType type) {
        return switch (this) {
            case CPU -> type.capacity().cpuMicroCores();
            case MEMORY -> type.capacity().memoryBytes();
            case GPU -> type.extras().gpuMicros();
            case DISK -> type.extras().diskBytes();
            case NETWORK -> type.extras().networkBitsPerSecond();
        };
    }

    /** What the task in a row of a batch asks for, in its smallest unit. */
    long asked(TaskBatch batch, int row) {
        return switch (this) {
            case CPU -> batch.cpuMicroCores[row];
            case MEMORY -> batch.memoryBytes[row];
            case GPU -> batch.isPlain ? 0 : batch.gpuMicros[row];
            case DISK -> batch.isPlain ? 0 : batch.diskBytes[row];
            case NETWORK -> batch.isPlain ? 0 : batch.networkBitsPerSecond[row];
        };
    }

    /** How many of the smallest unit make one of the unit that people use. */
    double unit() {
        return switch (this) {
            case CPU -> Resources.MICRO_CORES_PER_CORE;
            case MEMORY, DISK -> Resources.BYTES_PER_GIB;
            case GPU -> ServerExtras.MICROS_PER_GPU;
            case NETWORK -> ServerExtras.BITS_PER_GIGABIT;
        };
    }

    /** An amount in words: {@code 4 GPUs}. */
    String text(long amount) {
        double units = amount / unit();
        String number =
                BigDecimal.valueOf(units)
                        .round(new MathContext(6))
                        .stripTrailingZeros()
                        .toPlainString();
        return (amount == 0 ? "no" : number) + " " + unitName(units == 1);
    }

    private String unitName(boolean isOne) {
        return switch (this) {
            case CPU -> isOne ? "core" : "cores";
            case MEMORY -> "GiB";
            case GPU -> isOne ? "GPU" : "GPUs";
            case DISK -> "GiB of disk";
            case NETWORK -> "Gbit/s of network";
        };
    }
}
