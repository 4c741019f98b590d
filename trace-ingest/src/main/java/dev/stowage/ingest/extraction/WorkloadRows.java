package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.JobUsers;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.TraceProvenance;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a workload that was never written down, for the extraction of parameters: the same
 * as of the trace that {@link TraceWriter} would make of it.
 */
final class WorkloadRows implements ExtractionSource {

    private final Workload workload;
    private TraceManifest.@Nullable Window window;
    private long tasks;

    WorkloadRows(Workload workload) {
        this.workload = workload.asRecorded();
    }

    @Override
    public boolean readJobs(JobRecords jobs) {
        return false;
    }

    @Override
    public void forEachGroup(Consumer<TaskColumns> visitor) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        tasks = 0;
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                tasks += batch.size;
                long first = window == null ? batch.submitMicros[0] : window.from();
                window = new TraceManifest.Window(first, batch.submitMicros[batch.size - 1]);
                visitor.accept(TaskColumns.of(batch, workload));
            }
        }
    }

    @Override
    public TraceManifest.@Nullable Window taskWindow() {
        return window;
    }

    @Override
    public long jobsStartMicros() {
        return window == null ? 0 : window.from();
    }

    @Override
    public long jobsEndMicros() {
        return window == null ? 0 : window.to();
    }

    @Override
    public @Nullable JobUsers users() {
        return null;
    }

    @Override
    public TraceProvenance provenance(Map<TaskColumn, Long> asked, List<String> notes) {
        TraceManifest.Window covered = window == null ? new TraceManifest.Window(0, 0) : window;
        return new TraceProvenance(
                workload.name(),
                Provenance.SYNTHETIC,
                "",
                "as generated",
                IngestRequest.DEFAULT_MACHINE,
                Map.of(
                        TraceProvenance.TASKS,
                        new TraceProvenance.Table(
                                tasks,
                                covered.from() / (double) MICROS_PER_SECOND,
                                covered.to() / (double) MICROS_PER_SECOND)),
                List.of(),
                asked,
                notes);
    }
}
