package dev.stowage.ingest.listed;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A machine that is there from time 0.
 *
 * @param name unique among the machines
 * @param cpuMicroCores above 0
 * @param memoryBytes above 0
 * @param gpuMicros millionths of GPUs; {@link dev.stowage.ingest.canonical.CanonicalTable#ABSENT}
 *     if not known
 * @param platform kind of machine; null if not known
 * @param attributes what constraints look at
 */
public record ListedMachine(
        String name,
        long cpuMicroCores,
        long memoryBytes,
        long gpuMicros,
        @Nullable String platform,
        Map<String, String> attributes) {
    public ListedMachine {
        attributes = Map.copyOf(attributes);
    }

    /** A machine without GPUs and attributes. */
    public static ListedMachine of(String name, long cpuMicroCores, long memoryBytes) {
        return new ListedMachine(name, cpuMicroCores, memoryBytes, ABSENT, null, Map.of());
    }
}
