package dev.stowage.policy.placement;

import dev.stowage.model.PlacementConstraints;
import org.jspecify.annotations.Nullable;

/** The task that is to be placed, read-only. Valid only during the call that it is passed to. */
public interface TaskView {
    /** CPU request in millionths of a core. */
    long cpuMicroCores();

    /** Memory request in bytes. */
    long memoryBytes();

    long jobId();

    /** The user that submitted it, for fairness and quotas; -1 if unknown. */
    default int userId() {
        return -1;
    }

    /** GPU request in millionths of a device; 0 = none. */
    default long gpuMicros() {
        return 0;
    }

    /** Local disk request in bytes; 0 = none. */
    default long diskBytes() {
        return 0;
    }

    /** Network request in bits a second; 0 = none. */
    default long networkBitsPerSecond() {
        return 0;
    }

    /** Where it may run besides that it must fit; null = anywhere. */
    default @Nullable PlacementConstraints constraints() {
        return null;
    }

    /**
     * True if CPU and memory are all that a server is chosen by. Such a task costs nothing for what
     * others ask beyond that; an override must agree with the columns.
     */
    default boolean isPlain() {
        return gpuMicros() == 0
                && diskBytes() == 0
                && networkBitsPerSecond() == 0
                && constraints() == null;
    }
}
