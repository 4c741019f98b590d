package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.ClassRule;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.UnsortedEvents;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from {@code instance_events} of 2019, whose rows come in any order: one row per
 * (collection, instance index). Instances of alloc sets are ignored by rule.
 *
 * <p>Requests, priority, scheduling class, constraints and machine are the last ones given. A row
 * that leaves one empty does not erase it.
 *
 * <p>Hot: some 70 bytes an event until the events are paired, then those of {@link Lifecycles} and
 * some 50 a task.
 */
final class InstanceTable extends TableBuilder implements TaskNumbers {
    private static final int TIME = 0;
    private static final int TYPE = 1;
    private static final int COLLECTION = 2;
    private static final int SCHEDULING_CLASS = 3;
    private static final int MISSING_TYPE = 4;
    private static final int COLLECTION_TYPE = 5;
    private static final int PRIORITY = 6;
    private static final int ALLOC_COLLECTION = 7;
    private static final int INDEX = 8;
    private static final int MACHINE = 9;
    private static final int CPU = 11;
    private static final int MEMORY = 12;
    private static final int CONSTRAINT = 13;

    /**
     * What is kept of an event besides time and kind, by the number of its value; constraints last.
     */
    private static final int[] KEPT = {
        SCHEDULING_CLASS, MISSING_TYPE, PRIORITY, ALLOC_COLLECTION, MACHINE, CPU, MEMORY, CONSTRAINT
    };

    /** The fields that a task has at its end, by number. */
    private static final int FIELDS = 14;

    private final UnsortedEvents events = new UnsortedEvents(KEPT.length);
    private final ConstraintBook book;
    private final ConstraintLists constraints;
    private final BackwardSteps backward = new BackwardSteps();
    private final KeyIndex allocSets = new KeyIndex();
    private final KeyIndex machinesNamed = new KeyIndex();
    private final long[] rowsOfKind = new long[LifecycleEvent.values().length];
    private Lifecycles tasks = new Lifecycles();
    private final long[][] last = new long[FIELDS][0];
    private @Nullable MeasuredUse use;
    private long rowsBeforeStart;
    private long rowsWithMissingInfo;
    private long submitsWithMachine;
    private long rowsOnDedicatedMachines;
    private long rowsWithoutCpu;
    private long rowsWithZeroCpu;
    private long requestChanges;
    private long constraintsLeftOut;

    InstanceTable(TraceClock clock, Quarantine quarantine, ConstraintBook book) {
        super(clock, quarantine);
        this.book = book;
        constraints = new ConstraintLists(book);
    }

    @Override
    protected void take(RowChunk chunk) {
        backward.in(chunk.source());
        for (int row = 0; row < chunk.size(); row++) {
            backward.see(chunk.value(TIME, row));
            if (chunk.value(COLLECTION_TYPE, row) == Google2019Codes.ALLOC_SET) {
                allocSets.findOrAdd(chunk.value(COLLECTION, row), 0);
                ledger.ignored(IgnoreRule.ALLOC_SET, 1);
            } else if (isWanted(chunk.value(TIME, row))) {
                take(chunk, row);
            }
        }
    }

    private void take(RowChunk chunk, int row) {
        int constraint = -1;
        if (chunk.value(CONSTRAINT, row) != ABSENT) {
            constraint = constraints.number(chunk, CONSTRAINT, row);
            if (constraint == ConstraintLists.MALFORMED) {
                String found = "constraint " + chunk.text(CONSTRAINT, row);
                reject(chunk, row, BadRow.MALFORMED_CONSTRAINT, found);
                return;
            }
            constraintsLeftOut += constraints.leftOut();
        }
        long source = chunk.value(TIME, row);
        long time = clock.canonical(source);
        LifecycleEvent kind = Google2019Codes.event(chunk.value(TYPE, row));
        long collection = chunk.value(COLLECTION, row);
        int index = (int) chunk.value(INDEX, row);
        int event = events.add(collection, index, kind, time, clock.isBeforeStart(source));
        for (int i = 0; i < KEPT.length; i++) {
            events.set(event, i, chunk.value(KEPT[i], row));
        }
        events.set(event, KEPT.length - 1, constraint < 0 ? ABSENT : constraint);
        ledger.used(time);
        count(chunk, row, kind);
    }

    private void count(RowChunk chunk, int row, LifecycleEvent kind) {
        long machine = chunk.value(MACHINE, row);
        rowsOfKind[kind.code()]++;
        rowsBeforeStart += clock.isBeforeStart(chunk.value(TIME, row)) ? 1 : 0;
        rowsWithMissingInfo +=
                Google2019Codes.missingInfo(chunk.value(MISSING_TYPE, row)) < 0 ? 0 : 1;
        rowsWithoutCpu += chunk.value(CPU, row) == ABSENT ? 1 : 0;
        rowsWithZeroCpu += chunk.value(CPU, row) == 0 ? 1 : 0;
        rowsOnDedicatedMachines += machine == Google2019Codes.DEDICATED_MACHINE ? 1 : 0;
        submitsWithMachine += machine > 0 && kind == LifecycleEvent.SUBMIT ? 1 : 0;
        if (machine > 0) {
            machinesNamed.findOrAdd(machine, 0);
        }
    }

    /** All rows have been taken: pairs the events. */
    void pair() {
        tasks = events.pair(this::keep);
    }

    /** Keeps what an event gives its task. */
    private void keep(int task, int event) {
        if (task >= last[CPU].length) {
            grow(task);
        }
        for (int i = 0; i < KEPT.length; i++) {
            int field = KEPT[i];
            long value = events.value(event, i);
            long known = last[field][task];
            if (field == CPU || field == MEMORY) {
                requestChanges += value != ABSENT && known != ABSENT && value != known ? 1 : 0;
            }
            boolean isNone =
                    value == ABSENT || (value <= 0 && (field == MACHINE || field == MISSING_TYPE));
            last[field][task] = isNone ? known : value;
        }
    }

    private void grow(int task) {
        int capacity = Math.max(1 << 10, Math.addExact(task, task >> 1));
        for (int field : KEPT) {
            int old = last[field].length;
            last[field] = Arrays.copyOf(last[field], capacity);
            Arrays.fill(last[field], old, capacity, ABSENT);
        }
    }

    @Override
    public int find(long jobId, int index) {
        return tasks.find(jobId, index);
    }

    @Override
    public int size() {
        return tasks.size();
    }

    /** What the tasks were measured to use; known before they are written, if at all. */
    void setMeasuredUse(MeasuredUse measured) {
        use = measured;
    }

    /** The columns besides those that every trace has. */
    private Set<TaskColumn> extras() {
        Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
        if (use != null) {
            extras.add(TaskColumn.USAGE);
        }
        for (int task = 0; task < tasks.size(); task++) {
            if (last[CONSTRAINT][task] != ABSENT) {
                extras.add(TaskColumn.CONSTRAINTS);
                break;
            }
        }
        return extras;
    }

    /** Writes {@code tasks.parquet}, counts the tasks of the jobs and adds to the facts. */
    long write(
            Path directory,
            ClassRule rule,
            @Nullable CollectionTable jobs,
            Map<String, Long> facts) {
        long classUnknown = 0;
        Set<TaskColumn> extras = extras();
        TaskRow row = new TaskRow(extras);
        KeyIndex jobsOnlyHere = new KeyIndex();
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, extras)) {
            for (int task :
                    StableOrder.of(tasks.size(), tasks::submitMicros, tasks::job, tasks::index)) {
                int job = jobs == null ? -1 : jobs.find(tasks.job(task));
                if (jobs != null && job < 0) {
                    jobsOnlyHere.findOrAdd(tasks.job(task), 0);
                }
                fill(row, task, jobs, job);
                int deciding =
                        rule.field() == ClassRule.Field.PRIORITY
                                ? given(last[PRIORITY][task], row.priority)
                                : row.schedulingClass;
                if (job >= 0 && jobs != null) {
                    deciding = deciding < 0 ? jobs.deciding(job, rule) : deciding;
                    jobs.countTask(job, row.priority);
                }
                classUnknown += deciding < 0 ? 1 : 0;
                row.taskClass = deciding < 0 ? TaskClass.BATCH : rule.classOf(deciding);
                row.writeTo(file);
            }
            addFacts(facts);
            facts.put("tasks.classUnknown", classUnknown);
            if (jobs != null) {
                facts.put("tasks.jobsNotInJobTable", (long) jobsOnlyHere.size());
            }
            return file.rows();
        }
    }

    private static int given(long value, int asInt) {
        return value == ABSENT ? ABSENT_INT : asInt;
    }

    private void fill(TaskRow row, int task, @Nullable CollectionTable jobs, int job) {
        row.jobId = tasks.job(task);
        row.taskIndex = tasks.index(task);
        row.submitMicros = tasks.submitMicros(task);
        row.scheduleMicros = tasks.scheduleMicros(task);
        row.endMicros = tasks.endMicros(task);
        row.durationMicros = tasks.durationMicros(task);
        row.outcome = tasks.outcome(task);
        row.schedulingClass = intOr(last[SCHEDULING_CLASS][task], ABSENT_INT);
        row.priority = intOr(last[PRIORITY][task], 0);
        row.cpuMicroCores = last[CPU][task];
        row.memoryBytes = last[MEMORY][task];
        row.machineId = last[MACHINE][task];
        row.attempts = tasks.attempts(task);
        row.evictions = tasks.evictions(task);
        row.failures = tasks.failures(task);
        row.kills = tasks.kills(task);
        row.isSubmitCensored = tasks.isSubmitCensored(task);
        row.isScheduleCensored = tasks.isScheduleCensored(task);
        row.isEndCensored = tasks.isAlive(task);
        row.missingInfo = Google2019Codes.missingInfo(last[MISSING_TYPE][task]);
        row.differentMachines =
                jobs != null && job >= 0 && jobs.isSpreadOverMachines(job) ? 1 : ABSENT_INT;
        long constraint = last[CONSTRAINT][task];
        row.constraints = constraint == ABSENT ? null : emptyAsNull(book.text((int) constraint));
        if (use != null) {
            row.cpuUsedMicroCores = use.cpuMicroCores(task);
            row.memoryUsedBytes = use.memoryBytes(task);
        }
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static int intOr(long value, int other) {
        return value == ABSENT ? other : (int) value;
    }

    private void addFacts(Map<String, Long> facts) {
        facts.putAll(tasks.facts("tasks."));
        facts.put("tasks.rowsBeforeStart", rowsBeforeStart);
        facts.put("tasks.backwardSteps", backward.count());
        facts.put("tasks.queueRows", rowsOfKind[LifecycleEvent.QUEUE.code()]);
        facts.put("tasks.enableRows", rowsOfKind[LifecycleEvent.ENABLE.code()]);
        facts.put("tasks.rowsWithMissingInfo", rowsWithMissingInfo);
        facts.put("tasks.rowsWithoutCpuRequest", rowsWithoutCpu);
        facts.put("tasks.rowsWithZeroCpuRequest", rowsWithZeroCpu);
        facts.put("tasks.submitsWithMachine", submitsWithMachine);
        facts.put("tasks.rowsOnDedicatedMachines", rowsOnDedicatedMachines);
        facts.put("tasks.requestChanges", requestChanges);
        facts.put("tasks.cpuRequestAbsent", count(CPU, value -> value == ABSENT));
        facts.put("tasks.memoryRequestAbsent", count(MEMORY, value -> value == ABSENT));
        facts.put("tasks.inAllocSets", count(ALLOC_COLLECTION, value -> value > 0));
        facts.put("tasks.withConstraints", count(CONSTRAINT, value -> value != ABSENT));
        facts.put("tasks.constraintsLeftOut", constraintsLeftOut);
        facts.put("allocSets.withInstances", (long) allocSets.size());
    }

    private long count(int field, LongPredicate predicate) {
        return Arrays.stream(last[field], 0, tasks.size()).filter(predicate).count();
    }

    /** Machines that tasks name and that are not in the machine table. */
    long machinesUnknown(MachineTable machines) {
        long unknown = 0;
        for (int i = 0; i < machinesNamed.size(); i++) {
            unknown += machines.isKnown(machinesNamed.job(i)) ? 0 : 1;
        }
        return unknown;
    }
}
