package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.RowLedger;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is said about machines, row by row. Sources repeat themselves: a row that adds a machine
 * which is there is an update if its capacity differs, and changes nothing otherwise.
 */
final class MachineList {
    private final List<MachineRow> rows = new ArrayList<>();
    private final Set<Long> machines = new HashSet<>();

    /** Takes a row: the machine is there with its capacity, or it is not ({@code REMOVE}). */
    void add(MachineRow row) {
        rows.add(row);
        machines.add(row.machineId());
    }

    /** Number of machines. */
    long distinct() {
        return machines.size();
    }

    /** Writes {@code machines.parquet} and returns its number of rows. */
    long write(Path directory, RowLedger ledger, boolean withGpus) {
        rows.sort(Comparator.comparingLong(MachineRow::timeMicros));
        Map<Long, MachineRow> there = new HashMap<>();
        Set<TaskColumn> extras = withGpus ? Set.of(TaskColumn.GPU) : Set.of();
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory, extras)) {
            for (MachineRow row : rows) {
                MachineRow known = there.get(row.machineId());
                if (row.event() == MachineEvent.REMOVE) {
                    there.remove(row.machineId());
                    if (known == null) {
                        ledger.ignored(IgnoreRule.UNCHANGED, 1);
                        continue;
                    }
                    row.writeTo(file, extras, null);
                } else {
                    there.put(row.machineId(), row);
                    if (known != null && isSame(known, row)) {
                        ledger.ignored(IgnoreRule.UNCHANGED, 1);
                        continue;
                    }
                    MachineEvent event = known == null ? MachineEvent.ADD : MachineEvent.UPDATE;
                    row.withEvent(event).writeTo(file, extras, null);
                }
                ledger.used(row.timeMicros());
            }
            return file.rows();
        }
    }

    private static boolean isSame(MachineRow a, MachineRow b) {
        return a.cpuMicroCores() == b.cpuMicroCores() && a.memoryBytes() == b.memoryBytes();
    }
}
