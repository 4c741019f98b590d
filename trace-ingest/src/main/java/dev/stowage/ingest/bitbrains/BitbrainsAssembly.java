package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskClass;
import java.time.Instant;
import java.util.Map;

/** The canonical tables of virtual machines of Bitbrains. */
public final class BitbrainsAssembly extends TraceAssembly {
    private static final String ALL_BATCH = "all-batch";

    private final String classRule;
    private final VmFiles files;

    /** Begins an ingest. */
    public BitbrainsAssembly(Ingestion ingestion) {
        super(ingestion);
        classRule = ingestion.classRule();
        files = new VmFiles(quarantine, space);
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return files;
    }

    @Override
    public void write(Books books) {
        IngestRequest request = ingestion.request();
        TraceClock ownClock =
                TraceClock.of(files.firstMicros(), request.fromMicros(), request.toMicros());
        TaskClass taskClass = classRule.equals(ALL_BATCH) ? TaskClass.BATCH : TaskClass.USER_FACING;
        VmTasks tasks = new VmTasks(files, ownClock, taskClass, space);
        long rows = tasks.write(books.directory(), books.facts());
        books.derived(CanonicalTable.TASKS, rows);
        books.derived(CanonicalTable.JOBS, rows);
        books.close(CanonicalTable.USAGE, files, tasks.writeUsage(books.directory()));
        books.warn("The trace does not say what machines there were: simulate with --servers.");
    }

    @Override
    public String timeOrigin() {
        return "the first measurement of all, "
                + Instant.ofEpochSecond(files.firstMicros() / MICROS_PER_SECOND);
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = super.parameters();
        parameters.put("timestampUnit", "s, although the header says ms");
        return parameters;
    }
}
