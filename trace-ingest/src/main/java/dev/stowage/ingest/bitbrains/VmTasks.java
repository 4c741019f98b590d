package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobsOfTasks;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.TraceClock;
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
    private static final Set<TaskColumn> EXTRAS = EnumSet.of(TaskColumn.USAGE);

    private final VmFiles files;
    private final TraceClock clock;
    private final TaskClass taskClass;
    private final int count;
    private final long[] begin;
    private final long[] end;
    private final long[] meanCpu;
    private final long[] mostMemoryUsed;
    private long[] usageStart = new long[1 << 10];
    private long[] usageEnd = new long[1 << 10];
    private int[] usageVm = new int[1 << 10];
    private int[] usageRow = new int[1 << 10];
    private int usages;

    VmTasks(VmFiles files, TraceClock clock, TaskClass taskClass) {
        this.files = files;
        this.clock = clock;
        this.taskClass = taskClass;
        count = files.vms().size();
        begin = new long[count];
        end = new long[count];
        meanCpu = new long[count];
        mostMemoryUsed = new long[count];
        for (int vm = 0; vm < count; vm++) {
            measure(vm, files.vms().get(vm));
        }
    }

    /** Keeps the measurements in the window, one for each timestamp, and sums them up. */
    private void measure(int number, VmSeries vm) {
        int[] order = vm.inOrder();
        long sum = 0;
        long millis = 0;
        begin[number] = ABSENT;
        end[number] = ABSENT;
        mostMemoryUsed[number] = ABSENT;
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            long start = clock.canonical(vm.timeMicros(row));
            boolean isRepeated = i > 0 && vm.timeMicros(order[i - 1]) == vm.timeMicros(row);
            if (!clock.isInWindow(start) || isRepeated) {
                files.ignore(
                        isRepeated ? IgnoreRule.REPEATED_MEASUREMENT : IgnoreRule.OUTSIDE_WINDOW);
                continue;
            }
            long stop = start + LENGTH_MICROS;
            if (i + 1 < order.length && vm.timeMicros(order[i + 1]) > vm.timeMicros(row)) {
                stop = Math.min(stop, clock.canonical(vm.timeMicros(order[i + 1])));
            }
            files.use(start);
            begin[number] = begin[number] == ABSENT ? start : begin[number];
            end[number] = stop;
            addUsage(start, stop, number, row);
            long cpu = vm.usedMicroCores(row);
            if (cpu != ABSENT) {
                long length = (stop - start) / 1000;
                millis += length;
                sum = Math.addExact(sum, Math.multiplyExact(cpu, length));
            }
            mostMemoryUsed[number] = Math.max(mostMemoryUsed[number], vm.usedBytes(row));
        }
        meanCpu[number] = millis == 0 ? ABSENT : sum / millis;
    }

    private void addUsage(long start, long stop, int vm, int row) {
        if (usages == usageStart.length) {
            int capacity = Math.addExact(usages, usages >> 1);
            usageStart = Arrays.copyOf(usageStart, capacity);
            usageEnd = Arrays.copyOf(usageEnd, capacity);
            usageVm = Arrays.copyOf(usageVm, capacity);
            usageRow = Arrays.copyOf(usageRow, capacity);
        }
        usageStart[usages] = start;
        usageEnd[usages] = stop;
        usageVm[usages] = vm;
        usageRow[usages++] = row;
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
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            for (int i : StableOrder.of(usageStart, usages)) {
                VmSeries vm = files.vms().get(usageVm[i]);
                row.startMicros = usageStart[i];
                row.endMicros = usageEnd[i];
                row.jobId = usageVm[i];
                row.cpuMicroCores = vm.usedMicroCores(usageRow[i]);
                row.memoryBytes = vm.usedBytes(usageRow[i]);
                row.writeTo(file);
            }
            return file.rows();
        }
    }
}
