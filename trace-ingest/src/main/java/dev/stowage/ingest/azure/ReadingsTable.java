package dev.stowage.ingest.azure;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements from {@code vm_cpu_readings}: of the five minutes from their timestamp on. Parts
 * need not be in order of time: they are sorted, beyond memory on disk.
 */
final class ReadingsTable extends TableBuilder {
    private static final SourceSchema TABLE =
            FamilyDescription.of("azure-2017").table("vm_cpu_readings"); // and of 2019
    private static final int TIME = TABLE.column("timestamp");
    private static final int VM = TABLE.column("VM ID");
    private static final int MAX = TABLE.column("maximum CPU");
    private static final int MEAN = TABLE.column("mean CPU");
    private static final long LENGTH_MICROS = 300_000_000L;
    private static final int FULL = 1_000_000; // 100 %
    private static final double SHARE_OF_MEMORY = 0.5;

    private final @Nullable VmTable vms;
    private final RowSorter rows; // by start: virtual machine, mean, maximum
    private long aboveFull;

    /**
     * A table that has taken nothing yet.
     *
     * @param vms all virtual machines; null if there is no table of them
     */
    ReadingsTable(
            TraceClock clock, Quarantine quarantine, SpillSpace space, @Nullable VmTable vms) {
        super(clock, quarantine);
        rows = space.sorter(3, SHARE_OF_MEMORY);
        this.vms = vms;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long time = chunk.value(TIME, row);
            if (time < 0) {
                reject(chunk, row, BadRow.NEGATIVE, "a reading before 0");
            } else if (isWanted(time)) {
                int known = vms == null ? -1 : vms.find(chunk, VM, row);
                if (known < 0) {
                    ledger.ignored(IgnoreRule.UNKNOWN_TASK, 1);
                } else {
                    add(chunk, row, known);
                }
            }
        }
    }

    private void add(RowChunk chunk, int row, int known) {
        long start = clock.canonical(chunk.value(TIME, row));
        long max = chunk.value(MAX, row);
        rows.add(start, 0, known, chunk.value(MEAN, row), max);
        aboveFull += max > FULL ? 1 : 0;
        ledger.used(start);
        ledger.reaches(start + LENGTH_MICROS);
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
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory);
                RowCursor sorted = rows.sorted()) {
            while (sorted.next()) {
                int vm = (int) sorted.row()[0];
                long mean = sorted.row()[1];
                long max = sorted.row()[2];
                row.startMicros = sorted.key();
                row.endMicros = sorted.key() + LENGTH_MICROS;
                row.jobId = tasks.jobId(vm);
                row.taskIndex = tasks.taskIndex(vm);
                row.cpuMicroCores = mean == ABSENT ? ABSENT : table.ofAllCores(vm, mean);
                row.maxCpuMicroCores = max == ABSENT ? ABSENT : table.ofAllCores(vm, max);
                row.writeTo(file);
            }
            facts.put("usage.above100Percent", aboveFull);
            return file.rows();
        }
    }
}
