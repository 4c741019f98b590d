package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.BadRow;
import dev.stowage.ingest.ClassRule;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.UnsortedEvents;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from {@code instance_events} of 2019, whose rows come in any order: one row per
 * (collection, instance index). Instances of alloc sets are ignored by rule.
 *
 * <p>Requests, priority, scheduling class, constraints and machine are the last ones given. A row
 * that leaves one empty does not erase it.
 *
 * <p>The events are sorted by collection, beyond memory on disk, and paired some collections at a
 * time.
 */
final class InstanceTable extends TableBuilder {
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

    private static final double SHARE_OF_EVENTS = 0.5;
    private static final double SHARE_OF_TASKS = 0.2;
    private static final int EVENTS_PER_GROUP = 1 << 16;
    private static final int INDEX_OF_EVENT = 0;
    private static final int KIND_OF_EVENT = 1;
    private static final int IS_BEFORE = 2;
    private static final int FIRST_KEPT = 3;

    private final SpillSpace space;
    private final RowSorter events; // by collection and time
    private final long[] values = new long[FIRST_KEPT + KEPT.length];
    private final ConstraintBook book;
    private final ConstraintLists constraints;
    private final BackwardSteps backward = new BackwardSteps();
    private final KeyIndex allocSets = new KeyIndex();
    private final KeyIndex machinesNamed = new KeyIndex();
    private final long[] rowsOfKind = new long[LifecycleEvent.values().length];
    private long rowsBeforeStart;
    private long rowsWithMissingInfo;
    private long submitsWithMachine;
    private long rowsOnDedicatedMachines;
    private long rowsWithoutCpu;
    private long rowsWithZeroCpu;
    private long constraintsLeftOut;

    InstanceTable(TraceClock clock, Quarantine quarantine, SpillSpace space, ConstraintBook book) {
        super(clock, quarantine);
        this.space = space;
        events = space.sorter(values.length, SHARE_OF_EVENTS);
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
        values[INDEX_OF_EVENT] = index;
        values[KIND_OF_EVENT] = kind.code();
        values[IS_BEFORE] = clock.isBeforeStart(source) ? 1 : ABSENT;
        for (int i = 0; i < KEPT.length; i++) {
            values[FIRST_KEPT + i] = chunk.value(KEPT[i], row);
        }
        values[values.length - 1] = constraint < 0 ? ABSENT : constraint;
        events.add(collection, time, values);
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

    /**
     * Writes {@code tasks.parquet}, counts the tasks of the jobs and adds to the facts.
     *
     * @param usage what tasks were measured to use, if there are measurements
     */
    long write(
            Path directory,
            ClassRule rule,
            @Nullable CollectionTable jobs,
            @Nullable UsageTable usage,
            Map<String, Long> facts) {
        Output output = new Output(rule, jobs, usage);
        try (RowCursor sorted = events.sorted()) {
            boolean hasEvent = sorted.next();
            while (hasEvent) {
                Group group = new Group();
                hasEvent = group.read(sorted);
                output.add(group);
            }
        }
        Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
        if (usage != null) {
            extras.add(TaskColumn.USAGE);
        }
        if (output.withConstraints > 0) {
            extras.add(TaskColumn.CONSTRAINTS);
        }
        long rows = output.tasks.write(directory, extras);
        addFacts(output, facts);
        return rows;
    }

    /** The tasks of some collections. */
    private static final class Group implements TaskNumbers {
        private final UnsortedEvents events = new UnsortedEvents(KEPT.length);
        private final long[][] last = new long[FIELDS][0];
        private Lifecycles tasks = new Lifecycles();
        private long lastCollection;
        private long requestChanges;

        /** Reads whole collections and pairs their events; false if they are the last ones. */
        boolean read(RowCursor sorted) {
            boolean hasEvent = true;
            while (hasEvent
                    && (events.size() < EVENTS_PER_GROUP || sorted.key() == lastCollection)) {
                lastCollection = sorted.key();
                long[] row = sorted.row();
                int event =
                        events.add(
                                lastCollection,
                                (int) row[INDEX_OF_EVENT],
                                LifecycleEvent.of((int) row[KIND_OF_EVENT]),
                                sorted.tie(),
                                row[IS_BEFORE] != ABSENT);
                for (int i = 0; i < KEPT.length; i++) {
                    events.set(event, i, row[FIRST_KEPT + i]);
                }
                hasEvent = sorted.next();
            }
            tasks = events.pair(this::keep);
            return hasEvent;
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
                        value == ABSENT
                                || (value <= 0 && (field == MACHINE || field == MISSING_TYPE));
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

        @Override
        public boolean hasPostponed() {
            return false;
        }
    }

    /** Makes rows of the canonical table. */
    private final class Output {
        private final ClassRule rule;
        private final @Nullable CollectionTable jobs;
        private final @Nullable UsageTable usage;
        private final SortedTasks tasks = new SortedTasks(space, SHARE_OF_TASKS);
        private final TaskRow row = new TaskRow();
        private final KeyIndex jobsOnlyHere = new KeyIndex();
        private final Map<String, Long> lifecycles = new LinkedHashMap<>();
        private long classUnknown;
        private long inAllocSets;
        private long withConstraints;
        private long requestChanges;

        Output(ClassRule rule, @Nullable CollectionTable jobs, @Nullable UsageTable usage) {
            this.rule = rule;
            this.jobs = jobs;
            this.usage = usage;
            count(new Group()); // all names, also where there are no tasks
        }

        private void count(Group group) {
            group.tasks.facts("tasks.").forEach((name, n) -> lifecycles.merge(name, n, Long::sum));
            requestChanges += group.requestChanges;
        }

        /** Adds the tasks of further collections, in order of their jobs and indexes. */
        void add(Group group) {
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

        private void fill(Group group, int task, int job) {
            Lifecycles lives = group.tasks;
            long[][] last = group.last;
            row.jobId = lives.job(task);
            row.taskIndex = lives.index(task);
            row.submitMicros = lives.submitMicros(task);
            row.scheduleMicros = lives.scheduleMicros(task);
            row.endMicros = lives.endMicros(task);
            row.durationMicros = lives.durationMicros(task);
            row.outcome = lives.outcome(task);
            row.schedulingClass = intOr(last[SCHEDULING_CLASS][task], ABSENT_INT);
            row.priority = intOr(last[PRIORITY][task], 0);
            row.cpuMicroCores = last[CPU][task];
            row.memoryBytes = last[MEMORY][task];
            row.machineId = last[MACHINE][task];
            row.attempts = lives.attempts(task);
            row.evictions = lives.evictions(task);
            row.failures = lives.failures(task);
            row.kills = lives.kills(task);
            row.isSubmitCensored = lives.isSubmitCensored(task);
            row.isScheduleCensored = lives.isScheduleCensored(task);
            row.isEndCensored = lives.isAlive(task);
            row.missingInfo = Google2019Codes.missingInfo(last[MISSING_TYPE][task]);
            row.differentMachines =
                    jobs != null && job >= 0 && jobs.isSpreadOverMachines(job) ? 1 : ABSENT_INT;
            long constraint = last[CONSTRAINT][task];
            row.constraints =
                    constraint == ABSENT ? null : emptyAsNull(book.text((int) constraint));
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

    private void addFacts(Output output, Map<String, Long> facts) {
        facts.putAll(output.lifecycles);
        facts.put("tasks.rowsBeforeStart", rowsBeforeStart);
        facts.put("tasks.backwardSteps", backward.count());
        facts.put("tasks.queueRows", rowsOfKind[LifecycleEvent.QUEUE.code()]);
        facts.put("tasks.enableRows", rowsOfKind[LifecycleEvent.ENABLE.code()]);
        facts.put("tasks.rowsWithMissingInfo", rowsWithMissingInfo);
        facts.put("tasks.rowsWithoutCpuRequest", rowsWithoutCpu);
        facts.put("tasks.rowsWithZeroCpuRequest", rowsWithZeroCpu);
        facts.put("tasks.submitsWithMachine", submitsWithMachine);
        facts.put("tasks.rowsOnDedicatedMachines", rowsOnDedicatedMachines);
        facts.put("tasks.requestChanges", output.requestChanges);
        facts.put("tasks.cpuRequestAbsent", output.tasks.withoutCpu());
        facts.put("tasks.memoryRequestAbsent", output.tasks.withoutMemory());
        facts.put("tasks.inAllocSets", output.inAllocSets);
        facts.put("tasks.withConstraints", output.withConstraints);
        facts.put("tasks.constraintsLeftOut", constraintsLeftOut);
        facts.put("allocSets.withInstances", (long) allocSets.size());
        facts.put("tasks.classUnknown", output.classUnknown);
        if (output.jobs != null) {
            facts.put("tasks.jobsNotInJobTable", (long) output.jobsOnlyHere.size());
        }
    }

    /** The tasks while their events are read: none has a number yet. */
    TaskNumbers numbers() {
        return new TaskNumbers() {
            @Override
            public int find(long jobId, int index) {
                return -1;
            }

            @Override
            public int size() {
                return 0;
            }

            @Override
            public boolean hasPostponed() {
                return true;
            }
        };
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
