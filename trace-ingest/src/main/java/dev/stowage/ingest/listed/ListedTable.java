package dev.stowage.ingest.listed;

import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.RowLedger;
import java.nio.file.Path;

/** The books of a table of a source: every row is of a task, a machine, bad, or ignored by rule. */
public final class ListedTable {
    private final String name;
    private final Quarantine quarantine;
    private final RowLedger ledger = new RowLedger();

    ListedTable(String name, Quarantine quarantine) {
        this.name = name;
        this.quarantine = quarantine;
    }

    /** Name in the manifest. */
    public String name() {
        return name;
    }

    /** Rows were read. */
    public void read(long rows) {
        ledger.read(rows);
    }

    /** Rows were used for something that is there from time 0. */
    public void used(long rows) {
        used(rows, 0);
    }

    void used(long rows, long timeMicros) {
        for (long i = 0; i < rows; i++) {
            ledger.used(timeMicros);
        }
    }

    /** Rows were ignored by a rule. */
    public void ignored(IgnoreRule rule, long rows) {
        ledger.ignored(rule, rows);
    }

    /**
     * Sets a row aside.
     *
     * @param text the row
     */
    public void bad(Path file, long line, BadRecordException why, String text) {
        ledger.quarantined();
        quarantine.add(
                file,
                String.valueOf(file.getFileName()),
                new Quarantine.Row(line, why.reason(), why.found(), text));
    }

    RowLedger ledger() {
        return ledger;
    }
}
