package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a trace that does not say when its jobs end: each ends with its last task. Holds the jobs
 * that have begun and whose tasks have not all come.
 */
final class OpenJobs {
    /** A job while its tasks come. */
    private static final class Job {
        private final LifecycleEvent event;
        private final byte[] before;
        private final byte[] after;
        private int tasksToCome;
        private long endMicros;

        Job(LifecycleEvent event, byte[] before, byte[] after, int tasks, long startMicros) {
            this.event = event;
            this.before = before;
            this.after = after;
            tasksToCome = tasks;
            endMicros = startMicros;
        }
    }

    private final EventMerge events;
    private final Map<Long, Job> open = new LinkedHashMap<>();

    OpenJobs(EventMerge events) {
        this.events = events;
    }

    /** A job has begun, whose end is that of the last of its tasks. */
    void add(long jobId, LifecyclePlan plan, int tasks, byte[] before, byte[] after) {
        long start = Math.max(plan.submitMicros, plan.scheduleMicros);
        Job job = new Job(plan.end(), before, after, tasks, start);
        if (tasks == 0) {
            end(job);
        } else {
            open.put(jobId, job);
        }
    }

    /** A task has come, which ends then, or is alive if its end is absent. */
    void see(long jobId, long endMicros) {
        if (open.isEmpty()) {
            return;
        }
        @Nullable Job job = open.get(jobId);
        if (job == null) {
            return;
        }
        if (endMicros != CanonicalTable.ABSENT) {
            job.endMicros = Math.max(job.endMicros, endMicros);
        }
        if (--job.tasksToCome == 0) {
            open.remove(jobId);
            end(job);
        }
    }

    private void end(Job job) {
        events.end(job.event, job.endMicros, job.before, job.after);
    }

    /** No more tasks come. */
    void close() {
        open.values().forEach(this::end);
        open.clear();
    }
}
