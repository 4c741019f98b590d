package dev.stowage.ingest.azure;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Makes tasks of virtual machines: placed when created, finished when deleted. */
final class VmTasks {
    /** The last reading of the 30 days: what is deleted then, or later, is alive at the end. */
    static final long TRACE_END_MICROS = 2_591_700_000_000L;

    // categories by their place among the words
    private static final int INTERACTIVE = 0;
    private static final int DELAY_INSENSITIVE = 1;

    private static final Set<TaskColumn> EXTRAS = EnumSet.of(TaskColumn.USER, TaskColumn.USAGE);

    private final VmTable vms;
    private final TraceClock clock;
    private final boolean isJobVm;
    private final boolean isUnknownUserFacing;
    private final JobsOfTasks jobs = new JobsOfTasks();
    private final int[] indexInJob;
    private long createdAtStart;
    private long aliveAtEnd;
    private long categoryUnknown;

    VmTasks(VmTable vms, TraceClock clock, boolean isJobVm, boolean isUnknownUserFacing) {
        this.vms = vms;
        this.clock = clock;
        this.isJobVm = isJobVm;
        this.isUnknownUserFacing = isUnknownUserFacing;
        indexInJob = new int[vms.size()];
        int[] count = new int[vms.deployments()];
        for (int vm = 0; vm < indexInJob.length; vm++) {
            indexInJob[vm] = isJobVm ? 0 : count[vms.deploymentNumber(vm)]++;
        }
    }

    /** The job of a virtual machine. */
    long jobId(int vm) {
        return isJobVm ? vm : vms.deploymentNumber(vm);
    }

    /** Its number within the job. */
    int taskIndex(int vm) {
        return indexInJob[vm];
    }

    /** Writes {@code tasks.parquet} and returns its number of rows. */
    long writeTasks(Path directory) {
        TaskRow row = new TaskRow(EXTRAS);
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, EXTRAS)) {
            for (int vm : vms.inOrder()) {
                fill(row, vm);
                row.writeTo(file);
                String deployment = vms.deployment(vm);
                jobs.add(row, isJobVm ? vms.id(vm) : deployment, isJobVm ? deployment : null);
            }
            return file.rows();
        }
    }

    private void fill(TaskRow row, int vm) {
        long end = vms.deletedMicros(vm);
        boolean isAlive = end == ABSENT || end >= TRACE_END_MICROS;
        boolean isAtStart = vms.createdMicros(vm) == 0;
        row.jobId = jobId(vm);
        row.taskIndex = indexInJob[vm];
        row.submitMicros = clock.canonical(vms.createdMicros(vm));
        row.scheduleMicros = row.submitMicros;
        row.endMicros = isAlive ? ABSENT : clock.canonical(end);
        row.durationMicros = isAlive ? ABSENT : row.endMicros - row.scheduleMicros;
        row.outcome = isAlive ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
        row.taskClass = taskClass(vms.category(vm));
        row.cpuMicroCores = vms.cpuMicroCores(vm);
        row.memoryBytes = vms.memoryBytes(vm);
        row.attempts = 1;
        row.isSubmitCensored = isAtStart;
        row.isScheduleCensored = isAtStart;
        row.isEndCensored = isAlive;
        row.user = vms.subscription(vm);
        row.cpuUsedMicroCores = vms.meanUseMicroCores(vm);
        createdAtStart += isAtStart ? 1 : 0;
        aliveAtEnd += isAlive ? 1 : 0;
    }

    private TaskClass taskClass(int category) {
        boolean isKnown = category == INTERACTIVE || category == DELAY_INSENSITIVE;
        categoryUnknown += isKnown ? 0 : 1;
        boolean isUserFacing = isKnown ? category == INTERACTIVE : isUnknownUserFacing;
        return isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
    }

    /** Writes {@code jobs.parquet}, after the tasks, and returns its number of rows. */
    long writeJobs(Path directory) {
        return jobs.write(directory);
    }

    /** Adds what was counted. */
    void putFacts(Map<String, Long> facts) {
        facts.put("tasks.createdAtStart", createdAtStart);
        facts.put("tasks.aliveAtEnd", aliveAtEnd);
        facts.put("tasks.classUnknown", categoryUnknown);
        facts.put("tasks.subscriptions", (long) vms.subscriptions());
        facts.put("tasks.deployments", (long) vms.deployments());
    }
}
