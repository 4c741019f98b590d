package dev.stowage.ingest.canonical;

import dev.stowage.model.TaskColumn;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The columns of {@link CanonicalTable#TASKS} and {@link CanonicalTable#MACHINES} that are only
 * written when tasks use them, by what they say. The disk request is not among them: every file has
 * it.
 */
public final class ExtraColumns {
    private static final Map<TaskColumn, List<String>> NAMES =
            new EnumMap<>(
                    Map.of(
                            TaskColumn.USER, List.of("user"),
                            TaskColumn.GPU, List.of("gpu_micros"),
                            TaskColumn.NETWORK, List.of("network_bits_per_second"),
                            TaskColumn.CONSTRAINTS, List.of("constraints", "attributes"),
                            TaskColumn.STAGES, List.of("stage", "after_stages"),
                            TaskColumn.USAGE,
                                    List.of("cpu_used_micro_cores", "memory_used_bytes")));

    private ExtraColumns() {}

    /** The columns that say it; none if every file has them. */
    public static List<String> of(TaskColumn extra) {
        return NAMES.getOrDefault(extra, List.of());
    }

    /** The extras that a file with columns of these names has. */
    public static Set<TaskColumn> in(Set<String> columns) {
        return NAMES.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(columns::contains))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** True if a file with these extras has the column. */
    static boolean isWritten(String column, Set<TaskColumn> extras) {
        return NAMES.entrySet().stream()
                .noneMatch(
                        entry ->
                                entry.getValue().contains(column)
                                        && !extras.contains(entry.getKey()));
    }
}
