package dev.stowage.rightsizing;

import dev.stowage.packing.PackingResource;
import java.util.List;

/**
 * Where CPU and memory stand among the resources of a problem.
 *
 * @param cpu number of CPU
 * @param memory number of memory
 */
public record SizedDimensions(int cpu, int memory) {
    /** Their numbers. Both must be there. */
    public static SizedDimensions of(List<PackingResource> resources) {
        SizedDimensions at =
                new SizedDimensions(
                        resources.indexOf(PackingResource.CPU),
                        resources.indexOf(PackingResource.MEMORY));
        if (at.cpu < 0 || at.memory < 0) {
            throw new IllegalArgumentException("no cpu or no memory among " + resources);
        }
        return at;
    }
}
