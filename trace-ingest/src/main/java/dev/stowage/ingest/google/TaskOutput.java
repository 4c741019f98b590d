package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes rows of the canonical table of the tasks of 2011. */
final class TaskOutput {
    private final ClassRule rule;
    private final @Nullable GoogleJobs jobs;
    private final TaskRow row;
    private final KeyIndex jobsOnlyHere = new KeyIndex();
    private final Map<String, Long> lifecycles = new LinkedHashMap<>();
    private long classUnknown;
    private long withoutCpu;
    private long withoutMemory;

    TaskOutput(ClassRule rule, @Nullable GoogleJobs jobs, TaskRow row) {
        this.rule = rule;
        this.jobs = jobs;
        this.row = row;
    }

    long write(TaskTable table, Path directory, Set<TaskColumn> extras) {
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, extras)) {
            for (int task : table.lifecycles().bySubmit()) {
                fill(table, task);
                row.writeTo(file);
            }
            count(table);
            return file.rows();
        }
    }

    /** Those not postponed come first: they were there before any other. */
    void add(TaskTable table, SortedTasks sorted) {
        for (int task = 0; task < table.size(); task++) {
            fill(table, task);
            sorted.add(row, table.order(task));
        }
        count(table);
    }

    private void count(TaskTable table) {
        table.lifecycles()
                .facts("tasks.")
                .forEach((name, n) -> lifecycles.merge(name, n, Long::sum));
    }

    private void fill(TaskTable table, int task) {
        long jobId = table.lifecycles().job(task);
        int priority = table.priority(task);
        int job = jobs == null ? -1 : jobs.find(jobId);
        int deciding =
                rule.field() == ClassRule.Field.PRIORITY ? priority : table.schedulingClass(task);
        if (jobs != null && job < 0) {
            jobsOnlyHere.findOrAdd(jobId, 0);
        } else if (jobs != null) {
            jobs.countTask(job, priority);
            deciding = deciding < 0 ? jobs.deciding(job, rule) : deciding;
        }
        classUnknown += deciding < 0 ? 1 : 0;
        table.fill(row, task);
        row.taskClass = deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding);
        withoutCpu += row.cpuMicroCores == ABSENT ? 1 : 0;
        withoutMemory += row.memoryBytes == ABSENT ? 1 : 0;
    }

    void addTo(TaskTable.Tally tally, Map<String, Long> facts) {
        facts.putAll(lifecycles);
        tally.addTo(facts);
        facts.put("tasks.classUnknown", classUnknown);
        facts.put("tasks.cpuRequestAbsent", withoutCpu);
        facts.put("tasks.memoryRequestAbsent", withoutMemory);
        if (jobs != null) {
            facts.put("tasks.jobsNotInJobTable", (long) jobsOnlyHere.size());
        }
    }
}
