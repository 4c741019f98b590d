package dev.stowage.policy.deployment;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmType;
import java.util.List;

/**
 * What is to be covered, and where.
 *
 * @param total CPU and memory that must be there all year: that of the planned servers together
 * @param largestTask what each single VM must be able to hold, per dimension
 * @param gpus accelerators that must be there and that each VM must have
 * @param providers names of the providers to ask, in order; not empty
 * @param hasSharedCores true if types whose vCPUs are shared or throttled may be taken
 */
public record AlwaysOnRequest(
        Resources total,
        Resources largestTask,
        Gpus gpus,
        List<String> providers,
        boolean hasSharedCores) {
    /**
     * Accelerators, of whatever kind.
     *
     * @param total that must be there all year
     * @param largestTask that each VM must have; at most {@code total}
     */
    public record Gpus(double total, double largestTask) {
        /** None are asked for. */
        public static final Gpus NONE = new Gpus(0, 0);

        public Gpus {
            Check.notNegative("total", total);
            Check.inRange("largestTask", largestTask, 0, total);
        }

        boolean areHeldBy(VmType type) {
            return total == 0 || (type.gpus() > 0 && type.gpus() >= largestTask);
        }
    }

    public AlwaysOnRequest {
        providers = List.copyOf(providers);
        if (providers.isEmpty()) {
            throw new IllegalArgumentException("providers is empty, expected at least one");
        }
    }

    /** CPU and memory alone. */
    public AlwaysOnRequest(
            Resources total,
            Resources largestTask,
            List<String> providers,
            boolean hasSharedCores) {
        this(total, largestTask, Gpus.NONE, providers, hasSharedCores);
    }
}
