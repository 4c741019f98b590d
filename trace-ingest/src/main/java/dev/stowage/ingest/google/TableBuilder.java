package dev.stowage.ingest.google;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.RowLedger;

/** Takes the rows of one source table, in order, and keeps its books. */
abstract class TableBuilder {
    final TraceClock clock;
    final Quarantine quarantine;
    final RowLedger ledger = new RowLedger();

    TableBuilder(TraceClock clock, Quarantine quarantine) {
        this.clock = clock;
        this.quarantine = quarantine;
    }

    /** Takes all rows of a chunk. */
    final void accept(RowChunk chunk) {
        ledger.read(chunk.rowsRead());
        ledger.ignored(IgnoreRule.EMPTY_LINE, chunk.emptyLines());
        for (Quarantine.Row row : chunk.bad()) {
            setAside(chunk, row);
        }
        take(chunk);
    }

    /** Takes the good rows of a chunk; each must be used, ignored or rejected. */
    abstract void take(RowChunk chunk);

    /** Quarantines a good row that turns out to be bad. */
    final void reject(RowChunk chunk, int row, BadRow reason, String found) {
        setAside(chunk, chunk.asBad(row, reason, found));
    }

    private void setAside(RowChunk chunk, Quarantine.Row row) {
        ledger.quarantined();
        quarantine.add(chunk.source.path(), chunk.source.name(), row);
    }

    /** True if the row lies inside the wanted time; otherwise it is ignored by rule. */
    final boolean isWanted(long sourceMicros) {
        if (clock.isAfterEnd(sourceMicros)) {
            ledger.ignored(IgnoreRule.AFTER_END, 1);
            return false;
        }
        if (!clock.isInWindow(clock.canonical(sourceMicros))) {
            ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
            return false;
        }
        return true;
    }
}
