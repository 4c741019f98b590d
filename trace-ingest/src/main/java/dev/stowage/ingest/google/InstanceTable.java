package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.Map;

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
final class InstanceTable extends GoogleTasks {
    private static final SourceSchema TABLE =
            FamilyDescription.of("google-2019").table("instance_events");
    private static final int TIME = TABLE.column("time");
    private static final int TYPE = TABLE.column("type");
    private static final int COLLECTION = TABLE.column("collection_id");
    static final int SCHEDULING_CLASS = TABLE.column("scheduling_class");
    static final int MISSING_TYPE = TABLE.column("missing_type");
    static final int PRIORITY = TABLE.column("priority");
    static final int ALLOC_COLLECTION = TABLE.column("alloc_collection_id");
    private static final int INDEX = TABLE.column("instance_index");
    static final int MACHINE = TABLE.column("machine_id");
    static final int CPU = TABLE.column("resource_request.cpus");
    static final int MEMORY = TABLE.column("resource_request.memory");
    static final int CONSTRAINT = TABLE.column("constraint");

    /**
     * What is kept of an event besides time and kind, by the number of its value; constraints last.
     */
    static final int[] KEPT = {
        SCHEDULING_CLASS, MISSING_TYPE, PRIORITY, ALLOC_COLLECTION, MACHINE, CPU, MEMORY, CONSTRAINT
    };

    /** The fields that a task has at its end, by number. */
    static final int FIELDS = TABLE.fields().size();

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
    private final EventCounts2019 counts;
    private long submitsWithMachine;
    private long rowsOnDedicatedMachines;
    private long rowsWithoutCpu;
    private long rowsWithZeroCpu;
    private long constraintsLeftOut;

    InstanceTable(TraceClock clock, Quarantine quarantine, SpillSpace space, ConstraintBook book) {
        super(clock, quarantine, new KeyIndex());
        counts = new EventCounts2019(clock, TABLE);
        this.space = space;
        events = space.sorter(values.length, SHARE_OF_EVENTS);
        this.book = book;
        constraints = new ConstraintLists(book);
    }

    @Override
    protected void take(RowChunk chunk) {
        counts.in(chunk);
        for (int row = 0; row < chunk.size(); row++) {
            if (counts.isOfAllocSet(chunk, row)) {
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
        counts.used(chunk, row);
        rowsWithoutCpu += chunk.value(CPU, row) == ABSENT ? 1 : 0;
        rowsWithZeroCpu += chunk.value(CPU, row) == 0 ? 1 : 0;
        rowsOnDedicatedMachines += machine == Google2019Codes.DEDICATED_MACHINE ? 1 : 0;
        submitsWithMachine += machine > 0 && kind == LifecycleEvent.SUBMIT ? 1 : 0;
        if (machine > 0) {
            machinesNamed.findOrAdd(machine, 0);
        }
    }

    @Override
    long write(Path directory, Others others, Map<String, Long> facts) {
        InstanceOutput output = new InstanceOutput(others, book, space);
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
        counts.addTo(facts, "tasks");
        facts.put("tasks.rowsWithoutCpuRequest", rowsWithoutCpu);
        facts.put("tasks.rowsWithZeroCpuRequest", rowsWithZeroCpu);
        facts.put("tasks.submitsWithMachine", submitsWithMachine);
        facts.put("tasks.rowsOnDedicatedMachines", rowsOnDedicatedMachines);
        facts.put("tasks.constraintsLeftOut", constraintsLeftOut);
        facts.put("allocSets.withInstances", counts.allocSets());
        output.addTasks(facts);
    }

    /** None has a number while events are read. */
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
}
