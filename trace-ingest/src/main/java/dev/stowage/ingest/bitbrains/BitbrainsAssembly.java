package dev.stowage.ingest.bitbrains;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskClass;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The canonical tables of virtual machines of Bitbrains. */
final class BitbrainsAssembly implements TraceAssembly {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final IngestRequest request;
    private final String classRule;
    private final VmFiles files;
    private final SpillSpace space;

    BitbrainsAssembly(
            IngestRequest request, String classRule, Quarantine quarantine, SpillSpace space) {
        this.request = request;
        this.classRule = classRule;
        this.space = space;
        files = new VmFiles(quarantine, space);
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return files;
    }

    @Override
    public void write(Books books) {
        TraceClock clock =
                TraceClock.of(files.firstMicros(), request.fromMicros(), request.toMicros());
        TaskClass taskClass =
                classRule.equals(BitbrainsFormat.ALL_BATCH)
                        ? TaskClass.BATCH
                        : TaskClass.USER_FACING;
        VmTasks tasks = new VmTasks(files, clock, taskClass, space);
        long rows = tasks.write(books.directory(), books.facts());
        books.derived(CanonicalTable.TASKS, rows);
        books.derived(CanonicalTable.JOBS, rows);
        books.close(CanonicalTable.USAGE, files, tasks.writeUsage(books.directory()));
        books.warn("The trace does not say what machines there were: simulate with --servers.");
    }

    @Override
    public String classRule() {
        return classRule;
    }

    @Override
    public boolean isNormalised() {
        return false;
    }

    @Override
    public String timeOrigin() {
        return "the first measurement of all, "
                + Instant.ofEpochSecond(files.firstMicros() / MICROS_PER_SECOND);
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("attribution", "GWA-T-12 Bitbrains, Grid Workloads Archive");
        parameters.put("timestampUnit", "s, although the header says ms");
        return parameters;
    }
}
