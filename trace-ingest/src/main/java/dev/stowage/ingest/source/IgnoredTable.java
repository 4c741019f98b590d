package dev.stowage.ingest.source;

import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;

/** A table that nothing uses yet: its rows are counted. */
public final class IgnoredTable extends TableBuilder {
    /** Counts the rows of a table. */
    public IgnoredTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        ledger.ignored(IgnoreRule.TABLE_NOT_NEEDED, chunk.size());
    }
}
