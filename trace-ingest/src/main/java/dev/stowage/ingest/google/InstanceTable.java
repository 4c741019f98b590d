package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.Map;
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
    static final int SCHEDULING_CLASS = 3;
    static final int MISSING_TYPE = 4;
    private static final int COLLECTION_TYPE = 5;
    static final int PRIORITY = 6;
    static final int ALLOC_COLLECTION = 7;
    private static final int INDEX = 8;
    static final int MACHINE = 9;
    static final int CPU = 11;
    static final int MEMORY = 12;
    static final int CONSTRAINT = 13;

    /**
     * What is kept of an event besides time and kind, by the number of its value; constraints last.
     */
    static final int[] KEPT = {
        SCHEDULING_CLASS, MISSING_TYPE, PRIORITY, ALLOC_COLLECTION, MACHINE, CPU, MEMORY, CONSTRAINT
    };

    /** The fields that a task has at its end, by number. */
    static final int FIELDS = 14;

    private static final double SHARE_OF_EVENTS = 0.5;
    static final double SHARE_OF_TASKS = 0.2;
    static final int EVENTS_PER_GROUP = 1 << 16;
    static final int INDEX_OF_EVENT = 0;
    static final int KIND_OF_EVENT = 1;
    static final int IS_BEFORE = 2;
    static final int FIRST_KEPT = 3;

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
        InstanceOutput output = new InstanceOutput(rule, jobs, usage, book, space);
        try (RowCursor sorted = events.sorted()) {
            boolean hasEvent = sorted.next();
            while (hasEvent) {
                InstanceGroup group = new InstanceGroup();
                hasEvent = group.read(sorted);
                output.add(group);
            }
        }
        long rows = output.write(directory);
        addFacts(output, facts);
        return rows;
    }

    private void addFacts(InstanceOutput output, Map<String, Long> facts) {
        output.addLifecycles(facts);
        facts.put("tasks.rowsBeforeStart", rowsBeforeStart);
        facts.put("tasks.backwardSteps", backward.count());
        facts.put("tasks.queueRows", rowsOfKind[LifecycleEvent.QUEUE.code()]);
        facts.put("tasks.enableRows", rowsOfKind[LifecycleEvent.ENABLE.code()]);
        facts.put("tasks.rowsWithMissingInfo", rowsWithMissingInfo);
        facts.put("tasks.rowsWithoutCpuRequest", rowsWithoutCpu);
        facts.put("tasks.rowsWithZeroCpuRequest", rowsWithZeroCpu);
        facts.put("tasks.submitsWithMachine", submitsWithMachine);
        facts.put("tasks.rowsOnDedicatedMachines", rowsOnDedicatedMachines);
        facts.put("tasks.constraintsLeftOut", constraintsLeftOut);
        facts.put("allocSets.withInstances", (long) allocSets.size());
        output.addTasks(facts);
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
