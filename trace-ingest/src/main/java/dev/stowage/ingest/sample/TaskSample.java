package dev.stowage.ingest.sample;

import dev.stowage.basis.Check;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.sample.JobLoads.JobLoad;
import dev.stowage.ingest.sample.JobLoads.Measure;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The same share of the tasks of every job: one of so many tasks as it stands for, counted through
 * the jobs, those with the heaviest tasks first, and through the tasks of each as they come by. A
 * job of few tasks is in the sample or not, beside jobs of like tasks. The same tasks in every run.
 *
 * <p>Source: systematic sampling of an ordered population, as in Tillé, Sampling and Estimation
 * from Finite Populations, Wiley 2020, chapter 3, with the start in the middle and not drawn.
 */
final class TaskSample implements TaskChoice {
    private static final Comparator<JobLoad> BY_TASKS =
            Comparator.comparingDouble(TaskSample::coreSecondsOfATask)
                    .reversed()
                    .thenComparingLong(JobLoad::submitMicros)
                    .thenComparingLong(JobLoad::id);

    private final double share;
    private final Map<Long, Long> next = new HashMap<>(); // number of each job's next task
    private final KeyIndex kept = new KeyIndex();

    private TaskSample(double share) {
        this.share = share;
    }

    /**
     * Numbers the tasks of jobs; {@link #see} has to be told of each of them.
     *
     * @param share above 0, at most 1
     */
    static TaskSample of(List<JobLoad> jobs, double share) {
        TaskSample sample = new TaskSample(Check.positive("share", share));
        long count = 0;
        for (JobLoad job : jobs.stream().sorted(BY_TASKS).toList()) {
            sample.next.put(job.id(), count);
            count += (long) job.of(Measure.TASKS);
        }
        return sample;
    }

    private static double coreSecondsOfATask(JobLoad job) {
        return job.of(Measure.CORE_SECONDS) / job.of(Measure.TASKS);
    }

    @Override
    public void see(long job, int index) {
        long task = Objects.requireNonNull(next.get(job), "a job without tasks");
        next.put(job, task + 1);
        if (due(task + 1) > due(task)) {
            kept.findOrAdd(job, index);
        }
    }

    @Override
    public boolean keeps(long job, int index) {
        return kept.find(job, index) >= 0;
    }

    /** So many of the first tasks are taken. */
    private long due(long tasks) {
        return (long) Math.floor(0.5 + share * tasks);
    }
}
