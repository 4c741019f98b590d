package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.PlacementConstraints;

/**
 * What a task asks for besides CPU and memory.
 *
 * @param gpus GPUs, at least 0
 * @param diskGib local disk in GiB, at least 0
 * @param networkGbps network bandwidth in gigabits (10^9 bits) a second, at least 0
 * @param constraints where it may run
 */
public record TaskDemands(
        double gpus, double diskGib, double networkGbps, PlacementConstraints constraints) {
    /** Nothing more. */
    public static final TaskDemands NONE = ofGpus(0);

    public TaskDemands {
        Check.notNegative("gpus", gpus);
        Check.notNegative("diskGib", diskGib);
        Check.notNegative("networkGbps", networkGbps);
    }

    /** GPUs alone. */
    public static TaskDemands ofGpus(double gpus) {
        return new TaskDemands(gpus, 0, 0, PlacementConstraints.NONE);
    }

    /** True if it asks for GPUs alone, or for nothing. */
    public boolean isOfGpusAlone() {
        return equals(ofGpus(gpus));
    }
}
