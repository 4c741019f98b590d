package dev.stowage.ingest.source;

import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.RowLedger;

/** Takes the rows of one source table, in order, and keeps its books. */
public abstract class TableBuilder {
    /** When the trace starts and what of it is wanted. */
    protected final TraceClock clock;

    /** The books of the table. */
    protected final RowLedger ledger = new RowLedger();

    private final Quarantine quarantine;
    private final SampledLoad sampledLoad = new SampledLoad();

    /** A builder that has taken nothing yet. */
    protected TableBuilder(TraceClock clock, Quarantine quarantine) {
        this.clock = clock;
        this.quarantine = quarantine;
    }

    /** The books of the table. */
    public final RowLedger ledger() {
        return ledger;
    }

    /** How much of its load a sample keeps; empty if it is no sample, or that is not known. */
    final SampledLoad sampledLoad() {
        return sampledLoad;
    }

    /** Takes all rows of a chunk whose jobs are in a sample. */
    final void accept(RowChunk chunk, JobSample sample) {
        ledger.read(chunk.rowsRead());
        ledger.ignored(IgnoreRule.NOT_SAMPLED, chunk.retain(sample, sampledLoad));
        ledger.ignored(IgnoreRule.EMPTY_LINE, chunk.emptyLines());
        ledger.ignored(IgnoreRule.HEADER, chunk.headers());
        ledger.ignored(IgnoreRule.COMMENT, chunk.comments().size());
        for (Quarantine.Row row : chunk.bad()) {
            setAside(chunk.source(), row);
        }
        take(chunk);
    }

    /** Takes the good rows of a chunk; each must be used, ignored or rejected. */
    protected abstract void take(RowChunk chunk);

    /** Quarantines a good row that turns out to be bad. */
    protected final void reject(RowChunk chunk, int row, BadRow reason, String found) {
        setAside(chunk.source(row), chunk.asBad(row, reason, found));
    }

    private void setAside(FoundFile source, Quarantine.Row row) {
        ledger.quarantined();
        quarantine.add(source.path(), source.name(), row);
    }

    /** True if the row lies inside the wanted time; otherwise it is ignored by rule. */
    protected final boolean isWanted(long sourceMicros) {
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
