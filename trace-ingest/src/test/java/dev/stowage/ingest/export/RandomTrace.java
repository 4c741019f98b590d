package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.JobRow;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * A random canonical trace, most of whose rows no reader would make: they contradict themselves, so
 * that whatever an export can't keep occurs.
 */
public final class RandomTrace {
    private static final Set<TaskColumn> EXTRAS = EnumSet.complementOf(EnumSet.of(TaskColumn.DISK));
    private static final int LONGEST = 2000;
    private static final String[] CONSTRAINTS = {
        "arch=x1",
        "arch!=x2;cores>4;cores<64",
        "cores<=3",
        "different-machines",
        "zone=",
        "zone=a,b"
    };
    private static final String[] ATTRIBUTES = {"arch=x1", "arch=x1;cores=8;zone=a", "color=red"};

    private final Random random;
    private final int tasks;
    private final int jobs;

    public RandomTrace(long seed, int tasks) {
        random = new Random(seed);
        this.tasks = tasks;
        jobs = Math.max(1, tasks / 3);
    }

    /** Writes it into an empty folder, as if it came from another format. */
    public CanonicalTrace write(Path folder) {
        Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
        int[] tasksOfJob = new int[jobs];
        tables.put("tasks", table(writeTasks(folder, tasksOfJob)));
        tables.put("jobs", table(writeJobs(folder, tasksOfJob)));
        tables.put("machines", table(writeMachines(folder)));
        if (random.nextBoolean()) {
            tables.put("usage", table(writeUsage(folder)));
        }
        TraceManifest.of(
                        new Provenance("random", "random", OptionalLong.empty(), Map.of()),
                        List.of(),
                        tables,
                        Map.of(),
                        Map.of(),
                        "none",
                        null,
                        "0",
                        null)
                .writeTo(folder);
        return CanonicalTrace.open(folder);
    }

    private static TraceManifest.Table table(long rows) {
        return new TraceManifest.Table(0, 0, 0, Map.of(), rows, null);
    }

    private long[] times(int count) {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = random.nextInt(4) == 0 ? 0 : random.nextInt(LONGEST);
        }
        Arrays.sort(times);
        return times;
    }

    private long writeTasks(Path folder, int[] tasksOfJob) {
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(folder, EXTRAS)) {
            for (long submit : times(tasks)) {
                TaskRow task = new TaskRow(EXTRAS);
                int job = random.nextInt(jobs);
                task.jobId = 1000L + job;
                task.taskIndex = tasksOfJob[job]++;
                task.submitMicros = submit;
                lifecycle(task);
                task.taskClass = one(TaskClass.values());
                task.schedulingClass = random.nextBoolean() ? ABSENT_INT : random.nextInt(6);
                task.priority = random.nextInt(16) - 2;
                task.cpuMicroCores = amount(64_000_000);
                task.memoryBytes = amount(1L << 37);
                task.diskBytes = amount(1L << 31);
                task.machineId = random.nextInt(5) == 0 ? ABSENT : random.nextInt(9) - 1;
                task.missingInfo = random.nextInt(3) == 0 ? random.nextInt(4) : ABSENT_INT;
                task.differentMachines = one(new Integer[] {0, 1, ABSENT_INT});
                extras(task);
                task.writeTo(file);
            }
            return file.rows();
        }
    }

    private void lifecycle(TaskRow task) {
        task.scheduleMicros = timeFrom(task.submitMicros);
        task.endMicros = timeFrom(Math.max(task.submitMicros, task.scheduleMicros));
        boolean isKnown = task.scheduleMicros != ABSENT && task.endMicros != ABSENT;
        task.durationMicros =
                random.nextInt(3) > 0 && isKnown && task.endMicros >= task.scheduleMicros
                        ? task.endMicros - task.scheduleMicros
                        : amount(LONGEST);
        task.outcome = one(TaskOutcome.values());
        task.attempts = random.nextInt(4);
        task.evictions = random.nextInt(3);
        task.failures = random.nextInt(3);
        task.kills = random.nextInt(3);
        task.isSubmitCensored = random.nextInt(4) == 0;
        task.isScheduleCensored = random.nextInt(4) == 0;
        task.isEndCensored = random.nextInt(4) == 0;
    }

    /** Mostly not before a time; sometimes absent, and 0. */
    private long timeFrom(long time) {
        return switch (random.nextInt(6)) {
            case 0 -> ABSENT;
            case 1 -> random.nextInt(LONGEST);
            case 2 -> time;
            default -> time + random.nextInt(LONGEST);
        };
    }

    private void extras(TaskRow task) {
        task.user = random.nextBoolean() ? null : text();
        task.gpuMicros = amount(4_000_000);
        task.networkBitsPerSecond = amount(10_000_000_000L);
        task.constraints = random.nextBoolean() ? null : one(CONSTRAINTS);
        task.stage = random.nextBoolean() ? ABSENT_INT : random.nextInt(3);
        task.afterStages = null;
        task.cpuUsedMicroCores = amount(1_000_000);
        task.memoryUsedBytes = amount(1L << 30);
    }

    private long writeJobs(Path folder, int[] tasksOfJob) {
        try (ColumnFileWriter file = CanonicalTable.JOBS.create(folder)) {
            int job = 0;
            for (long submit : times(jobs)) {
                JobRow row = new JobRow();
                row.jobId = 1000L + job;
                row.submitMicros = submit;
                row.scheduleMicros = timeFrom(submit);
                row.endMicros = timeFrom(Math.max(submit, row.scheduleMicros));
                row.outcome = one(TaskOutcome.values());
                row.jobClass = one(TaskClass.values());
                row.schedulingClass = random.nextBoolean() ? ABSENT_INT : random.nextInt(6);
                row.user = random.nextBoolean() ? null : text();
                row.name = random.nextBoolean() ? null : text();
                row.logicalName = random.nextBoolean() ? null : text();
                row.tasks = tasksOfJob[job++];
                row.isSubmitCensored = random.nextInt(4) == 0;
                row.isScheduleCensored = random.nextInt(4) == 0;
                row.isEndCensored = random.nextInt(4) == 0;
                row.resubmissions = random.nextInt(3);
                row.writeTo(file);
            }
            return file.rows();
        }
    }

    private long writeMachines(Path folder) {
        try (ColumnFileWriter file =
                CanonicalTable.MACHINES.create(
                        folder, EnumSet.of(TaskColumn.GPU, TaskColumn.CONSTRAINTS))) {
            for (long time : times(random.nextInt(8))) {
                file.putLong(time);
                file.putLong(random.nextInt(5));
                file.putString(one(MachineEvent.values()).name());
                file.putLongOrNull(amount(64_000_000), ABSENT);
                file.putLongOrNull(amount(1L << 38), ABSENT);
                Words.put(file, random.nextBoolean() ? null : text());
                Words.put(file, random.nextBoolean() ? null : text());
                file.putLongOrNull(amount(8_000_000), ABSENT);
                Words.put(file, random.nextBoolean() ? null : one(ATTRIBUTES));
                file.endRow();
            }
            return file.rows();
        }
    }

    private long writeUsage(Path folder) {
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(folder)) {
            for (long time : times(random.nextInt(20))) {
                file.putLong(time);
                file.putLong(time + random.nextInt(LONGEST) - 10);
                file.putLong(1000L + random.nextInt(jobs));
                file.putInt(random.nextInt(4));
                for (Column column : CanonicalTable.USAGE.columns().subList(4, 20)) {
                    if (random.nextInt(3) == 0) {
                        file.putNull();
                    } else {
                        switch (column.type()) {
                            case INT64 ->
                                    file.putLong(random.nextLong() >>> (1 + random.nextInt(50)));
                            case INT32 -> file.putInt(random.nextInt(3));
                            default -> file.putDouble(random.nextDouble() * 1e-9);
                        }
                    }
                }
                file.endRow();
            }
            return file.rows();
        }
    }

    private String text() {
        return one(
                new String[] {"a", "b c", "größe", "x,y", "", "tab\there", "3\"", "zwei\nZeilen"});
    }

    private long amount(long high) {
        return switch (random.nextInt(6)) {
            case 0 -> ABSENT;
            case 1 -> 0;
            case 2 -> high;
            default -> (long) (random.nextDouble() * high);
        };
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
