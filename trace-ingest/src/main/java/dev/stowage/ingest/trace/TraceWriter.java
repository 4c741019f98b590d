package dev.stowage.ingest.trace;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.RowLedger;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a workload, for example a generated one, as a canonical trace. */
public final class TraceWriter {
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private final ColumnFileWriter file;
    private final RowLedger ledger = new RowLedger();
    private final JobTally jobs = new JobTally();
    private final TaskRow row;
    private final IdentityHashMap<Object, String> texts = new IdentityHashMap<>();
    private List<String> users = List.of();
    private final long standingJobs;
    private final long noRequest;
    private final @Nullable PlainTasks plainTasks; // null if the file has extra columns

    private TraceWriter(ColumnFileWriter file, Workload workload) {
        this.file = file;
        standingJobs = workload.standingJobs();
        noRequest = workload.isZeroUnknown() ? 0 : ABSENT;
        Set<TaskColumn> extras = written(workload);
        row = new TaskRow(extras);
        plainTasks = extras.isEmpty() ? new PlainTasks(file, jobs, standingJobs, noRequest) : null;
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
                TraceManifest.of(
                        provenance,
                        List.of(),
                        tables,
                        Map.of(),
                        written.facts,
                        "as generated",
                        null,
                        "0 of the workload",
                        written.replayColumns);
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
     * @param replayColumns as the manifest names them
     */
    public record Written(
            long tasks,
            RowLedger ledger,
            TraceManifest.Table jobs,
            Map<String, Long> facts,
            @Nullable List<String> replayColumns) {}

    /** Writes the tables of a workload, and no manifest. */
    public static Written writeTables(Workload tasks, Path directory, Progress progress) {
        Workload workload = tasks.asRecorded();
        Set<TaskColumn> extras = workload.columns();
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, written(workload))) {
            TraceWriter writer = new TraceWriter(file, workload);
            Map<String, Long> facts = writer.writeTasks(workload, progress);
            long jobs = writer.jobs.write(directory);
            return new Written(
                    file.rows(),
                    writer.ledger,
                    writer.ledger.close(jobs),
                    facts,
                    extras.isEmpty()
                            ? null
                            : extras.stream().sorted().map(TaskColumn::label).toList());
        }
    }

    /** What is written: resources by name are constraints. */
    private static Set<TaskColumn> written(Workload workload) {
        Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
        columns.addAll(workload.columns());
        if (columns.remove(TaskColumn.RESOURCES)) {
            columns.add(TaskColumn.CONSTRAINTS);
        }
        return columns;
    }

    private Map<String, Long> writeTasks(Workload workload, Progress progress) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        progress.start("Writing tasks", -1);
        Map<String, Long> leftOut = new LinkedHashMap<>();
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                users = source.users();
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
        if (plainTasks != null && batch.isPlain) {
            plainTasks.write(batch);
            for (int i = 0; i < batch.size; i++) {
                ledger.used(batch.submitMicros[i]);
            }
            return;
        }
        for (int i = 0; i < batch.size; i++) {
            boolean isAlive = batch.durationMicros[i] == TaskBatch.NONE;
            row.jobId = batch.jobId[i];
            row.taskIndex = batch.taskIndex[i];
            row.submitMicros = batch.submitMicros[i];
            row.durationMicros = isAlive ? ABSENT : batch.durationMicros[i];
            row.outcome = OUTCOMES[batch.outcome[i]];
            row.taskClass = CLASSES[batch.taskClass[i]];
            row.priority = batch.priority[i];
            row.cpuMicroCores = orAbsent(batch.cpuMicroCores[i], noRequest);
            row.memoryBytes = orAbsent(batch.memoryBytes[i], noRequest);
            row.attempts = row.outcome == TaskOutcome.PENDING ? 0 : 1;
            row.isEndCensored = isAlive;
            row.isSubmitCensored = standingJobs > 0 && row.jobId <= standingJobs;
            row.isScheduleCensored = row.isSubmitCensored;
            fillExtras(batch, i);
            row.writeTo(file);
            jobs.add(row);
            ledger.used(row.submitMicros);
        }
    }

    private void fillExtras(TaskBatch batch, int i) {
        boolean isPlain = batch.isPlain;
        row.user = isPlain || batch.userId[i] < 0 ? null : users.get(batch.userId[i]);
        row.gpuMicros = isPlain ? ABSENT : orAbsent(batch.gpuMicros[i], 0);
        row.diskBytes = isPlain ? ABSENT : orAbsent(batch.diskBytes[i], 0);
        row.networkBitsPerSecond = isPlain ? ABSENT : orAbsent(batch.networkBitsPerSecond[i], 0);
        PlacementConstraints constraints = isPlain ? null : batch.constraints[i];
        row.constraints =
                constraints == null ? null : texts.computeIfAbsent(constraints, Object::toString);
        row.stage = isPlain || batch.stage[i] == 0 ? ABSENT_INT : batch.stage[i];
        int[] after = isPlain ? TaskBatch.NO_STAGES : batch.afterStages[i];
        row.afterStages =
                after.length == 0
                        ? null
                        : texts.computeIfAbsent(after, key -> StageList.text(after));
        row.cpuUsedMicroCores =
                isPlain ? ABSENT : orAbsent(batch.cpuUsedMicroCores[i], TaskBatch.NONE);
        row.memoryUsedBytes = isPlain ? ABSENT : orAbsent(batch.memoryUsedBytes[i], TaskBatch.NONE);
    }

    private static long orAbsent(long value, long none) {
        return value == none ? ABSENT : value;
    }
}
