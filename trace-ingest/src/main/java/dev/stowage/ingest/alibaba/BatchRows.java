package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskOutcome;
import org.jspecify.annotations.Nullable;

/** Rows of batch tables, of which those are taken whose times make sense and are wanted. */
abstract class BatchRows extends TableBuilder {
    final int jobField;
    final int taskField;
    final int cpuField;
    final int memoryField;
    private final int startField;
    private final int endField;
    private final int statusField;

    BatchRows(SourceSchema table, TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
        jobField = table.column("job");
        taskField = table.column("task");
        cpuField = table.column("cpu");
        memoryField = table.column("memory");
        startField = table.column("start");
        endField = table.column("end");
        statusField = table.column("status");
    }

    @Override
    protected final void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long start = chunk.value(startField, row);
            if (isWanted(start == ABSENT ? 0 : start)) {
                take(chunk, row, start);
            }
        }
    }

    private void take(RowChunk chunk, int row, long start) {
        TaskOutcome outcome = Statuses.outcome(chunk.value(statusField, row));
        long end = chunk.value(endField, row);
        @Nullable String wrong = Statuses.wrong(outcome, start, end);
        if (wrong != null) {
            reject(chunk, row, BadRow.END_BEFORE_START, wrong);
        } else if (Statuses.isBeforeStart(outcome, end)) {
            ledger.ignored(IgnoreRule.BEFORE_START, 1);
        } else {
            keep(chunk, row, outcome, start, end);
        }
    }

    /** Keeps a row; start and end may be absent. */
    abstract void keep(RowChunk chunk, int row, TaskOutcome outcome, long start, long end);
}
