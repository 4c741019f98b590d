package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Machines from {@code machine_events}.
 *
 * <p>Rows before the wanted window are kept, because they say which machines there are when it
 * starts; rows after it are ignored.
 */
final class MachineTable extends TableBuilder {
    private static final int TIME = 0;
    private static final int MACHINE = 1;
    private static final int EVENT = 2;
    private static final int PLATFORM = 3;
    private static final int CPU = 4;
    private static final int MEMORY = 5;

    private record Row(
            long timeMicros,
            long machineId,
            MachineEvent event,
            long cpuMicroCores,
            long memoryBytes,
            @Nullable String platform) {}

    private final List<Row> rows = new ArrayList<>();
    private final KeyIndex machines = new KeyIndex();

    MachineTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long time = clock.canonical(chunk.value(TIME, row));
        MachineEvent event = MachineEvent.of((int) chunk.value(EVENT, row));
        long cpu = chunk.value(CPU, row);
        long memory = chunk.value(MEMORY, row);
        if (clock.isAfterEnd(chunk.value(TIME, row))) {
            ledger.ignored(IgnoreRule.AFTER_END, 1);
            return;
        }
        if (time >= clock.toMicros()) {
            ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
            return;
        }
        machines.findOrAdd(chunk.value(MACHINE, row), 0);
        if (event != MachineEvent.REMOVE) {
            if (cpu == ABSENT || memory == ABSENT) {
                ledger.ignored(IgnoreRule.MACHINE_WITHOUT_CAPACITY, 1);
                return;
            }
            if (cpu == 0 || memory == 0) {
                reject(chunk, row, BadRow.OUT_OF_RANGE, "a machine with CPUs or memory of 0");
                return;
            }
        }
        String platform =
                chunk.value(PLATFORM, row) == ABSENT ? null : chunk.text(PLATFORM, row).intern();
        rows.add(new Row(time, chunk.value(MACHINE, row), event, cpu, memory, platform));
        ledger.used(time);
    }

    /** True if a row named the machine, whether it was used or not. */
    boolean isKnown(long machineId) {
        return machines.find(machineId, 0) >= 0;
    }

    /** Writes {@code machines.parquet} and returns its number of rows. */
    long write(Path directory) {
        rows.sort(Comparator.comparingLong(Row::timeMicros));
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory)) {
            for (Row row : rows) {
                file.putLong(row.timeMicros);
                file.putLong(row.machineId);
                file.putString(row.event.name());
                file.putLongOrNull(row.cpuMicroCores, ABSENT);
                file.putLongOrNull(row.memoryBytes, ABSENT);
                Words.put(file, row.platform);
                file.putNull();
                file.endRow();
            }
            return file.rows();
        }
    }

    Map<String, Long> facts() {
        return Map.of("machines.distinct", (long) machines.size());
    }
}
