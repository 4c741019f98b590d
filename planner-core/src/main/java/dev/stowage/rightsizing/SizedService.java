package dev.stowage.rightsizing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.model.TaskClass;
import dev.stowage.rightsizing.SizedResource.Outcome;
import dev.stowage.rightsizing.evidence.History;
import dev.stowage.rightsizing.evidence.Restarts;
import dev.stowage.rightsizing.evidence.UseShape;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A service and its new requests.
 *
 * @param name of the service
 * @param taskClass null if unknown
 * @param replicas that are packed
 * @param history what was measured
 * @param cpu in millionths of a core
 * @param memory in bytes
 * @param memoryLimit of one replica in bytes; null if memory isn't sized, or leaks
 * @param memoryFullMicros when a replica that leaks reaches its limit, or all memory of the largest
 *     server; null if none leaks
 * @param restarts of its replicas, and kills for want of memory
 * @param evidence in a sentence
 */
public record SizedService(
        String name,
        @Nullable TaskClass taskClass,
        int replicas,
        History history,
        SizedResource cpu,
        SizedResource memory,
        @Nullable Long memoryLimit,
        @Nullable Long memoryFullMicros,
        Restarts restarts,
        String evidence) {
    /** The same with other new requests, on the way to these; a limit is not below its request. */
    public SizedService withAfter(long cpuMicroCores, long memoryBytes) {
        boolean isAsToday = cpuMicroCores == cpu.before() && memoryBytes == memory.before();
        return new SizedService(
                name,
                taskClass,
                replicas,
                history,
                cpu.withAfter(cpuMicroCores),
                memory.withAfter(memoryBytes),
                memoryLimit == null || isAsToday ? null : Math.max(memoryLimit, memoryBytes),
                memoryFullMicros,
                restarts,
                evidence);
    }

    /** True if a request is not what it was. */
    @JsonIgnore
    public boolean isChanged() {
        return cpu.after() != cpu.before() || memory.after() != memory.before();
    }

    /** True if a request comes from the measured use. */
    @JsonIgnore
    public boolean isSized() {
        return cpu.isSized() || memory.isSized();
    }

    /** True if the user said that its requests stay. */
    @JsonIgnore
    public boolean isKept() {
        return !isSized() && resources().anyMatch(each -> each.outcome() == Outcome.KEPT);
    }

    /** True if use drifts upward in one of them. */
    @JsonIgnore
    public boolean isRising() {
        return cpu.isRising() || memory.isRising();
    }

    /** True if the memory of a replica rises for as long as it runs. */
    @JsonIgnore
    public boolean isLeaking() {
        return memory.shape().kind() == UseShape.Kind.LEAK;
    }

    /** The resources in order. */
    public Stream<SizedResource> resources() {
        return Stream.of(cpu, memory);
    }
}
