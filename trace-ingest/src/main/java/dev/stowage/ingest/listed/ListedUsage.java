package dev.stowage.ingest.listed;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.manifest.TraceManifest.Window;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.IgnoreRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measurements of tasks, 40 bytes each. */
final class ListedUsage {
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int START = 0;
    private static final int END = 1;
    private static final int CPU = 2;
    private static final int MEMORY = 3;

    private final List<ListedTask> tasks = new ArrayList<>();
    private long[][] values = new long[4][FIRST_CAPACITY];

    void add(ListedTask task, long start, long end, long cpu, long memory) {
        int at = tasks.size();
        tasks.add(task);
        if (at == values[0].length) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Arrays.copyOf(values[i], Math.addExact(at, at >> 1));
            }
        }
        values[START][at] = start;
        values[END][at] = end;
        values[CPU][at] = cpu;
        values[MEMORY][at] = memory;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** From the first to the last of those that were written; null if there are none. */
    @Nullable Window window(long originMicros) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < tasks.size(); i++) {
            if (tasks.get(i).isWritten && values[START][i] >= originMicros) {
                first = Math.min(first, values[START][i] - originMicros);
                last = Math.max(last, values[START][i] - originMicros);
            }
        }
        return last == Long.MIN_VALUE ? null : new Window(first, last);
    }

    /**
     * Writes those of tasks that are written.
     *
     * @param books of the rows that they come from, those of tasks that are left out too; null if
     *     they come from rows of tasks
     * @return rows written
     */
    long write(Path directory, long originMicros, @Nullable ListedTable books) {
        int size = tasks.size();
        int[] order =
                StableOrder.of(
                        size,
                        i -> values[START][i],
                        i -> tasks.get(i).jobId,
                        i -> tasks.get(i).index);
        UsageRow row = new UsageRow();
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            for (int i : order) {
                ListedTask task = tasks.get(i);
                if (!task.isWritten || values[START][i] < originMicros) {
                    if (books != null) {
                        books.ignored(IgnoreRule.UNKNOWN_TASK, 1);
                    }
                    continue;
                }
                row.startMicros = values[START][i] - originMicros;
                row.endMicros = values[END][i] - originMicros;
                row.jobId = task.jobId;
                row.taskIndex = task.index;
                row.cpuMicroCores = values[CPU][i];
                row.memoryBytes = values[MEMORY][i];
                row.writeTo(file);
                if (books != null) {
                    books.used(1, row.startMicros);
                }
            }
            return file.rows();
        }
    }
}
