package dev.stowage.ingest;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.Progress;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a workload, for example a generated one, as a canonical trace. */
public final class TraceWriter {
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private final ColumnFileWriter file;
    private final RowLedger ledger = new RowLedger();
    private final JobTally jobs = new JobTally();
    private final TaskRow row = new TaskRow();

    private TraceWriter(ColumnFileWriter file) {
        this.file = file;
    }

    /**
     * Writes every task of {@code workload} into {@code directory}, which exists and is empty. A
     * workload has no schedule: a task has a submit, a duration and an outcome.
     *
     * @return the manifest as written
     */
    public static TraceManifest write(
            Workload workload, Provenance provenance, Path directory, Progress progress) {
        Written written = writeTables(workload, directory, progress);
        Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
        tables.put("tasks", written.ledger.close(written.tasks));
        tables.put("jobs", written.jobs);
        TraceManifest manifest =
                new TraceManifest(
                        TraceManifest.FORMAT_VERSION,
                        TraceManifest.runningVersion(),
                        provenance,
                        List.of(),
                        tables,
                        Map.of(),
                        written.facts,
                        "as generated",
                        null,
                        "0 of the workload");
        manifest.writeTo(directory);
        return manifest;
    }

    /**
     * What was written.
     *
     * @param tasks rows of {@code tasks.parquet}
     * @param ledger books of the tasks delivered
     * @param jobs books of {@code jobs.parquet}
     * @param facts tasks that the workload left out, by reason
     */
    public record Written(
            long tasks, RowLedger ledger, TraceManifest.Table jobs, Map<String, Long> facts) {}

    /** Writes the tables of a workload, and no manifest. */
    public static Written writeTables(Workload workload, Path directory, Progress progress) {
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory)) {
            TraceWriter writer = new TraceWriter(file);
            Map<String, Long> facts = writer.writeTasks(workload, progress);
            long jobs = writer.jobs.write(directory);
            return new Written(file.rows(), writer.ledger, writer.ledger.close(jobs), facts);
        }
    }

    private Map<String, Long> writeTasks(Workload workload, Progress progress) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        progress.start("Writing tasks", -1);
        Map<String, Long> leftOut = new LinkedHashMap<>();
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                write(batch);
                progress.advanceTo(file.rows());
            }
            source.leftOut().forEach((reason, n) -> leftOut.put("tasks.leftOut." + reason, n));
        } finally {
            progress.done();
        }
        return leftOut;
    }

    private void write(TaskBatch batch) {
        ledger.read(batch.size);
        for (int i = 0; i < batch.size; i++) {
            boolean isAlive = batch.durationMicros[i] == TaskBatch.NONE;
            row.jobId = batch.jobId[i];
            row.taskIndex = batch.taskIndex[i];
            row.submitMicros = batch.submitMicros[i];
            row.durationMicros = isAlive ? ABSENT : batch.durationMicros[i];
            row.outcome = OUTCOMES[batch.outcome[i]];
            row.taskClass = CLASSES[batch.taskClass[i]];
            row.priority = batch.priority[i];
            row.cpuMicroCores = batch.cpuMicroCores[i];
            row.memoryBytes = batch.memoryBytes[i];
            row.attempts = 1;
            row.isEndCensored = isAlive;
            row.writeTo(file);
            jobs.add(row.jobId, row.submitMicros, row.taskClass, isAlive);
            ledger.used(row.submitMicros);
        }
    }
}
