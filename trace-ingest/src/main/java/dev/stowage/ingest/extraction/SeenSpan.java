package dev.stowage.ingest.extraction;

import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;

/**
 * For how long a workload is seen, from the start of its arrivals, us; {@link Long#MAX_VALUE}: to
 * its end. What ends later, nobody saw the end of.
 *
 * @param tasksMicros of its tasks, at least 0
 * @param jobsMicros of its jobs, at least 0
 */
public record SeenSpan(long tasksMicros, long jobsMicros) {
    /** All of it. */
    public static final SeenSpan ALL = new SeenSpan(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * What is seen of a trace with a job table: until the last event of its jobs, and of its tasks
     * if they are known for a shorter time. {@link #ALL} of others, and of synthetic ones, which
     * know every end.
     */
    public static SeenSpan of(CanonicalTrace trace) {
        TraceRows rows = new TraceRows(trace);
        TraceManifest.Window jobs = rows.jobTableWindow();
        boolean isSynthetic = trace.manifest().provenance().format().equals(Provenance.SYNTHETIC);
        if (jobs == null || isSynthetic) {
            return ALL;
        }
        TraceManifest.Window tasks = rows.taskWindow();
        long ofJobs = jobs.to() - jobs.from();
        return tasks == null || tasks.to() >= jobs.to()
                ? new SeenSpan(Long.MAX_VALUE, ofJobs)
                : new SeenSpan(Math.max(0, tasks.to() - jobs.from()), ofJobs);
    }

    /** What is seen of both. */
    public SeenSpan and(SeenSpan other) {
        return new SeenSpan(
                Math.min(tasksMicros, other.tasksMicros), Math.min(jobsMicros, other.jobsMicros));
    }
}
