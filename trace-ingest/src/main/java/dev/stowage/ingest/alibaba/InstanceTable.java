package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.alibaba.TaskList.Amount;
import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskOutcome;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from {@code batch_instance}, one a row, with the requests, stages and submit times of the
 * rows of {@code batch_task} that they belong to.
 */
final class InstanceTable extends BatchRows {
    private final int machineField;
    private final int trialField;
    private final TraceNames names;
    private final JobBook jobs;
    private final @Nullable BatchTable tasks;
    private final SortedTasks sorted;
    private final TaskRow task = new TaskRow();
    private boolean[] hasInstances = {}; // by entry of the tasks
    private long unnamed;
    private long withoutTask;
    private long retries;

    InstanceTable(
            SourceSchema table,
            TraceNames names,
            JobBook jobs,
            @Nullable BatchTable tasks,
            SortedTasks sorted,
            TraceClock clock,
            Quarantine quarantine) {
        super(table, clock, quarantine);
        this.sorted = sorted;
        machineField = table.column("machine");
        trialField = table.column("trial");
        this.names = names;
        this.jobs = jobs;
        this.tasks = tasks;
    }

    @Override
    void keep(RowChunk chunk, int row, TaskOutcome outcome, long start, long end) {
        boolean isNamed =
                chunk.value(jobField, row) != ABSENT && chunk.value(taskField, row) != ABSENT;
        int job =
                jobs.findOrAdd(
                        isNamed
                                ? names.job(chunk, jobField, row)
                                : TraceNames.jobOfUnnamed(unnamed++));
        int parent =
                isNamed && tasks != null ? tasks.find(job, names.task(chunk, taskField, row)) : -1;
        withoutTask += parent < 0 ? 1 : 0;
        retries += chunk.value(trialField, row) > 1 ? 1 : 0;
        fill(chunk, row, outcome, start, end);
        if (parent >= 0 && tasks != null) {
            inherit(tasks.entries(), parent);
        } else {
            inheritNothing();
        }
        task.jobId = jobs.id(job);
        task.taskIndex = jobs.addTasks(job, 1);
        sorted.add(task, 0);
        jobs.add(job, task);
        long micros = start == ABSENT ? 0 : clock.canonical(start);
        ledger.used(micros);
        ledger.reaches(Math.max(micros, task.endMicros));
    }

    private void fill(RowChunk chunk, int row, TaskOutcome outcome, long start, long end) {
        long micros = start == ABSENT ? 0 : clock.canonical(start);
        boolean hasRun = outcome != TaskOutcome.PENDING;
        task.submitMicros = micros;
        task.scheduleMicros = hasRun ? micros : ABSENT;
        task.isEndCensored = Statuses.isAlive(outcome);
        task.endMicros = hasRun && !task.isEndCensored ? clock.canonical(end) : ABSENT;
        task.durationMicros = task.endMicros == ABSENT ? ABSENT : task.endMicros - micros;
        task.outcome = outcome;
        task.isSubmitCensored = start <= 0; // absent too
        task.isScheduleCensored = hasRun && start <= 0;
        task.machineId = names.machine(chunk, machineField, row);
        task.attempts = hasRun ? 1 : 0;
        task.kills = outcome == TaskOutcome.KILLED ? 1 : 0;
        task.failures = outcome == TaskOutcome.FAILED ? 1 : 0;
        task.cpuUsedMicroCores = chunk.value(cpuField, row);
        task.memoryUsedBytes = chunk.value(memoryField, row);
    }

    private void inherit(TaskList rows, int parent) {
        if (hasInstances.length == 0) {
            hasInstances = new boolean[rows.size()];
        }
        hasInstances[parent] = true;
        if (rows.submitMicros(parent) < task.submitMicros) {
            task.submitMicros = rows.submitMicros(parent);
            task.isSubmitCensored |= rows.isSubmitCensored(parent);
        }
        task.cpuMicroCores = rows.get(parent, Amount.CPU);
        task.memoryBytes = rows.get(parent, Amount.MEMORY);
        long stage = rows.get(parent, Amount.STAGE);
        task.stage = stage == ABSENT ? ABSENT_INT : (int) stage;
        task.afterStages = rows.after(parent);
    }

    private void inheritNothing() {
        task.cpuMicroCores = ABSENT;
        task.memoryBytes = ABSENT;
        task.stage = ABSENT_INT;
        task.afterStages = null;
    }

    /** True if the row of {@code batch_task} has instances. */
    boolean has(int entry) {
        return entry < hasInstances.length && hasInstances[entry];
    }

    void addTo(Map<String, Long> facts) {
        facts.put("tasks.withoutJob", unnamed);
        facts.put("tasks.withoutTaskRow", withoutTask);
        facts.put("tasks.retries", retries);
    }
}
