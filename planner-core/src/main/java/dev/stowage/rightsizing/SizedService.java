package dev.stowage.rightsizing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.model.TaskClass;
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
 * @param memoryLimit of one replica in bytes; null if memory isn't sized
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
        String evidence) {
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

    /** True if use drifts upward in one of them. */
    @JsonIgnore
    public boolean isRising() {
        return isRising(cpu) || isRising(memory);
    }

    private static boolean isRising(SizedResource resource) {
        HeldOut heldOut = resource.heldOut();
        return heldOut != null && heldOut.isRising();
    }
}
