package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import java.util.List;

/**
 * What is to be covered, and where.
 *
 * @param total CPU and memory that must be there all year: that of the planned servers together
 * @param largestTask what each single VM must be able to hold, per dimension
 * @param providers names of the providers to ask, in order; not empty
 * @param hasSharedCores true if types whose vCPUs are shared or throttled may be taken
 */
public record AlwaysOnRequest(
        Resources total, Resources largestTask, List<String> providers, boolean hasSharedCores) {
    public AlwaysOnRequest {
        providers = List.copyOf(providers);
        if (providers.isEmpty()) {
            throw new IllegalArgumentException("providers is empty, expected at least one");
        }
    }
}
