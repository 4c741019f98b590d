package dev.stowage.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a task may have besides times, CPU, memory, class and priority. */
public enum TaskColumn {
    /** Who submitted it: {@link TaskBatch#userId}. */
    USER("who submitted it"),
    /** {@link TaskBatch#gpuMicros}. */
    GPU("GPUs that it asks for"),
    /** {@link TaskBatch#diskBytes}. */
    DISK("disk that it asks for"),
    /** {@link TaskBatch#networkBitsPerSecond}. */
    NETWORK("network bandwidth that it asks for"),
    /** {@link TaskBatch#constraints}. */
    CONSTRAINTS("where it may run"),
    /**
     * Of {@link TaskBatch#constraints} what it asks for by name: devices, huge pages, storage
     * ({@link ClusterTerms}).
     */
    RESOURCES("resources that it asks for by name"),
    /** {@link TaskBatch#stage} and {@link TaskBatch#afterStages}. */
    STAGES("what must have ended before it starts"),
    /** {@link TaskBatch#cpuUsedMicroCores} and {@link TaskBatch#memoryUsedBytes}. */
    USAGE("what it was measured to use");

    private final String description;

    TaskColumn(String description) {
        this.description = description;
    }

    /** As one types it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it says about a task. */
    public String description() {
        return description;
    }

    /** The column of that label, if there is one. */
    public static Optional<TaskColumn> find(String label) {
        return Arrays.stream(values()).filter(column -> column.label().equals(label)).findFirst();
    }

    /** All labels, in order. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(TaskColumn::label).toList();
    }
}
