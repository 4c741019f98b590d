package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Machines from {@code machine_events}.
 *
 * <p>Rows before the wanted window are kept, because they say which machines there are when it
 * starts; rows after it are ignored.
 */
final class MachineTable extends TableBuilder {
    private record Row(
            long timeMicros,
            long machineId,
            MachineEvent event,
            long cpuMicroCores,
            long memoryBytes,
            @Nullable String platform) {}

    private final SourceSchema source;
    private final int machineField;
    private final int eventField;
    private final int firstEvent; // code of ADD; REMOVE and UPDATE follow
    private final int cpuField;
    private final int memoryField;
    private final int platformField;
    private final int switchField; // negative if there is none
    private final BackwardSteps backward = new BackwardSteps();
    private final TextIndex switches = new TextIndex();
    private long rowsBeforeStart;
    private final List<Row> rows = new ArrayList<>();
    private final KeyIndex machines = new KeyIndex();

    MachineTable(TraceClock clock, Quarantine quarantine, SourceSchema source) {
        super(clock, quarantine);
        this.source = source;
        machineField = source.column("machine");
        eventField = source.column("event");
        firstEvent = source.field("event").high() + 1 - MachineEvent.values().length;
        cpuField = source.column("cpu");
        memoryField = source.column("memory");
        platformField = source.column("platform");
        switchField = source.find("switch");
    }

    @Override
    protected void take(RowChunk chunk) {
        backward.in(chunk.source());
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long sourceTime = chunk.value(source.timeField(), row);
        long time = clock.canonical(sourceTime);
        long machine = chunk.value(machineField, row);
        int code = (int) chunk.value(eventField, row) - firstEvent;
        backward.see(sourceTime);
        if (code < 0) {
            reject(chunk, row, BadRow.UNKNOWN_EVENT, "an event type that is not known");
            return;
        }
        if (clock.isAfterEnd(sourceTime)) {
            ledger.ignored(IgnoreRule.AFTER_END, 1);
            return;
        }
        if (time >= clock.toMicros()) {
            ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
            return;
        }
        machines.findOrAdd(machine, 0);
        rowsBeforeStart += clock.isBeforeStart(sourceTime) ? 1 : 0;
        if (switchField >= 0 && chunk.value(switchField, row) != ABSENT) {
            chunk.number(switchField, row, switches);
        }
        MachineEvent event = MachineEvent.of(code);
        long cpu = chunk.value(cpuField, row);
        long memory = chunk.value(memoryField, row);
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
                chunk.value(platformField, row) == ABSENT
                        ? null
                        : chunk.text(platformField, row).intern();
        rows.add(new Row(time, machine, event, cpu, memory, platform));
        ledger.used(time);
    }

    /** True if a row named the machine, whether it was used or not. */
    boolean isKnown(long machineId) {
        return machines.find(machineId, 0) >= 0;
    }

    /**
     * Writes {@code machines.parquet} and returns its number of rows.
     *
     * @param table what constraints look at, if that is known
     */
    long write(Path directory, @Nullable AttributeTable table) {
        AttributeTable attributes = table == null || table.isEmpty() ? null : table;
        Comparator<Row> byTime = Comparator.comparingLong(Row::timeMicros);
        rows.sort(source.isUnordered() ? byTime.thenComparing(Row::machineId) : byTime);
        Set<TaskColumn> extras = attributes == null ? Set.of() : EnumSet.of(TaskColumn.CONSTRAINTS);
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory, extras)) {
            for (Row row : rows) {
                file.putLong(row.timeMicros);
                file.putLong(row.machineId);
                file.putString(row.event.name());
                file.putLongOrNull(row.cpuMicroCores, ABSENT);
                file.putLongOrNull(row.memoryBytes, ABSENT);
                Words.put(file, row.platform);
                file.putNull(); // name
                if (attributes != null) {
                    Words.put(file, attributes.of(row.machineId));
                }
                file.endRow();
            }
            return file.rows();
        }
    }

    Map<String, Long> facts() {
        Map<String, Long> facts = new LinkedHashMap<>();
        facts.put("machines.distinct", (long) machines.size());
        if (source.isUnordered()) {
            facts.put("machines.rowsBeforeStart", rowsBeforeStart);
            facts.put("machines.backwardSteps", backward.count());
            facts.put("machines.switches", (long) switches.size());
        }
        return facts;
    }
}
