package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskColumn;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@link CanonicalTable#MACHINES}.
 *
 * @param timeMicros when
 * @param machineId number of the machine
 * @param event what happens to it
 * @param cpuMicroCores capacity from now on; may be absent
 * @param memoryBytes capacity from now on; may be absent
 * @param platform kind of machine
 * @param name what the source calls it, if that is not its number
 * @param gpuMicros GPUs that it has; may be absent
 */
public record MachineRow(
        long timeMicros,
        long machineId,
        MachineEvent event,
        long cpuMicroCores,
        long memoryBytes,
        @Nullable String platform,
        @Nullable String name,
        long gpuMicros) {

    /** The same row with another event. */
    public MachineRow withEvent(MachineEvent other) {
        return new MachineRow(
                timeMicros,
                machineId,
                other,
                cpuMicroCores,
                memoryBytes,
                platform,
                name,
                gpuMicros);
    }

    /**
     * Writes the row to a file of {@link CanonicalTable#MACHINES}.
     *
     * @param extras that the file has
     * @param attributes what constraints look at; null for nothing
     */
    public void writeTo(
            ColumnFileWriter file, Set<TaskColumn> extras, @Nullable String attributes) {
        file.putLong(timeMicros);
        file.putLong(machineId);
        file.putString(event.name());
        file.putLongOrNull(cpuMicroCores, ABSENT);
        file.putLongOrNull(memoryBytes, ABSENT);
        Words.put(file, platform);
        Words.put(file, name);
        if (extras.contains(TaskColumn.GPU)) {
            file.putLongOrNull(gpuMicros, ABSENT);
        }
        if (extras.contains(TaskColumn.CONSTRAINTS)) {
            Words.put(file, attributes);
        }
        file.endRow();
    }
}
