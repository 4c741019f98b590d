package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import java.nio.file.Path;

/** The measurements of a canonical trace, streamed row group by row group. */
final class TraceUsage implements UsageSource {
    private final Path path;
    private final ColumnFileReader file;
    private int left;
    private long lastStartMicros = Long.MIN_VALUE;

    TraceUsage(Path path) {
        this.path = path;
        file =
                ColumnFileReader.open(
                        path,
                        CanonicalTable.USAGE.columns(
                                "start_micros",
                                "end_micros",
                                "job_id",
                                "task_index",
                                "cpu_micro_cores",
                                "memory_bytes"));
    }

    @Override
    public boolean read(UsageBatch batch) {
        batch.size = 0;
        while (left == 0) {
            if (!file.nextGroup()) {
                return false;
            }
            left = file.groupRows();
        }
        int count = Math.min(left, batch.capacity());
        file.column(0).longs(batch.startMicros, count, 0);
        file.column(1).longs(batch.endMicros, count, 0);
        file.column(2).longs(batch.jobId, count, 0);
        file.column(3).ints(batch.taskIndex, count, 0);
        file.column(4).longs(batch.cpuMicroCores, count, UsageBatch.UNKNOWN);
        file.column(5).longs(batch.memoryBytes, count, UsageBatch.UNKNOWN);
        left -= count;
        check(batch, count);
        batch.size = count;
        return true;
    }

    private void check(UsageBatch batch, int count) {
        for (int row = 0; row < count; row++) {
            if (batch.startMicros[row] < lastStartMicros) {
                throw InputException.of(
                        path,
                        "start_micros " + batch.startMicros[row] + " after " + lastStartMicros,
                        "measurements sorted by start_micros",
                        "Ingest the trace again, or sort the file.");
            }
            if (batch.endMicros[row] < batch.startMicros[row]) {
                throw InputException.of(
                        path,
                        "end_micros "
                                + batch.endMicros[row]
                                + " before start_micros "
                                + batch.startMicros[row],
                        "measurements that end after they start",
                        null);
            }
            lastStartMicros = batch.startMicros[row];
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
