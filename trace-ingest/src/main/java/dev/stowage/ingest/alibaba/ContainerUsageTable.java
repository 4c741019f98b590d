package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What containers used: added up by container, not kept row by row. */
final class ContainerUsageTable extends TableBuilder {
    private static final long TRACE_MICROS = 8L * 86_400 * MICROS_PER_SECOND;

    private final int timeField;
    private final int containerField;
    private final int cpuField;
    private final int memoryField;
    private final @Nullable ContainerTable containers;
    private long late;

    ContainerUsageTable(
            SourceSchema table,
            @Nullable ContainerTable containers,
            TraceClock clock,
            Quarantine quarantine) {
        super(clock, quarantine);
        timeField = table.column("time");
        containerField = table.column("container");
        cpuField = table.column("cpu");
        memoryField = table.column("memory");
        this.containers = containers;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long time = chunk.value(timeField, row);
            late += time > TRACE_MICROS ? 1 : 0;
            if (chunk.value(containerField, row) == ABSENT) {
                ledger.ignored(IgnoreRule.UNNAMED, 1);
            } else if (containers == null) {
                ledger.ignored(IgnoreRule.UNKNOWN_TASK, 1);
            } else if (isWanted(time)) {
                long container = containers.container(chunk, containerField, row);
                long cpu = chunk.value(cpuField, row);
                if (containers.measure(container, cpu, chunk.value(memoryField, row))) {
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
