package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;

/** Machines from {@code server_event} (2017) or {@code machine_meta} (2018). */
final class ServerTable extends TableBuilder {
    private static final String IN_USE = "USING";
    private static final int SOFT_ERROR = 1;
    private static final int HARD_ERROR = 2;

    private final int timeField;
    private final int machineField;
    private final int statusField;
    private final int cpuField;
    private final int memoryField;
    private final boolean isEvent; // else the status is a text
    private final TraceNames names;
    private final MachineList machines = new MachineList();

    ServerTable(SourceSchema table, TraceNames names, TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
        timeField = table.column("time");
        machineField = table.column("machine");
        statusField = table.column("status");
        cpuField = table.column("cpu");
        memoryField = table.column("memory");
        isEvent = table.field("status").kind() == Field.Kind.WORD;
        this.names = names;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long time = clock.canonical(chunk.value(timeField, row));
        long machine = names.machine(chunk, machineField, row);
        if (time >= clock.toMicros()) {
            ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
        } else if (isEvent && chunk.value(statusField, row) == SOFT_ERROR) {
            ledger.ignored(IgnoreRule.SOFT_ERROR, 1);
        } else if (isGone(chunk, row)) {
            machines.add(row(time, machine, MachineEvent.REMOVE, ABSENT, ABSENT));
        } else if (chunk.value(cpuField, row) <= 0 || chunk.value(memoryField, row) <= 0) {
            ledger.ignored(IgnoreRule.MACHINE_WITHOUT_CAPACITY, 1); // absent or 0
        } else {
            long cpu = chunk.value(cpuField, row);
            long memory = chunk.value(memoryField, row);
            machines.add(row(time, machine, MachineEvent.ADD, cpu, memory));
        }
    }

    private boolean isGone(RowChunk chunk, int row) {
        return isEvent
                ? chunk.value(statusField, row) == HARD_ERROR
                : !chunk.text(statusField, row).equals(IN_USE);
    }

    private MachineRow row(long time, long machine, MachineEvent event, long cpu, long memory) {
        return new MachineRow(
                time, machine, event, cpu, memory, null, names.machineName(machine), ABSENT);
    }

    /** Number of machines. */
    long distinct() {
        return machines.distinct();
    }

    long write(Path directory) {
        return machines.write(directory, ledger, false);
    }
}
