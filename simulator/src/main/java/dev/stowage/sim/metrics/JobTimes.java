package dev.stowage.sim.metrics;

import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskPart.Deadline;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** When the last of the tasks of jobs ended, and how long after the jobs came. */
final class JobTimes {
    /** One job, so far. */
    private static final class Job {
        private long endMicros;
        private boolean isOpen; // a task of it was rejected or did not end
    }

    private final Map<Long, Job> jobs = new HashMap<>();

    void add(TaskEntry task) {
        Job job = jobs.computeIfAbsent(task.jobId, id -> new Job());
        switch (task.fate) {
            case FINISHED, KILLED -> job.endMicros = Math.max(job.endMicros, task.endMicros);
            case REJECTED, RUNNING, PENDING -> job.isOpen = true;
        }
    }

    /**
     * Times from the first submit of jobs.
     *
     * @param submits when each job came, microseconds
     */
    Distribution distribution(ToLongFunction<Long> submits) {
        Tally times = new Tally();
        jobs.forEach(
                (id, job) -> {
                    if (job.isOpen) {
                        times.addInfinite();
                    } else {
                        times.add(job.endMicros - submits.applyAsLong(id));
                    }
                });
        return times.distribution();
    }

    /** Share of jobs that were not done when they were due, in [0, 1]. */
    double late(ToLongFunction<Long> submits, Deadline deadline) {
        long late =
                jobs.entrySet().stream()
                        .filter(
                                each ->
                                        each.getValue().isOpen
                                                || each.getValue().endMicros
                                                        > deadline.after(
                                                                submits.applyAsLong(each.getKey())))
                        .count();
        return jobs.isEmpty() ? 0 : (double) late / jobs.size();
    }
}
