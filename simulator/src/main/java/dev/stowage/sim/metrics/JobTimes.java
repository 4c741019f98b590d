package dev.stowage.sim.metrics;

import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskPart.Deadline;
import java.util.HashMap;
import java.util.Map;

/** When jobs came and when the last of their tasks ended. */
final class JobTimes {
    /** One job, so far. */
    private static final class Job {
        private long submitMicros = Long.MAX_VALUE;
        private long endMicros;
        private boolean isOpen; // a task of it was rejected or did not end
    }

    private final Map<Long, Job> jobs = new HashMap<>();

    void add(TaskEntry task) {
        Job job = jobs.computeIfAbsent(task.jobId, id -> new Job());
        job.submitMicros = Math.min(job.submitMicros, task.submitMicros);
        switch (task.fate) {
            case FINISHED, KILLED -> job.endMicros = Math.max(job.endMicros, task.endMicros);
            case REJECTED, RUNNING, PENDING -> job.isOpen = true;
        }
    }

    Distribution distribution() {
        Tally times = new Tally();
        for (Job job : jobs.values()) {
            if (job.isOpen) {
                times.addInfinite();
            } else {
                times.add(job.endMicros - job.submitMicros);
            }
        }
        return times.distribution();
    }

    /** Share of jobs that were not done when they were due, in [0, 1]. */
    double late(Deadline deadline) {
        long late =
                jobs.values().stream()
                        .filter(
                                job ->
                                        job.isOpen
                                                || job.endMicros > deadline.after(job.submitMicros))
                        .count();
        return jobs.isEmpty() ? 0 : (double) late / jobs.size();
    }
}
