package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.lifecycle.LongRows;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.PostponedRows;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from {@code task_events}: one row per (job, task index).
 *
 * <p>Requests, priority, scheduling class and machine are the last ones given: those of the attempt
 * whose duration a replay uses, with its updates. A row that leaves one empty does not erase it.
 *
 * <p>Hot: 40 bytes a task beside those of {@link Lifecycles}. Beyond the memory that it may take,
 * the rows of further tasks are postponed and taken job by job.
 */
final class TaskTable extends GoogleTasks {
    private static final double SHARE_OF_TASKS = 0.5;
    private static final double SHARE_OF_POSTPONED = 0.2;
    private static final double SHARE_OF_SORTED = 0.1;
    private static final int BYTES_PER_TASK = 200; // with what they are measured to use

    private static final SourceSchema TABLE =
            FamilyDescription.of("google-2011").table("task_events");
    private static final int TIME = TABLE.column("time");
    private static final int MISSING_INFO = TABLE.column("missing info");
    private static final int JOB = TABLE.column("job ID");
    private static final int INDEX = TABLE.column("task index");
    private static final int MACHINE = TABLE.column("machine ID");
    private static final int EVENT = TABLE.column("event type");
    private static final int SCHEDULING_CLASS = TABLE.column("scheduling class");
    private static final int PRIORITY = TABLE.column("priority");
    private static final int CPU = TABLE.column("CPU request");
    private static final int MEMORY = TABLE.column("memory request");
    private static final int DISK = TABLE.column("disk space request");
    private static final int DIFFERENT_MACHINES = TABLE.column("different machines restriction");

    // What a task was given, the longs of a row.
    private static final int MACHINE_ID = 0;
    private static final int MICRO_CORES = 1;
    private static final int MEMORY_BYTES = 2;
    private static final int DISK_BYTES = 3;
    private static final int SMALL = 4; // numbers of a byte each
    private static final int WIDTH = 5;

    private static final int PRIORITY_SHIFT = 0;
    private static final int CLASS_SHIFT = 8;
    private static final int MISSING_SHIFT = 16;
    private static final int DIFFERENT_SHIFT = 24;
    private static final long ALL_MISSING = 0xff_ff_ff_00L; // -1 each, but for the priority

    private final Quarantine quarantine;
    private final SpillSpace space;
    private final long mostTasks;
    private final Lifecycles tasks = new Lifecycles();
    private final Tally tally;
    private @Nullable PostponedRows postponed;
    private long[] order = {}; // of postponed rows, the first one of each task
    private final LongRows given = new LongRows(WIDTH);
    private @Nullable MeasuredUse use;
    private @Nullable ConstraintTable constraints;

    /** What is counted over all tasks, those postponed too. */
    static final class Tally {
        long rowsBeforeStart;
        long rowsWithMissingInfo;
        long submitsWithMachine;
        long rowsWithoutCpu;
        long rowsWithZeroCpu;
        long requestChanges;

        void addTo(Map<String, Long> facts) {
            facts.put("tasks.rowsBeforeStart", rowsBeforeStart);
            facts.put("tasks.rowsWithMissingInfo", rowsWithMissingInfo);
            facts.put("tasks.rowsWithoutCpuRequest", rowsWithoutCpu);
            facts.put("tasks.rowsWithZeroCpuRequest", rowsWithZeroCpu);
            facts.put("tasks.submitsWithMachine", submitsWithMachine);
            facts.put("tasks.requestChanges", requestChanges);
        }
    }

    TaskTable(TraceClock clock, Quarantine quarantine, SpillSpace space) {
        super(clock, quarantine, new KeyIndex());
        this.quarantine = quarantine;
        this.space = space;
        mostTasks = (long) (space.memoryBytes() * SHARE_OF_TASKS / BYTES_PER_TASK);
        tally = new Tally();
    }

    /** A table of tasks that another one has postponed. */
    private TaskTable(TaskTable all, RowChunk chunk) {
        super(all.clock, all.quarantine, all.machinesNamed);
        quarantine = all.quarantine;
        space = all.space;
        mostTasks = Long.MAX_VALUE;
        tally = all.tally;
        order = new long[chunk.size()];
        for (int row = 0; row < chunk.size(); row++) {
            int known = tasks.size();
            take(chunk, row);
            if (tasks.size() > known) {
                order[known] = chunk.order(row);
            }
        }
        all.ledger.addAll(ledger);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            if (isWanted(chunk.value(TIME, row))) {
                if (tasks.size() >= mostTasks && isNew(chunk, row)) {
                    postpone(chunk, row);
                } else {
                    take(chunk, row);
                }
            }
        }
    }

    private boolean isNew(RowChunk chunk, int row) {
        return tasks.find(chunk.value(JOB, row), (int) chunk.value(INDEX, row)) < 0;
    }

    private void postpone(RowChunk chunk, int row) {
        if (postponed == null) {
            postponed = new PostponedRows(chunk.source().table(), space, SHARE_OF_POSTPONED);
        }
        postponed.add(chunk, row, chunk.value(JOB, row));
    }

    @Override
    public boolean hasPostponed() {
        return postponed != null;
    }

    private void take(RowChunk chunk, int row) {
        long source = chunk.value(TIME, row);
        long time = clock.canonical(source);
        boolean isBefore = clock.isBeforeStart(source);
        long jobId = chunk.value(JOB, row);
        int index = (int) chunk.value(INDEX, row);
        LifecycleEvent event = LifecycleEvent.of((int) chunk.value(EVENT, row));
        int before = tasks.size();
        int task = tasks.accept(jobId, index, event, time, isBefore);
        if (task < 0) {
            String found =
                    "time " + source + " of task " + jobId + "/" + index + " after a later one";
            reject(chunk, row, BadRow.TIME_GOES_BACK, found);
            return;
        }
        ledger.used(time);
        if (task == before) {
            begin(task);
        }
        tally.rowsBeforeStart += isBefore ? 1 : 0;
        boolean hasMachine = chunk.value(MACHINE, row) != ABSENT;
        if (hasMachine) {
            machinesNamed.findOrAdd(chunk.value(MACHINE, row), 0);
        }
        tally.submitsWithMachine += hasMachine && event == LifecycleEvent.SUBMIT ? 1 : 0;
        keep(chunk, row, task);
    }

    /** Keeps what the row gives besides its event. */
    private void keep(RowChunk chunk, int row, int task) {
        long[] page = given.page(task);
        int at = given.at(task);
        page[at + MACHINE_ID] = or(chunk.value(MACHINE, row), page[at + MACHINE_ID]);
        long small = with(page[at + SMALL], PRIORITY_SHIFT, chunk.value(PRIORITY, row));
        if (chunk.value(SCHEDULING_CLASS, row) != ABSENT) {
            small = with(small, CLASS_SHIFT, chunk.value(SCHEDULING_CLASS, row));
        }
        if (chunk.value(MISSING_INFO, row) != ABSENT) {
            small = with(small, MISSING_SHIFT, chunk.value(MISSING_INFO, row));
            tally.rowsWithMissingInfo++;
        }
        if (chunk.value(DIFFERENT_MACHINES, row) != ABSENT) {
            small = with(small, DIFFERENT_SHIFT, chunk.value(DIFFERENT_MACHINES, row));
        }
        page[at + SMALL] = small;
        long newCpu = chunk.value(CPU, row);
        long newMemory = chunk.value(MEMORY, row);
        tally.rowsWithoutCpu += newCpu == ABSENT ? 1 : 0;
        tally.rowsWithZeroCpu += newCpu == 0 ? 1 : 0;
        boolean isChange =
                changes(newCpu, page[at + MICRO_CORES])
                        || changes(newMemory, page[at + MEMORY_BYTES]);
        tally.requestChanges += isChange ? 1 : 0;
        page[at + MICRO_CORES] = or(newCpu, page[at + MICRO_CORES]);
        page[at + MEMORY_BYTES] = or(newMemory, page[at + MEMORY_BYTES]);
        page[at + DISK_BYTES] = or(chunk.value(DISK, row), page[at + DISK_BYTES]);
    }

    private static long with(long small, int shift, long value) {
        return (small & ~(0xffL << shift)) | ((value & 0xff) << shift);
    }

    private int small(int task, int shift) {
        return (byte) (given.get(task, SMALL) >>> shift);
    }

    private static long or(long value, long known) {
        return value == ABSENT ? known : value;
    }

    private static boolean changes(long value, long known) {
        return value != ABSENT && known != ABSENT && value != known;
    }

    private void begin(int task) {
        given.add(task);
        long[] page = given.page(task);
        int at = given.at(task);
        page[at + MACHINE_ID] = ABSENT;
        page[at + MICRO_CORES] = ABSENT;
        page[at + MEMORY_BYTES] = ABSENT;
        page[at + DISK_BYTES] = ABSENT;
        page[at + SMALL] = ALL_MISSING;
    }

    @Override
    public int find(long jobId, int index) {
        return tasks.find(jobId, index);
    }

    @Override
    public int size() {
        return tasks.size();
    }

    private Set<TaskColumn> extras(boolean hasUsage) {
        Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
        if (hasUsage) {
            extras.add(TaskColumn.USAGE);
        }
        if (constraints != null) {
            extras.add(TaskColumn.CONSTRAINTS);
        }
        return extras;
    }

    @Override
    long write(Path directory, Others others, Map<String, Long> facts) {
        @Nullable UsageTable usage = others.usage();
        use = usage == null ? null : usage.measuredUse(this);
        constraints = others.constraints();
        Set<TaskColumn> extras = extras(usage != null);
        TaskOutput output = new TaskOutput(others.rule(), others.jobs(), new TaskRow(extras));
        long rows = postponed == null ? output.write(this, directory, extras) : 0;
        if (postponed != null) {
            SortedTasks sorted = new SortedTasks(space, SHARE_OF_SORTED);
            output.add(this, sorted);
            try (PostponedRows.Replay replay = postponed.replay()) {
                for (RowChunk chunk = replay.next(); chunk != null; chunk = replay.next()) {
                    TaskTable some = new TaskTable(this, chunk);
                    some.constraints = constraints;
                    if (usage != null) {
                        some.use = usage.ofPostponed(some, chunk.value(JOB, chunk.size() - 1));
                    }
                    output.add(some, sorted);
                }
            }
            rows = sorted.write(directory, extras);
        }
        output.addTo(tally, facts);
        return rows;
    }

    Lifecycles lifecycles() {
        return tasks;
    }

    int priority(int task) {
        return small(task, PRIORITY_SHIFT);
    }

    /** Where a task stands among those of one submit time: those not postponed come first. */
    long order(int task) {
        return order.length == 0 ? -1 : order[task];
    }

    /** The scheduling class that a task was given, or -1. */
    int schedulingClass(int task) {
        return small(task, CLASS_SHIFT);
    }

    void fill(TaskRow row, int task) {
        tasks.fill(row, task);
        row.schedulingClass = intOr(schedulingClass(task));
        row.priority = priority(task);
        row.cpuMicroCores = given.get(task, MICRO_CORES);
        row.memoryBytes = given.get(task, MEMORY_BYTES);
        row.diskBytes = given.get(task, DISK_BYTES);
        row.machineId = given.get(task, MACHINE_ID);
        row.missingInfo = intOr(small(task, MISSING_SHIFT));
        row.differentMachines = intOr(small(task, DIFFERENT_SHIFT));
        if (constraints != null) {
            row.constraints = constraints.of(row.jobId, row.taskIndex);
        }
        if (use != null) {
            row.cpuUsedMicroCores = use.cpuMicroCores(task);
            row.memoryUsedBytes = use.memoryBytes(task);
        }
    }

    private static int intOr(int value) {
        return value < 0 ? ABSENT_INT : value;
    }
}
