package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.trace.JobUsers;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.fit.JobChoice;
import dev.stowage.workload.fit.JobSamples;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a trace with all their tasks, for the joint structure of a model: a sample of those that
 * were submitted inside the window of the task table, and of those that were there before it.
 *
 * <p>Of a task that outlived the task table, the end of its job is taken for its end where a job
 * table saw that.
 */
final class WholeJobs {

    private final JobRecords jobs;
    private final long startMicros;
    private final @Nullable JobUsers users;
    private final JobSamples samples = new JobSamples();
    private final Map<Integer, JobSamples.Job> chosen = new HashMap<>();

    /**
     * Chooses the jobs.
     *
     * @param startMicros start of the window of arrivals
     * @param users null if the trace does not tell them
     */
    WholeJobs(JobRecords jobs, long startMicros, @Nullable JobUsers users) {
        this.jobs = jobs;
        this.users = users;
        this.startMicros = startMicros;
        int[] submitted = IntStream.range(0, jobs.size()).filter(jobs::isChosen).toArray();
        int[] there = IntStream.range(0, jobs.size()).filter(this::isStanding).toArray();
        choose(submitted, false, JobChoice.MOST);
        choose(there, true, JobChoice.MOST_STANDING);
    }

    /**
     * How many jobs of a class that were there stand for one whose tasks are known; arrivals are of
     * all jobs, so those that were there must be as well.
     */
    private double standing(TaskClass taskClass) {
        long all = 0;
        long known = 0;
        for (int job = 0; job < jobs.size(); job++) {
            if (jobs.isSubmitCensored(job) && jobs.classOf(job) == taskClass) {
                all++;
                known += jobs.tasks(job) > 0 ? 1 : 0;
            }
        }
        return known == 0 ? 1 : (double) all / known;
    }

    private boolean isStanding(int job) {
        return jobs.tasks(job) > 0 && jobs.isSubmitCensored(job);
    }

    private void choose(int[] candidates, boolean isStanding, int most) {
        long[] tasks = IntStream.of(candidates).mapToLong(jobs::tasks).toArray();
        double[] work =
                IntStream.of(candidates)
                        .mapToDouble(job -> jobs.tasks(job) * jobs.spanSeconds(job))
                        .toArray();
        double[] weights = JobChoice.weights(tasks, work, most);
        Map<TaskClass, Double> factors = new EnumMap<>(TaskClass.class);
        for (TaskClass taskClass : TaskClass.values()) {
            factors.put(taskClass, isStanding ? standing(taskClass) : 1);
        }
        int[] sessions =
                UserSessions.of(
                        IntStream.of(candidates).mapToLong(jobs::submitMicros).toArray(),
                        IntStream.of(candidates).map(job -> isStanding ? -1 : user(job)).toArray());
        for (int i = 0; i < candidates.length; i++) {
            if (weights[i] > 0) {
                int job = candidates[i];
                double at = (jobs.submitMicros(job) - startMicros) / (double) MICROS_PER_SECOND;
                TaskClass taskClass = jobs.classOf(job);
                double weight = weights[i] * Objects.requireNonNull(factors.get(taskClass));
                JobSamples.Job made =
                        isStanding && !jobs.isScheduleCensored(job)
                                ? samples.addWaitingJob(taskClass, weight)
                                : samples.addJob(taskClass, at, isStanding, weight, sessions[i]);
                chosen.put(job, made);
            }
        }
    }

    private int user(int job) {
        return users == null ? -1 : users.find(jobs.id(job));
    }

    /** Adds a task, if its job was chosen. */
    void add(TaskColumns tasks, int row) {
        int number = jobs.find(tasks.jobId(row));
        JobSamples.@Nullable Job job = number < 0 ? null : chosen.get(number);
        if (job == null) {
            return;
        }
        boolean hasRun = tasks.attempts(row) > 0 || tasks.durationMicros(row) != ABSENT;
        long duration = tasks.durationMicros(row);
        TaskOutcome outcome = tasks.outcome(row);
        if (!hasRun) {
            outcome = TaskOutcome.PENDING;
        } else if (duration == ABSENT) {
            duration = untilEndOfJob(number, tasks, row);
            outcome = duration == ABSENT ? TaskOutcome.RUNNING : jobs.outcome(number);
        }
        job.add(
                shape(outcome, tasks, row),
                duration / (double) MICROS_PER_SECOND,
                (tasks.submitMicros(row) - jobs.submitMicros(number)) / (double) MICROS_PER_SECOND);
    }

    private static JobSamples.Shape shape(TaskOutcome outcome, TaskColumns tasks, int row) {
        return new JobSamples.Shape(
                outcome,
                tasks.priority(row),
                Math.max(0, tasks.cpuMicroCores(row)) / (double) Resources.MICRO_CORES_PER_CORE,
                Math.max(0, tasks.memoryBytes(row)) / (double) Resources.BYTES_PER_GIB,
                tasks.demands(row));
    }

    private long untilEndOfJob(int job, TaskColumns tasks, int row) {
        boolean isKnown = tasks.scheduleMicros(row) != ABSENT && !tasks.isScheduleCensored(row);
        long start = isKnown ? tasks.scheduleMicros(row) : tasks.submitMicros(row);
        long end = jobs.endMicros(job);
        return end == ABSENT || end < start ? ABSENT : end - start;
    }

    JobSamples samples() {
        return samples;
    }
}
