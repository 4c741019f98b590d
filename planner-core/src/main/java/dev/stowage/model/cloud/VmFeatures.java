package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.util.OptionalDouble;

/**
 * What a VM type has besides CPU and memory.
 *
 * @param gpus number of accelerators, at least 0; a fraction where a VM has a part of one
 * @param isSharedCore true if its vCPUs are shared with other VMs or throttled after a burst, so
 *     that it can't be busy all the time
 * @param localDiskGib disk inside the server in GiB; 0 if it has none or nobody says
 * @param cpuScore CoreMark iterations a second of all its vCPUs together; empty if not measured
 */
public record VmFeatures(
        double gpus, boolean isSharedCore, double localDiskGib, OptionalDouble cpuScore) {
    /** No accelerator, own cores, no local disk, not measured. */
    public static final VmFeatures PLAIN = new VmFeatures(0, false, 0, OptionalDouble.empty());

    public VmFeatures {
        Check.notNegative("gpus", gpus);
        Check.notNegative("localDiskGib", localDiskGib);
        if (cpuScore.isPresent()) {
            Check.positive("cpuScore", cpuScore.getAsDouble());
        }
    }
}
