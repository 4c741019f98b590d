package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;

/** Machines from {@code server_event} (2017) or {@code machine_meta} (2018). */
final class ServerTable extends TableBuilder {
    private static final String IN_USE = "USING";
    private static final int SOFT_ERROR = 1;
    private static final int HARD_ERROR = 2;

    /** Which column of the table holds what; {@code status} is a text if there are no events. */
    record Columns(int time, int machine, int status, boolean isEvent, int cpu, int memory) {}

    /** Of 2017. */
    static final Columns COLUMNS_2017 = new Columns(0, 1, 2, true, 4, 5);

    /** Of 2018. */
    static final Columns COLUMNS_2018 = new Columns(1, 0, 6, false, 4, 5);

    private final Columns columns;
    private final TraceNames names;
    private final MachineList machines = new MachineList();

    ServerTable(Columns columns, TraceNames names, TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
        this.columns = columns;
        this.names = names;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long time = clock.canonical(chunk.value(columns.time, row));
        long machine = names.machine(chunk, columns.machine, row);
        if (time >= clock.toMicros()) {
            ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
        } else if (columns.isEvent && chunk.value(columns.status, row) == SOFT_ERROR) {
            ledger.ignored(IgnoreRule.SOFT_ERROR, 1);
        } else if (isGone(chunk, row)) {
            machines.add(row(time, machine, MachineEvent.REMOVE, ABSENT, ABSENT));
        } else if (chunk.value(columns.cpu, row) <= 0 || chunk.value(columns.memory, row) <= 0) {
            ledger.ignored(IgnoreRule.MACHINE_WITHOUT_CAPACITY, 1); // absent or 0
        } else {
            long cpu = chunk.value(columns.cpu, row);
            long memory = chunk.value(columns.memory, row);
            machines.add(row(time, machine, MachineEvent.ADD, cpu, memory));
        }
    }

    private boolean isGone(RowChunk chunk, int row) {
        return columns.isEvent
                ? chunk.value(columns.status, row) == HARD_ERROR
                : !chunk.text(columns.status, row).equals(IN_USE);
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
