package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements from {@code task_usage} of 2011 or {@code instance_usage} of 2019. Held in memory
 * until written, 160 bytes a row, because parts need not be in order of time.
 */
final class UsageTable extends TableBuilder {
    private static final int START = 0;
    private static final int END = 1;
    private static final int JOB = 2;
    private static final int INDEX = 3;
    private static final int CPU = 5;
    private static final int MEMORY = 6;
    private static final int MAX_MEMORY = 10;
    private static final int FIRST_CAPACITY = 1 << 10;

    private final List<Column> columns = CanonicalTable.USAGE.columns();
    private final long[][] values = new long[columns.size()][FIRST_CAPACITY];
    private final UsageColumns source;
    private int size;

    /**
     * Holds nothing yet.
     *
     * @param source where the columns of the canonical table stand in those of the source
     */
    UsageTable(TraceClock clock, Quarantine quarantine, UsageColumns source) {
        super(clock, quarantine);
        this.source = source;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long start = chunk.value(START, row);
            long end = chunk.value(END, row);
            if (source.isOfAllocSet(chunk, row)) {
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

    private void add(RowChunk chunk, int row) {
        if (size == values[0].length) {
            int capacity = Math.addExact(size, size >> 1);
            for (int i = 0; i < values.length; i++) {
                values[i] = Arrays.copyOf(values[i], capacity);
            }
        }
        values[START][size] = clock.canonical(chunk.value(START, row));
        values[END][size] = clock.canonical(chunk.value(END, row));
        for (int i = JOB; i < values.length; i++) {
            values[i][size] = source.value(i, chunk, row);
        }
        ledger.used(values[START][size]);
        ledger.reaches(values[END][size]);
        size++;
    }

    /** What the tasks of a table were measured to use. */
    MeasuredUse measuredUse(TaskNumbers tasks) {
        MeasuredUse use = new MeasuredUse(tasks.size());
        for (int row = 0; row < size; row++) {
            int task = tasks.find(values[JOB][row], (int) values[INDEX][row]);
            if (task >= 0) {
                use.add(
                        task,
                        values[END][row] - values[START][row],
                        values[CPU][row],
                        Math.max(values[MEMORY][row], values[MAX_MEMORY][row]));
            }
        }
        return use;
    }

    /** Writes {@code usage.parquet} and adds to the facts. */
    long write(Path directory, @Nullable TaskNumbers tasks, Map<String, Long> facts) {
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            for (int row : StableOrder.of(values[START], size)) {
                for (int i = 0; i < values.length; i++) {
                    put(file, columns.get(i).type(), values[i][row]);
                }
                file.endRow();
            }
            if (tasks != null) {
                long unknown = 0;
                for (int row = 0; row < size; row++) {
                    unknown += tasks.find(values[JOB][row], (int) values[INDEX][row]) >= 0 ? 0 : 1;
                }
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
