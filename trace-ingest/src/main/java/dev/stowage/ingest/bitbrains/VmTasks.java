package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.RowCursor;
import dev.stowage.ingest.spill.RowSorter;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Makes a task of each virtual machine: from its first measurement while it was provisioned to the
 * end of its last one, with its largest capacity as request.
 */
final class VmTasks {
    private static final long LENGTH_MICROS = 300_000_000L; // of a measurement
    private static final double SHARE_OF_MEMORY = 0.4;
    private static final Set<TaskColumn> EXTRAS = EnumSet.of(TaskColumn.USAGE);

    private final VmFiles files;
    private final TraceClock clock;
    private final TaskClass taskClass;
    private final int count;
    private final long[] begin;
    private final long[] end;
    private final long[] meanCpu;
    private final long[] mostMemoryUsed;
    private final RowSorter usage; // by start: end, virtual machine, CPU, memory

    VmTasks(VmFiles files, TraceClock clock, TaskClass taskClass, SpillSpace space) {
        this.files = files;
        this.clock = clock;
        this.taskClass = taskClass;
        count = files.vms().size();
        begin = new long[count];
        end = new long[count];
        meanCpu = new long[count];
        mostMemoryUsed = new long[count];
        usage = space.sorter(4, SHARE_OF_MEMORY);
        Arrays.fill(begin, ABSENT);
        Arrays.fill(end, ABSENT);
        Arrays.fill(meanCpu, ABSENT);
        Arrays.fill(mostMemoryUsed, ABSENT);
        try (RowCursor rows = files.sorted()) {
            boolean hasRow = rows.next();
            while (hasRow) {
                hasRow = measure((int) rows.key(), rows);
            }
        }
    }

    /**
     * Keeps the measurements of a virtual machine in the window, one for each timestamp, and sums
     * them up; false if it is the last one.
     */
    private boolean measure(int vm, RowCursor rows) {
        long sum = 0;
        long millis = 0;
        long before = ABSENT;
        boolean hasRow = true;
        while (hasRow && rows.key() == vm) {
            long time = rows.tie();
            long cpu = usedMicroCores(rows.row()[0], rows.row()[1]);
            long memory = rows.row()[2];
            hasRow = rows.next();
            long start = clock.canonical(time);
            boolean isRepeated = time == before;
            before = time;
            if (!clock.isInWindow(start) || isRepeated) {
                files.ignore(
                        isRepeated ? IgnoreRule.REPEATED_MEASUREMENT : IgnoreRule.OUTSIDE_WINDOW);
                continue;
            }
            long stop = start + LENGTH_MICROS;
            if (hasRow && rows.key() == vm && rows.tie() > time) {
                stop = Math.min(stop, clock.canonical(rows.tie()));
            }
            files.use(start);
            begin[vm] = begin[vm] == ABSENT ? start : begin[vm];
            end[vm] = stop;
            usage.add(start, 0, stop, vm, cpu, memory);
            if (cpu != ABSENT) {
                long length = (stop - start) / 1000;
                millis += length;
                sum = Math.addExact(sum, Math.multiplyExact(cpu, length));
            }
            mostMemoryUsed[vm] = Math.max(mostMemoryUsed[vm], memory);
        }
        meanCpu[vm] = millis == 0 ? ABSENT : sum / millis;
        return hasRow;
    }

    /** CPU use, truncated to micro-cores, or absent. */
    private static long usedMicroCores(long cores, long percent) {
        return percent == ABSENT ? ABSENT : Math.multiplyExact(cores / 1000, percent) / 1000;
    }

    /** Writes tasks and jobs, adds to the facts, and returns the number of rows of each. */
    long write(Path directory, Map<String, Long> facts) {
        JobsOfTasks jobs = new JobsOfTasks();
        TaskRow row = new TaskRow(EXTRAS);
        long neverProvisioned = 0;
        long alive = 0;
        long changes = 0;
        long[] submit = new long[count];
        for (int vm = 0; vm < count; vm++) {
            long seen = clock.canonical(files.vms().get(vm).firstSeenMicros());
            submit[vm] = begin[vm] == ABSENT ? seen : begin[vm];
        }
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, EXTRAS)) {
            for (int vm : StableOrder.of(submit, count)) {
                fill(row, vm, submit[vm]);
                row.writeTo(file);
                jobs.add(row, files.vms().get(vm).name(), null);
                neverProvisioned += row.attempts == 0 ? 1 : 0;
                alive += row.isEndCensored ? 1 : 0;
                changes += files.vms().get(vm).changes();
            }
        }
        facts.put("tasks.neverProvisioned", neverProvisioned);
        facts.put("tasks.aliveAtEnd", alive);
        facts.put("tasks.requestChanges", changes);
        facts.put("usage.above100Percent", files.above100Percent());
        return jobs.write(directory);
    }

    private void fill(TaskRow row, int vm, long submit) {
        VmSeries series = files.vms().get(vm);
        boolean isProvisioned = begin[vm] != ABSENT;
        boolean isAtStart = submit < LENGTH_MICROS;
        boolean isAlive =
                !isProvisioned || end[vm] + LENGTH_MICROS > clock.canonical(files.lastMicros());
        row.jobId = vm;
        row.submitMicros = submit;
        row.scheduleMicros = begin[vm];
        row.endMicros = isAlive ? ABSENT : end[vm];
        row.durationMicros = isAlive ? ABSENT : end[vm] - begin[vm];
        row.outcome =
                !isProvisioned
                        ? TaskOutcome.PENDING
                        : isAlive ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
        row.taskClass = taskClass;
        row.cpuMicroCores = series.mostMicroCores();
        row.memoryBytes = series.mostMemoryBytes();
        row.attempts = isProvisioned ? 1 : 0;
        row.isSubmitCensored = isAtStart;
        row.isScheduleCensored = isProvisioned && isAtStart;
        row.isEndCensored = isAlive;
        row.cpuUsedMicroCores = meanCpu[vm];
        row.memoryUsedBytes = mostMemoryUsed[vm];
    }

    /** Writes {@code usage.parquet} and returns its number of rows. */
    long writeUsage(Path directory) {
        UsageRow row = new UsageRow();
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory);
                RowCursor rows = usage.sorted()) {
            while (rows.next()) {
                row.startMicros = rows.key();
                row.endMicros = rows.row()[0];
                row.jobId = rows.row()[1];
                row.cpuMicroCores = rows.row()[2];
                row.memoryBytes = rows.row()[3];
                row.writeTo(file);
            }
            return file.rows();
        }
    }
}
