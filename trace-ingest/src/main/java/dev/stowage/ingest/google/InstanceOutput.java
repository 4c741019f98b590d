package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;
import static dev.stowage.ingest.google.InstanceTable.ALLOC_COLLECTION;
import static dev.stowage.ingest.google.InstanceTable.CONSTRAINT;
import static dev.stowage.ingest.google.InstanceTable.CPU;
import static dev.stowage.ingest.google.InstanceTable.MACHINE;
import static dev.stowage.ingest.google.InstanceTable.MEMORY;
import static dev.stowage.ingest.google.InstanceTable.MISSING_TYPE;
import static dev.stowage.ingest.google.InstanceTable.PRIORITY;
import static dev.stowage.ingest.google.InstanceTable.SCHEDULING_CLASS;
import static dev.stowage.ingest.google.InstanceTable.SHARE_OF_TASKS;

import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes rows of the canonical table of the tasks of 2019. */
final class InstanceOutput {
    private final ClassRule rule;
    private final @Nullable GoogleJobs jobs;
    private final @Nullable UsageTable usage;
    private final ConstraintBook book;
    private final SortedTasks tasks;
    private final TaskRow row = new TaskRow();
    private final KeyIndex jobsOnlyHere = new KeyIndex();
    private final Map<String, Long> lifecycles = new LinkedHashMap<>();
    private long classUnknown;
    private long inAllocSets;
    private long withConstraints;
    private long requestChanges;

    InstanceOutput(GoogleTasks.Others others, ConstraintBook book, SpillSpace space) {
        this.book = book;
        tasks = new SortedTasks(space, SHARE_OF_TASKS);
        rule = others.rule();
        jobs = others.jobs();
        usage = others.usage();
        count(new InstanceGroup()); // all names, also where there are no tasks
    }

    private void count(InstanceGroup group) {
        group.tasks.facts("tasks.").forEach((name, n) -> lifecycles.merge(name, n, Long::sum));
        requestChanges += group.requestChanges;
    }

    /** Adds the tasks of further collections, in order of their jobs and indexes. */
    void add(InstanceGroup group) {
        count(group);
        Lifecycles lives = group.tasks;
        @Nullable MeasuredUse use =
                usage == null ? null : usage.ofPostponed(group, group.lastCollection);
        for (int task :
                StableOrder.of(lives.size(), lives::submitMicros, lives::job, lives::index)) {
            int job = jobs == null ? -1 : jobs.find(lives.job(task));
            if (jobs != null && job < 0) {
                jobsOnlyHere.findOrAdd(lives.job(task), 0);
            }
            fill(group, task, job);
            if (use != null) {
                row.cpuUsedMicroCores = use.cpuMicroCores(task);
                row.memoryUsedBytes = use.memoryBytes(task);
            }
            int deciding =
                    rule.field() == ClassRule.Field.PRIORITY
                            ? given(group.last[PRIORITY][task], row.priority)
                            : row.schedulingClass;
            if (job >= 0 && jobs != null) {
                deciding = deciding < 0 ? jobs.deciding(job, rule) : deciding;
                jobs.countTask(job, row.priority);
            }
            classUnknown += deciding < 0 ? 1 : 0;
            row.taskClass = deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding);
            inAllocSets += group.last[ALLOC_COLLECTION][task] > 0 ? 1 : 0;
            withConstraints += group.last[CONSTRAINT][task] == ABSENT ? 0 : 1;
            tasks.add(row, 0);
        }
    }

    private void fill(InstanceGroup group, int task, int job) {
        Lifecycles lives = group.tasks;
        long[][] last = group.last;
        lives.fill(row, task);
        row.schedulingClass = intOr(last[SCHEDULING_CLASS][task], ABSENT_INT);
        row.priority = intOr(last[PRIORITY][task], 0);
        row.cpuMicroCores = last[CPU][task];
        row.memoryBytes = last[MEMORY][task];
        row.machineId = last[MACHINE][task];
        row.missingInfo = Google2019Codes.missingInfo(last[MISSING_TYPE][task]);
        row.differentMachines =
                jobs != null && job >= 0 && jobs.isSpreadOverMachines(job) ? 1 : ABSENT_INT;
        long constraint = last[CONSTRAINT][task];
        row.constraints = constraint == ABSENT ? null : emptyAsNull(book.text((int) constraint));
    }

    /** Writes {@code tasks.parquet} and returns its number of rows. */
    long write(Path directory) {
        Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
        if (usage != null) {
            extras.add(TaskColumn.USAGE);
        }
        if (withConstraints > 0) {
            extras.add(TaskColumn.CONSTRAINTS);
        }
        return tasks.write(directory, extras);
    }

    void addLifecycles(Map<String, Long> facts) {
        facts.putAll(lifecycles);
    }

    void addTasks(Map<String, Long> facts) {
        facts.put("tasks.requestChanges", requestChanges);
        facts.put("tasks.cpuRequestAbsent", tasks.withoutCpu());
        facts.put("tasks.memoryRequestAbsent", tasks.withoutMemory());
        facts.put("tasks.inAllocSets", inAllocSets);
        facts.put("tasks.withConstraints", withConstraints);
        facts.put("tasks.classUnknown", classUnknown);
        if (jobs != null) {
            facts.put("tasks.jobsNotInJobTable", (long) jobsOnlyHere.size());
        }
    }

    private static int given(long value, int asInt) {
        return value == ABSENT ? ABSENT_INT : asInt;
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static int intOr(long value, int other) {
        return value == ABSENT ? other : (int) value;
    }
}
