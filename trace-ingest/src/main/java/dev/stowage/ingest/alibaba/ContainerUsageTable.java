package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What containers used: added up by container, not kept row by row. */
final class ContainerUsageTable extends TableBuilder {
    /** Which column of the table holds what. */
    record Columns(int time, int container, int cpu, int memory) {}

    /** Of 2017. */
    static final Columns COLUMNS_2017 = new Columns(0, 1, 2, 3);

    /** Of 2018. */
    static final Columns COLUMNS_2018 = new Columns(2, 0, 3, 4);

    private static final long TRACE_MICROS = 8L * 86_400 * 1_000_000;

    private final Columns columns;
    private final @Nullable ContainerTable containers;
    private long late;

    ContainerUsageTable(
            Columns columns,
            @Nullable ContainerTable containers,
            TraceClock clock,
            Quarantine quarantine) {
        super(clock, quarantine);
        this.columns = columns;
        this.containers = containers;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long time = chunk.value(columns.time, row);
            late += time > TRACE_MICROS ? 1 : 0;
            if (chunk.value(columns.container, row) == ABSENT) {
                ledger.ignored(IgnoreRule.UNNAMED, 1);
            } else if (containers == null) {
                ledger.ignored(IgnoreRule.UNKNOWN_TASK, 1);
            } else if (isWanted(time)) {
                long container = containers.container(chunk, columns.container, row);
                long cpu = chunk.value(columns.cpu, row);
                if (containers.measure(container, cpu, chunk.value(columns.memory, row))) {
                    ledger.used(clock.canonical(time));
                } else {
                    ledger.ignored(IgnoreRule.UNKNOWN_TASK, 1);
                }
            }
        }
    }

    void addTo(Map<String, Long> facts) {
        facts.put("containerUsage.rowsBeyondEightDays", late);
    }
}
