package dev.stowage.ingest.google;

import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;

/** A table that nothing uses yet: its rows are counted. */
final class IgnoredTable extends TableBuilder {
    IgnoredTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    void take(RowChunk chunk) {
        ledger.ignored(IgnoreRule.TABLE_NOT_NEEDED, chunk.size());
    }
}
