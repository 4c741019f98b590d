package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The observations that a workload model is fitted to, from a canonical trace.
 *
 * <p>Arrival and duration of jobs come from the job table (without one, from the tasks); tasks per
 * job and everything about tasks from jobs that were submitted inside the window of the task table.
 * What an edge of the trace cuts is counted and left out; so is what did not finish, for durations.
 *
 * <p>Source: thesis (Sfakianakis 2023), table 3.2.
 */
public final class ParameterExtraction {

    private final ExtractionSource source;
    private final ExtractionListener listener;
    private final boolean isFromFirstTask;
    private final boolean isWithWholeJobs;
    private final SeenSpan span;
    private final ParameterSamples.Builder samples = ParameterSamples.builder();
    private final JobRecords jobs = new JobRecords();
    private long tasksEnd;
    private long cutMicros = Long.MAX_VALUE;
    private @Nullable WholeJobs wholeJobs;
    private long endedOtherwise;
    private long tasksBeforeTheirJob;

    /**
     * Prepares an extraction.
     *
     * @param listener told of every job and task that is counted
     * @param isFromFirstTask true if tasks arrive so long after the first one of their job, which
     *     every workload tells, instead of after the submit of the job
     * @param span how much of it is seen, as if the tables ended there
     */
    ParameterExtraction(
            ExtractionSource source,
            ExtractionListener listener,
            boolean isFromFirstTask,
            SeenSpan span) {
        this(source, listener, isFromFirstTask, false, span);
    }

    private ParameterExtraction(
            ExtractionSource source,
            ExtractionListener listener,
            boolean isFromFirstTask,
            boolean isWithWholeJobs,
            SeenSpan span) {
        this.source = source;
        this.listener = listener;
        this.isFromFirstTask = isFromFirstTask;
        this.isWithWholeJobs = isWithWholeJobs;
        this.span = span;
    }

    /**
     * Reads the trace once (its task table twice if it has no job table).
     *
     * @throws dev.stowage.basis.InputException if the trace has no tasks
     */
    public static ParameterSamples extract(CanonicalTrace trace, Progress progress) {
        return new ParameterExtraction(
                        new TraceRows(trace), ExtractionListener.NONE, false, true, SeenSpan.ALL)
                .run(progress);
    }

    /** Reads the source; once. */
    ParameterSamples run(Progress progress) {
        progress.start("Extracting parameters", -1);
        try {
            return run();
        } finally {
            progress.done();
        }
    }

    private ParameterSamples run() {
        boolean hasJobs = source.readJobs(jobs);
        Map<TaskColumn, Long> asked = new EnumMap<>(TaskColumn.class);
        source.forEachGroup(
                tasks -> {
                    tasks.forEach(row -> jobs.see(tasks, row, !hasJobs));
                    tasks.count(asked);
                });
        cutMicros = end(span.tasksMicros());
        TraceManifest.Window window = taskWindow();
        if (window != null) {
            tasksEnd = window.to();
            jobs.chooseSubmittedWithin(window);
            WholeJobs whole =
                    isWithWholeJobs
                            ? new WholeJobs(jobs, source.jobsStartMicros(), source.users())
                            : null;
            wholeJobs = whole;
            source.forEachGroup(
                    tasks ->
                            tasks.forEach(
                                    row -> {
                                        addTask(tasks, row);
                                        if (whole != null) {
                                            whole.add(tasks, row);
                                        }
                                    }));
            addTasksPerJob();
        }
        addJobs();
        if (wholeJobs != null) {
            samples.jobs(wholeJobs.samples());
        }
        return samples.build(source.provenance(asked, notes()));
    }

    /** What is seen of the tasks, once the source is read; null if there are none. */
    TraceManifest.@Nullable Window taskWindow() {
        TraceManifest.Window window = source.taskWindow();
        if (window == null || cutMicros == Long.MAX_VALUE) {
            return window;
        }
        return new TraceManifest.Window(
                Math.min(window.from(), cutMicros), Math.min(window.to(), cutMicros));
    }

    private long end(long seenMicros) {
        return seenMicros == Long.MAX_VALUE ? seenMicros : source.jobsStartMicros() + seenMicros;
    }

    /** True if nobody saw the end of a task, which is at {@link #cutMicros} at the latest. */
    private boolean isOpen(TaskColumns tasks, int row) {
        if (tasks.isAlive(row) || tasks.durationMicros(row) == ABSENT) {
            return tasks.isAlive(row);
        }
        long schedule = tasks.scheduleMicros(row);
        long start = schedule == ABSENT ? tasks.submitMicros(row) : schedule;
        return start > cutMicros - tasks.durationMicros(row);
    }

    /** The jobs, once the source is read. */
    JobRecords jobs() {
        return jobs;
    }

    private void addTask(TaskColumns tasks, int row) {
        int job = jobs.find(tasks.jobId(row));
        if (job < 0 || !jobs.isChosen(job) || tasks.submitMicros(row) > cutMicros) {
            return;
        }
        TaskClass jobClass = jobs.classOf(job);
        boolean isOpen = isOpen(tasks, row);
        listener.task(jobClass, tasks, row, isOpen);
        long begin = isFromFirstTask ? jobs.firstTaskMicros(job) : jobs.submitMicros(job);
        double sinceJob = (tasks.submitMicros(row) - begin) / (double) MICROS_PER_SECOND;
        if (sinceJob < 0) {
            tasksBeforeTheirJob++;
        } else {
            samples.add(jobClass, Parameter.TASK_ARRIVAL, sinceJob);
        }
        addIfPresent(
                jobClass, Parameter.CPU, tasks.cpuMicroCores(row), Resources.MICRO_CORES_PER_CORE);
        addIfPresent(jobClass, Parameter.MEMORY, tasks.memoryBytes(row), Resources.BYTES_PER_GIB);
        if (tasks.hasGpus()) {
            double gpus = tasks.gpuMicros(row) / (double) ServerExtras.MICROS_PER_GPU;
            samples.add(jobClass, Parameter.GPU, gpus);
        }
        samples.add(jobClass, Parameter.PRIORITY, tasks.priority(row));
        if (isOpen || tasks.isScheduleCensored(row)) {
            long start = tasks.isScheduleCensored(row) ? ABSENT : tasks.scheduleMicros(row);
            boolean isKnown = isOpen && start != ABSENT;
            addCensored(jobClass, Parameter.TASK_DURATION, isKnown ? tasksEnd - start : ABSENT);
        } else if (tasks.outcome(row) == TaskOutcome.FINISHED) {
            jobs.countFinishedTask(job);
            long duration = tasks.durationMicros(row);
            addIfPresent(jobClass, Parameter.TASK_DURATION, duration, MICROS_PER_SECOND);
        }
    }

    private void addIfPresent(TaskClass taskClass, Parameter parameter, long value, double unit) {
        if (value != ABSENT) {
            samples.add(taskClass, parameter, value / unit);
        }
    }

    /**
     * What began inside the trace and was cut off by its end is longer than it is old; of what
     * began before the trace, nothing is known but that it was there.
     */
    private void addCensored(TaskClass taskClass, Parameter parameter, long ageMicros) {
        if (ageMicros == ABSENT || ageMicros < 0) {
            samples.countCensored(taskClass, parameter);
        } else {
            samples.addCensored(taskClass, parameter, ageMicros / (double) MICROS_PER_SECOND);
        }
    }

    /**
     * Tasks of the job that finished, whether the job is over or not: to wait for its end would
     * leave out just the large jobs.
     */
    private void addTasksPerJob() {
        for (int job = 0; job < jobs.size(); job++) {
            if (!jobs.isChosen(job)) {
                continue;
            }
            if (jobs.finishedTasks(job) > 0) {
                samples.add(jobs.classOf(job), Parameter.TASKS_PER_JOB, jobs.finishedTasks(job));
            } else if (jobs.isAlive(job)) {
                samples.countCensored(jobs.classOf(job), Parameter.TASKS_PER_JOB);
            }
        }
    }

    private void addJobs() {
        long cut = end(span.jobsMicros());
        long end = Math.min(cut, source.jobsEndMicros());
        for (int job = 0; job < jobs.size(); job++) {
            TaskClass jobClass = jobs.classOf(job);
            if (jobs.isSubmitCensored(job)) {
                samples.countCensored(jobClass, Parameter.JOB_ARRIVAL);
            } else {
                samples.countJob(jobClass);
                listener.job(jobs.submitMicros(job));
                if (wholeJobs != null) {
                    double since = jobs.submitMicros(job) - source.jobsStartMicros();
                    wholeJobs.samples().addArrival(jobClass, since / (double) MICROS_PER_SECOND);
                }
                samples.add(
                        jobClass,
                        Parameter.JOB_ARRIVAL,
                        jobs.submitMicros(job) / (double) MICROS_PER_SECOND);
            }
            boolean isAlive = jobs.isAlive(job) || jobs.isEndAfter(job, cut);
            if (jobs.isScheduleCensored(job) || isAlive) {
                long age = isAlive ? jobs.ageMicros(job, end) : ABSENT;
                addCensored(jobClass, Parameter.JOB_DURATION, age);
            } else if (jobs.outcome(job) == TaskOutcome.FINISHED) {
                long duration = jobs.durationMicros(job);
                addIfPresent(jobClass, Parameter.JOB_DURATION, duration, MICROS_PER_SECOND);
            } else {
                endedOtherwise++;
            }
        }
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Durations are of jobs and tasks that finished.");
        if (endedOtherwise > 0) {
            notes.add(endedOtherwise + " jobs ended otherwise and have no duration here.");
        }
        if (tasksBeforeTheirJob > 0) {
            notes.add(tasksBeforeTheirJob + " tasks were submitted before their job.");
        }
        if (jobs.isWithoutSchedule()) {
            notes.add("Job durations run from the first submit to the last end of the tasks.");
        }
        return notes;
    }
}
