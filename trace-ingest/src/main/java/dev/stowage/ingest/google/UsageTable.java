package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements from {@code task_usage} of 2011 or {@code instance_usage} of 2019. Parts need not be
 * in order of time: they are sorted, beyond memory on disk.
 */
final class UsageTable extends TableBuilder {
    private static final int START = 0;
    private static final int END = 1;
    private static final int JOB = 2;
    private static final int INDEX = 3;
    private static final int MACHINE = 4;
    private static final int CPU = 5;
    private static final int MEMORY = 6;
    private static final int MAX_MEMORY = 10;
    private static final double SHARE_OF_ROWS = 0.15;
    private static final double SHARE_OF_POSTPONED = 0.05;

    private final List<Column> columns = CanonicalTable.USAGE.columns();
    private final long[] values = new long[columns.size()];
    private final RowSorter rows;
    private final @Nullable TaskNumbers tasks;
    private final int[] fields; // of the source, by column of the canonical table; -1 = none
    private final boolean isMachineAboveZero;
    private final int collectionType; // negative if there is none
    private final RowSorter postponed; // by job: index, length, CPU, memory
    private @Nullable MeasuredUse use;
    private @Nullable RowCursor left;
    private boolean hasLeft;
    private long unknown;

    /**
     * A table that has taken nothing yet.
     *
     * @param source whose columns are called as those of the canonical table
     * @param tasks which have all been read; null if there are none
     */
    UsageTable(
            TraceClock clock,
            Quarantine quarantine,
            SpillSpace space,
            SourceSchema source,
            @Nullable TaskNumbers tasks) {
        super(clock, quarantine);
        fields = columns.stream().mapToInt(column -> source.find(column.name())).toArray();
        isMachineAboveZero = source.field("machine_id").kind() == Field.Kind.SENTINEL_ID;
        collectionType = source.find("collection_type");
        this.tasks = tasks;
        rows = space.sorter(values.length, SHARE_OF_ROWS);
        postponed = space.sorter(4, SHARE_OF_POSTPONED);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long start = chunk.value(START, row);
            long end = chunk.value(END, row);
            if (isOfAllocSet(chunk, row)) {
                ledger.ignored(IgnoreRule.ALLOC_SET, 1);
            } else if (end < start) {
                String found = "end time " + end + " before start time " + start;
                reject(chunk, row, BadRow.END_BEFORE_START, found);
            } else if (clock.isAfterEnd(end)) {
                ledger.ignored(IgnoreRule.AFTER_END, 1);
            } else if (isWanted(start)) {
                add(chunk, row);
            }
        }
    }

    private boolean isOfAllocSet(RowChunk chunk, int row) {
        return collectionType >= 0 && chunk.value(collectionType, row) == Google2019Codes.ALLOC_SET;
    }

    private long value(int column, RowChunk chunk, int row) {
        long value = fields[column] < 0 ? ABSENT : chunk.value(fields[column], row);
        return column == MACHINE && isMachineAboveZero && value <= 0 ? ABSENT : value;
    }

    private void add(RowChunk chunk, int row) {
        values[START] = clock.canonical(chunk.value(START, row));
        values[END] = clock.canonical(chunk.value(END, row));
        for (int i = JOB; i < values.length; i++) {
            values[i] = value(i, chunk, row);
        }
        ledger.used(values[START]);
        ledger.reaches(values[END]);
        rows.add(values[START], 0, values);
        if (tasks != null) {
            measure(tasks);
        }
    }

    private void measure(TaskNumbers known) {
        long length = values[END] - values[START];
        long memory = Math.max(values[MEMORY], values[MAX_MEMORY]);
        int task = known.find(values[JOB], (int) values[INDEX]);
        if (task >= 0) {
            measuredUse(known).add(task, length, values[CPU], memory);
        } else if (known.hasPostponed()) {
            postponed.add(values[JOB], 0, values[INDEX], length, values[CPU], memory);
        } else {
            unknown++;
        }
    }

    /** What the tasks of a table were measured to use, but for those postponed. */
    MeasuredUse measuredUse(TaskNumbers known) {
        if (use == null) {
            use = new MeasuredUse(known.size());
        }
        return use;
    }

    /**
     * What some tasks that had been postponed were measured to use.
     *
     * @param some whose jobs follow those of the last call
     * @param lastJob the last of their jobs
     */
    MeasuredUse ofPostponed(TaskNumbers some, long lastJob) {
        MeasuredUse measured = new MeasuredUse(some.size());
        RowCursor cursor = left();
        while (hasLeft && cursor.key() <= lastJob) {
            long[] row = cursor.row();
            int task = some.find(cursor.key(), (int) row[0]);
            if (task >= 0) {
                measured.add(task, row[1], row[2], row[3]);
            } else {
                unknown++;
            }
            hasLeft = cursor.next();
        }
        return measured;
    }

    private RowCursor left() {
        if (left == null) {
            left = postponed.sorted();
            hasLeft = left.next();
        }
        return left;
    }

    /** Writes {@code usage.parquet}, after the tasks, and adds to the facts. */
    long write(Path directory, Map<String, Long> facts) {
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory);
                RowCursor sorted = rows.sorted();
                RowCursor others = left()) {
            while (sorted.next()) {
                long[] row = sorted.row();
                for (int i = 0; i < row.length; i++) {
                    put(file, columns.get(i).type(), row[i]);
                }
                file.endRow();
            }
            for (; hasLeft; hasLeft = others.next()) {
                unknown++;
            }
            if (tasks != null) {
                facts.put("usage.rowsOfUnknownTasks", unknown);
            }
            return file.rows();
        }
    }

    private static void put(ColumnFileWriter file, Column.Type type, long value) {
        if (value == ABSENT) {
            file.putNull();
            return;
        }
        switch (type) {
            case INT64 -> file.putLong(value);
            case INT32 -> file.putInt((int) value);
            case DOUBLE -> file.putDouble(Double.longBitsToDouble(value));
            default -> throw new IllegalStateException("no column of usage is of type " + type);
        }
    }
}
