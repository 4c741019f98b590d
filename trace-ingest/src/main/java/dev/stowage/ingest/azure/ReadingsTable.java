package dev.stowage.ingest.azure;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements from {@code vm_cpu_readings}: of the five minutes from their timestamp on. Held in
 * memory until written, 28 bytes a row, because parts need not be in order of time.
 */
final class ReadingsTable extends TableBuilder {
    private static final long LENGTH_MICROS = 300_000_000L;
    private static final int FULL = 1_000_000; // 100 %
    private static final int FIRST_CAPACITY = 1 << 10;

    private final @Nullable VmTable vms;
    private long[] start = new long[FIRST_CAPACITY];
    private long[] mean = new long[FIRST_CAPACITY];
    private long[] max = new long[FIRST_CAPACITY];
    private int[] vm = new int[FIRST_CAPACITY];
    private int size;
    private long aboveFull;

    /**
     * A table that has taken nothing yet.
     *
     * @param vms all virtual machines; null if there is no table of them
     */
    ReadingsTable(TraceClock clock, Quarantine quarantine, @Nullable VmTable vms) {
        super(clock, quarantine);
        this.vms = vms;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long time = chunk.value(AzureColumns.READING_TIME, row);
            if (time < 0) {
                reject(chunk, row, BadRow.NEGATIVE, "a reading before 0");
            } else if (isWanted(time)) {
                int known = vms == null ? -1 : vms.find(chunk, AzureColumns.READING_VM, row);
                if (known < 0) {
                    ledger.ignored(IgnoreRule.UNKNOWN_TASK, 1);
                } else {
                    add(chunk, row, known);
                }
            }
        }
    }

    private void add(RowChunk chunk, int row, int known) {
        if (size == start.length) {
            int capacity = Math.addExact(size, size >> 1);
            start = Arrays.copyOf(start, capacity);
            mean = Arrays.copyOf(mean, capacity);
            max = Arrays.copyOf(max, capacity);
            vm = Arrays.copyOf(vm, capacity);
        }
        start[size] = clock.canonical(chunk.value(AzureColumns.READING_TIME, row));
        mean[size] = chunk.value(AzureColumns.READING_MEAN, row);
        max[size] = chunk.value(AzureColumns.READING_MAX, row);
        vm[size] = known;
        aboveFull += max[size] > FULL ? 1 : 0;
        ledger.used(start[size]);
        ledger.reaches(start[size] + LENGTH_MICROS);
        size++;
    }

    /** Writes {@code usage.parquet} without rows, where no virtual machine is known. */
    long writeEmpty(Path directory) {
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            return file.rows();
        }
    }

    /** Writes {@code usage.parquet} and adds to the facts. */
    long write(Path directory, VmTasks tasks, Map<String, Long> facts) {
        VmTable table = vms;
        if (table == null) {
            return writeEmpty(directory);
        }
        UsageRow row = new UsageRow();
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            for (int i : StableOrder.of(start, size)) {
                row.startMicros = start[i];
                row.endMicros = start[i] + LENGTH_MICROS;
                row.jobId = tasks.jobId(vm[i]);
                row.taskIndex = tasks.taskIndex(vm[i]);
                row.cpuMicroCores = mean[i] == ABSENT ? ABSENT : table.ofAllCores(vm[i], mean[i]);
                row.maxCpuMicroCores = max[i] == ABSENT ? ABSENT : table.ofAllCores(vm[i], max[i]);
                row.writeTo(file);
            }
            facts.put("usage.above100Percent", aboveFull);
            return file.rows();
        }
    }
}
