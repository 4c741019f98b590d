package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import dev.stowage.ingest.lifecycle.Lifecycles;
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
import java.util.Arrays;
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
 * <p>Hot: primitive columns beside those of {@link Lifecycles}, some 40 bytes a task. Beyond the
 * memory that it may take, the rows of further tasks are postponed and taken job by job.
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
    private static final int FIRST_CAPACITY = 1 << 10;

    private final Quarantine quarantine;
    private final SpillSpace space;
    private final long mostTasks;
    private final Lifecycles tasks = new Lifecycles();
    private final Tally tally;
    private @Nullable PostponedRows postponed;
    private long[] order = {}; // of postponed rows, the first one of each task
    private long[] machine = new long[FIRST_CAPACITY];
    private long[] cpu = new long[FIRST_CAPACITY];
    private long[] memory = new long[FIRST_CAPACITY];
    private long[] disk = new long[FIRST_CAPACITY];
    private byte[] schedulingClass = new byte[FIRST_CAPACITY];
    private byte[] priority = new byte[FIRST_CAPACITY];
    private byte[] missingInfo = new byte[FIRST_CAPACITY];
    private byte[] differentMachines = new byte[FIRST_CAPACITY];
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
        machine[task] = or(chunk.value(MACHINE, row), machine[task]);
        priority[task] = (byte) chunk.value(PRIORITY, row);
        if (chunk.value(SCHEDULING_CLASS, row) != ABSENT) {
            schedulingClass[task] = (byte) chunk.value(SCHEDULING_CLASS, row);
        }
        if (chunk.value(MISSING_INFO, row) != ABSENT) {
            missingInfo[task] = (byte) chunk.value(MISSING_INFO, row);
            tally.rowsWithMissingInfo++;
        }
        if (chunk.value(DIFFERENT_MACHINES, row) != ABSENT) {
            differentMachines[task] = (byte) chunk.value(DIFFERENT_MACHINES, row);
        }
        long newCpu = chunk.value(CPU, row);
        long newMemory = chunk.value(MEMORY, row);
        tally.rowsWithoutCpu += newCpu == ABSENT ? 1 : 0;
        tally.rowsWithZeroCpu += newCpu == 0 ? 1 : 0;
        boolean isChange = changes(newCpu, cpu[task]) || changes(newMemory, memory[task]);
        tally.requestChanges += isChange ? 1 : 0;
        cpu[task] = or(newCpu, cpu[task]);
        memory[task] = or(newMemory, memory[task]);
        disk[task] = or(chunk.value(DISK, row), disk[task]);
    }

    private static long or(long value, long known) {
        return value == ABSENT ? known : value;
    }

    private static boolean changes(long value, long known) {
        return value != ABSENT && known != ABSENT && value != known;
    }

    private void begin(int task) {
        if (task == machine.length) {
            int capacity = Math.addExact(task, task >> 1);
            machine = Arrays.copyOf(machine, capacity);
            cpu = Arrays.copyOf(cpu, capacity);
            memory = Arrays.copyOf(memory, capacity);
            disk = Arrays.copyOf(disk, capacity);
            schedulingClass = Arrays.copyOf(schedulingClass, capacity);
            priority = Arrays.copyOf(priority, capacity);
            missingInfo = Arrays.copyOf(missingInfo, capacity);
            differentMachines = Arrays.copyOf(differentMachines, capacity);
        }
        machine[task] = ABSENT;
        cpu[task] = ABSENT;
        memory[task] = ABSENT;
        disk[task] = ABSENT;
        schedulingClass[task] = -1;
        missingInfo[task] = -1;
        differentMachines[task] = -1;
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
        return priority[task];
    }

    /** Where a task stands among those of one submit time: those not postponed come first. */
    long order(int task) {
        return order.length == 0 ? -1 : order[task];
    }

    /** The scheduling class that a task was given, or -1. */
    int schedulingClass(int task) {
        return schedulingClass[task];
    }

    void fill(TaskRow row, int task) {
        tasks.fill(row, task);
        row.schedulingClass = intOr(schedulingClass[task]);
        row.priority = priority[task];
        row.cpuMicroCores = cpu[task];
        row.memoryBytes = memory[task];
        row.diskBytes = disk[task];
        row.machineId = machine[task];
        row.missingInfo = intOr(missingInfo[task]);
        row.differentMachines = intOr(differentMachines[task]);
        if (constraints != null) {
            row.constraints = constraints.of(row.jobId, row.taskIndex);
        }
        if (use != null) {
            row.cpuUsedMicroCores = use.cpuMicroCores(task);
            row.memoryUsedBytes = use.memoryBytes(task);
        }
    }

    private static int intOr(byte value) {
        return value < 0 ? ABSENT_INT : value;
    }
}
