package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.alibaba.TaskList.Amount;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskOutcome;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from {@code batch_instance}, one a row, with the requests, stages and submit times of the
 * rows of {@code batch_task} that they belong to.
 */
final class InstanceTable extends TableBuilder {
    /** Which column of the table holds what. */
    record Columns(
            int start,
            int end,
            int job,
            int task,
            int machine,
            int status,
            int trial,
            int cpuUsed,
            int memoryUsed) {}

    /** Of 2017. */
    static final Columns COLUMNS_2017 = new Columns(0, 1, 2, 3, 4, 5, 6, 9, 10);

    /** Of 2018. */
    static final Columns COLUMNS_2018 = new Columns(5, 6, 2, 1, 7, 4, 8, 10, 13);

    private final Columns columns;
    private final TraceNames names;
    private final JobBook jobs;
    private final @Nullable BatchTable tasks;
    private final TaskList list = new TaskList();
    private int[] parents = new int[1 << 10];
    private long unnamed;
    private long withoutTask;
    private long retries;

    InstanceTable(
            Columns columns,
            TraceNames names,
            JobBook jobs,
            @Nullable BatchTable tasks,
            TraceClock clock,
            Quarantine quarantine) {
        super(clock, quarantine);
        this.columns = columns;
        this.names = names;
        this.jobs = jobs;
        this.tasks = tasks;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            long start = chunk.value(columns.start, row);
            if (isWanted(start == ABSENT ? 0 : start)) {
                take(chunk, row, start);
            }
        }
    }

    private void take(RowChunk chunk, int row, long start) {
        TaskOutcome outcome = Statuses.outcome(chunk.value(columns.status, row));
        long end = chunk.value(columns.end, row);
        @Nullable String wrong = Statuses.wrong(outcome, start, end);
        if (wrong != null) {
            reject(chunk, row, BadRow.END_BEFORE_START, wrong);
            return;
        }
        if (Statuses.isBeforeStart(outcome, end)) {
            ledger.ignored(IgnoreRule.BEFORE_START, 1);
            return;
        }
        boolean isNamed =
                chunk.value(columns.job, row) != ABSENT && chunk.value(columns.task, row) != ABSENT;
        int job =
                jobs.findOrAdd(
                        isNamed
                                ? names.job(chunk, columns.job, row)
                                : TraceNames.jobOfUnnamed(unnamed++));
        long micros = start == ABSENT ? 0 : clock.canonical(start);
        int entry = list.add(job, 1, micros, outcome);
        if (start <= 0) { // absent too
            list.setSubmitCensored(entry);
        }
        if (outcome != TaskOutcome.PENDING) {
            list.set(entry, Amount.SCHEDULE, micros);
            if (start <= 0) {
                list.setScheduleCensored(entry);
            }
            list.set(entry, Amount.END, Statuses.isAlive(outcome) ? ABSENT : clock.canonical(end));
        }
        list.set(entry, Amount.MACHINE, names.machine(chunk, columns.machine, row));
        list.set(entry, Amount.CPU_USED, chunk.value(columns.cpuUsed, row));
        list.set(entry, Amount.MEMORY_USED, chunk.value(columns.memoryUsed, row));
        if (entry == parents.length) {
            parents = Arrays.copyOf(parents, Math.addExact(entry, entry >> 1));
        }
        parents[entry] =
                isNamed && tasks != null
                        ? tasks.find(job, names.task(chunk, columns.task, row))
                        : -1;
        withoutTask += parents[entry] < 0 ? 1 : 0;
        retries += chunk.value(columns.trial, row) > 1 ? 1 : 0;
        ledger.used(micros);
        ledger.reaches(Math.max(micros, list.endMicros(entry)));
    }

    /** The instances, and the expanded tasks of which there are none; adds to the facts. */
    TaskList finish(@Nullable TaskList rows, Map<String, Long> facts) {
        facts.put("tasks.withoutJob", unnamed);
        facts.put("tasks.withoutTaskRow", withoutTask);
        facts.put("tasks.retries", retries);
        if (rows == null) {
            return list;
        }
        boolean[] hasInstances = new boolean[rows.size()];
        for (int entry = 0; entry < list.size(); entry++) {
            int parent = parents[entry];
            if (parent >= 0) {
                hasInstances[parent] = true;
                inherit(entry, rows, parent);
            }
        }
        for (int row = 0; row < rows.size(); row++) {
            if (!hasInstances[row]) {
                list.copy(rows, row);
            }
        }
        return list;
    }

    private void inherit(int entry, TaskList rows, int parent) {
        if (rows.submitMicros(parent) < list.submitMicros(entry)) {
            list.setSubmitMicros(entry, rows.submitMicros(parent));
            if (rows.isSubmitCensored(parent)) {
                list.setSubmitCensored(entry);
            }
        }
        list.set(entry, Amount.CPU, rows.get(parent, Amount.CPU));
        list.set(entry, Amount.MEMORY, rows.get(parent, Amount.MEMORY));
        list.set(entry, Amount.STAGE, rows.get(parent, Amount.STAGE));
        list.setAfter(entry, rows.after(parent));
    }
}
