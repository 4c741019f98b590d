package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.model.Resources;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the tables that are no events of tasks: {@code machine_events} and {@code task_usage}. */
final class Google2011Tables {
    /** In the order of their codes. */
    private static final List<String> EVENTS =
            Stream.of(MachineEvent.values()).map(Enum::name).toList();

    private static final int REMOVE = EVENTS.indexOf(MachineEvent.REMOVE.name());

    private final ExportRequest request;
    private final Resources machine;
    private final Departures departures;

    Google2011Tables(ExportRequest request, Resources machine, Departures departures) {
        this.request = request;
        this.machine = machine;
        this.departures = departures;
    }

    /** Writes the machines and returns the number of rows; their attributes are written before. */
    long writeMachines(PartFiles parts, Google2011Demands demands) {
        try (parts;
                TableRows rows =
                        TableRows.openAll(request.trace().path(), CanonicalTable.MACHINES)) {
            int gpus = rows.column("gpu_micros");
            int attributes = rows.column("attributes");
            while (rows.next()) {
                if (!isKept(rows)) {
                    departures.count("machines");
                    continue;
                }
                long micros = rows.value(0);
                long cpu = rows.value(3);
                long memory = rows.value(4);
                int event = EVENTS.indexOf(rows.text(2));
                long source = EventMerge.sourceMicros(micros, micros == 0);
                parts.begin(source);
                RowText text = parts.text();
                text.put(source).put(',').put(rows.value(1)).put(',').put((long) event);
                text.put(',');
                putText(text, rows.text(5));
                text.put(',');
                putShare(text, cpu, machine.cpuMicroCores());
                text.put(',');
                putShare(text, memory, machine.memoryBytes());
                parts.endRow();
                departures.countIf("machines.name", rows.text(6) != null);
                departures.compare("machines.gpu_micros", rows.value(gpus), ABSENT);
                departures.countIf(
                        "machines.attributes",
                        !Objects.equals(
                                rows.text(attributes), demands.attributesOf(rows.value(1))));
            }
            return parts.rows();
        }
    }

    /** True if the event of a machine is written: it goes, or is there with a capacity. */
    static boolean isKept(TableRows rows) {
        boolean isThere = EVENTS.indexOf(rows.text(2)) != REMOVE;
        boolean hasCapacity = rows.value(3) > 0 && rows.value(4) > 0; // absent lies below 0
        return rows.value(1) >= 0 && (hasCapacity || !isThere);
    }

    private void putText(RowText text, @Nullable String value) {
        if (!PlainText.isKept(value)) {
            departures.count("machines.platform");
        } else if (value != null) {
            text.put(value);
        }
    }

    private static void putShare(RowText text, long amount, long unit) {
        if (amount != ABSENT) {
            text.putQuotient(amount, unit);
        }
    }

    /** Writes the measurements and returns the number of rows. */
    long writeUsage(PartFiles parts) {
        List<Column> columns = CanonicalTable.USAGE.columns();
        try (parts;
                TableRows rows = TableRows.openAll(request.trace().path(), CanonicalTable.USAGE)) {
            while (rows.next()) {
                if (rows.value(1) < rows.value(0)) {
                    departures.count("usage");
                    continue;
                }
                long start = EventMerge.sourceMicros(rows.value(0), false);
                parts.begin(start);
                RowText text = parts.text();
                text.put(start).put(',').put(EventMerge.sourceMicros(rows.value(1), false));
                for (int i = 2; i < columns.size(); i++) {
                    text.put(',');
                    putUsage(text, columns.get(i), rows.value(i));
                }
                parts.endRow();
            }
            return parts.rows();
        }
    }

    private void putUsage(RowText text, Column column, long value) {
        if (value == ABSENT) {
            return;
        }
        String name = column.name();
        if (column.type() == Column.Type.DOUBLE) {
            text.put(Double.longBitsToDouble(value));
        } else if (name.endsWith("micro_cores")) {
            text.putQuotient(value, machine.cpuMicroCores());
        } else if (name.equals("disk_bytes")) {
            text.putQuotient(value, Google2011Export.DISK_UNIT_BYTES);
        } else if (name.endsWith("bytes")) {
            text.putQuotient(value, machine.memoryBytes());
        } else if (value < 0 || (name.equals("aggregation_type") && value > 1)) {
            departures.count("usage." + name);
        } else {
            text.put(value);
        }
    }

    /**
     * Counts the tasks whose measured use is not what the usage table gives again, or, where there
     * is one that another format made, may not be.
     */
    void countMeasuredUse() {
        boolean isComputed = request.trace().has(CanonicalTable.USAGE);
        try (TableRows rows = TableRows.openAll(request.trace().path(), CanonicalTable.TASKS)) {
            int cpu = rows.column("cpu_used_micro_cores");
            int memory = rows.column("memory_used_bytes");
            while ((isComputed || cpu >= 0 || memory >= 0) && rows.next()) {
                departures.countIf(
                        "tasks.cpu_used_micro_cores", isComputed || rows.value(cpu) != ABSENT);
                departures.countIf(
                        "tasks.memory_used_bytes", isComputed || rows.value(memory) != ABSENT);
            }
        }
    }
}
