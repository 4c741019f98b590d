package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.parquet.ColumnFileWriter;

/**
 * One row of {@link CanonicalTable#USAGE} of a source that measures CPU and memory, to be filled
 * and written again and again; the other columns are absent.
 */
public final class UsageRow {
    private static final int COLUMNS_BEHIND_MAX_CPU = 6;

    public long startMicros;
    public long endMicros;
    public long jobId;
    public int taskIndex;
    public long machineId = ABSENT;
    public long cpuMicroCores = ABSENT;
    public long memoryBytes = ABSENT;
    public long maxMemoryBytes = ABSENT;
    public long maxCpuMicroCores = ABSENT;

    /** Writes the row to a file of {@link CanonicalTable#USAGE}. */
    public void writeTo(ColumnFileWriter file) {
        file.putLong(startMicros);
        file.putLong(endMicros);
        file.putLong(jobId);
        file.putInt(taskIndex);
        file.putLongOrNull(machineId, ABSENT);
        file.putLongOrNull(cpuMicroCores, ABSENT);
        file.putLongOrNull(memoryBytes, ABSENT);
        file.putNull(); // assigned memory
        file.putNull(); // page cache, unmapped
        file.putNull(); // page cache
        file.putLongOrNull(maxMemoryBytes, ABSENT);
        file.putNull(); // disk I/O time
        file.putNull(); // disk space
        file.putLongOrNull(maxCpuMicroCores, ABSENT);
        for (int i = 0; i < COLUMNS_BEHIND_MAX_CPU; i++) {
            file.putNull();
        }
        file.endRow();
    }
}
