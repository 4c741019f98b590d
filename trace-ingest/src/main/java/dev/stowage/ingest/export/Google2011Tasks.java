package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code task_events}, and has {@code job_events} written in the same pass, so that a job
 * whose end the trace does not know ends with its last task.
 */
final class Google2011Tasks {
    private static final int HIGHEST_PRIORITY = 12;
    private static final int HIGHEST_MISSING_INFO = 2;

    private final CanonicalTrace trace;
    private final Resources machine;
    private final ClassCodes classes;
    private final Departures departures;
    private final LifecyclePlan plan = new LifecyclePlan();
    private final RowText text = new RowText();

    Google2011Tasks(
            CanonicalTrace trace, Resources machine, ClassCodes classes, Departures departures) {
        this.trace = trace;
        this.machine = machine;
        this.classes = classes;
        this.departures = departures;
    }

    /** Writes all tasks, and the jobs that are submitted until then. */
    void write(PartFiles parts, @Nullable Google2011Jobs jobs, Progress progress) {
        EventMerge events = new EventMerge(parts, true);
        try (TaskRows rows = new TaskRows(trace)) {
            progress.start("Writing tasks", rows.size());
            long done = 0;
            while (rows.next()) {
                TaskRow task = rows.task();
                refuseUnwritable(task);
                plan.of(task);
                long source =
                        EventMerge.sourceMicros(plan.submitMicros, plan.isSubmitBeforeStart());
                events.drainBefore(source);
                if (jobs != null) {
                    jobs.reach(plan.submitMicros);
                    jobs.see(task.jobId, plan.endMicros);
                }
                write(task, events);
                if (++done % ExportRequest.PROGRESS_ROWS == 0) {
                    progress.advanceTo(done);
                }
            }
            events.drainBefore(Long.MAX_VALUE);
        } finally {
            progress.done();
        }
    }

    private void refuseUnwritable(TaskRow task) {
        if (task.jobId < 0 || task.taskIndex < 0 || task.submitMicros < 0) {
            throw InputException.of(
                    CanonicalTable.TASKS.fileIn(trace.path()),
                    "task "
                            + task.jobId
                            + "/"
                            + task.taskIndex
                            + " at "
                            + task.submitMicros
                            + " µs",
                    "IDs and times of at least 0",
                    null);
        }
    }

    private void write(TaskRow task, EventMerge events) {
        text.clear();
        text.put(',');
        boolean isMissing = task.missingInfo >= 0 && task.missingInfo <= HIGHEST_MISSING_INFO;
        putCode(isMissing ? task.missingInfo : ABSENT_INT);
        text.put(',').put(task.jobId).put(',').put((long) task.taskIndex).put(',');
        byte[] before = text.from(0);
        text.clear();
        text.put(',');
        if (task.user != null && PlainText.isKept(task.user)) {
            text.put(task.user);
        }
        int priority = Math.max(0, Math.min(HIGHEST_PRIORITY, task.priority));
        int schedulingClass = classes.schedulingClass(task.schedulingClass, task.taskClass);
        text.put(',');
        putCode(schedulingClass);
        text.put(',').put((long) priority).put(',');
        putShare(task.cpuMicroCores, machine.cpuMicroCores());
        text.put(',');
        putShare(task.memoryBytes, machine.memoryBytes());
        text.put(',');
        long disk = task.diskBytes <= Google2011Export.DISK_UNIT_BYTES ? task.diskBytes : ABSENT;
        putShare(disk, Google2011Export.DISK_UNIT_BYTES);
        text.put(',');
        putCode(task.differentMachines);
        long machineId = task.machineId < 0 ? ABSENT : task.machineId;
        compare(task, priority, schedulingClass);
        departures.compare("tasks.disk_bytes", task.diskBytes, disk);
        departures.compare("tasks.machine_id", task.machineId, machineId);
        departures.compare(
                "tasks.missing_info", task.missingInfo, isMissing ? task.missingInfo : ABSENT_INT);
        events.begin(plan, before, text.from(0), machineId, false);
    }

    private void compare(TaskRow task, int priority, int schedulingClass) {
        departures.compare("tasks.submit_micros", task.submitMicros, plan.submitMicros);
        departures.compare("tasks.schedule_micros", task.scheduleMicros, plan.scheduleMicros);
        departures.compare("tasks.end_micros", task.endMicros, plan.endMicros);
        departures.compare("tasks.duration_micros", task.durationMicros, plan.durationMicros);
        departures.countIf("tasks.outcome", task.outcome != plan.outcome);
        departures.compare("tasks.attempts", task.attempts, plan.attempts);
        departures.compare("tasks.evictions", task.evictions, plan.evictions);
        departures.compare("tasks.failures", task.failures, plan.failures);
        departures.compare("tasks.kills", task.kills, plan.kills);
        departures.compare(
                "tasks.schedule_censored", task.isScheduleCensored, plan.isScheduleCensored);
        departures.compare("tasks.end_censored", task.isEndCensored, plan.isAlive());
        departures.compare("tasks.priority", task.priority, priority);
        departures.compare("tasks.scheduling_class", task.schedulingClass, schedulingClass);
        boolean isOther = classes.changes(task.taskClass, schedulingClass, priority);
        departures.countIf("tasks.class", isOther);
        departures.countIf("tasks.user", task.user != null);
        departures.compare("tasks.gpu_micros", task.gpuMicros, ABSENT);
        departures.compare("tasks.network_bits_per_second", task.networkBitsPerSecond, ABSENT);
        departures.compare("tasks.stage", task.stage, ABSENT_INT);
        departures.countIf("tasks.after_stages", task.afterStages != null);
    }

    private void putCode(int code) {
        if (code != ABSENT_INT) {
            text.put((long) code);
        }
    }

    private void putShare(long amount, long unit) {
        if (amount != ABSENT) {
            text.putQuotient(amount, unit);
        }
    }
}
