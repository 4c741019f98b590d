package dev.stowage.workload.prototype;

import dev.stowage.basis.Seeds;
import dev.stowage.workload.JobPrototype;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * By how much each copy of a session is moved: all its jobs together, by up to a minute either way,
 * so that they keep the distances that they were recorded at, and none is outside of the window. A
 * minute is what separates two sessions of a user; where one goes decides how long others wait,
 * since a single one can fill a cluster.
 */
final class SessionMoves {
    private static final double MOST_SECONDS = 60;

    private final Map<Integer, Span> spans = new HashMap<>();
    private final double untilSeconds;
    private final long seed;

    /** From the first job of a session to its last, s. */
    private record Span(double first, double last) {}

    /**
     * For all sessions.
     *
     * @param jobs in order of time
     * @param untilSeconds end of the window that they arrive in, above 0
     */
    SessionMoves(List<JobPrototype> jobs, double untilSeconds, long seed) {
        this.untilSeconds = untilSeconds;
        this.seed = seed;
        for (JobPrototype job : jobs) {
            if (job.isOfSession()) {
                Span span = new Span(job.atSeconds(), job.atSeconds());
                spans.merge(job.session(), span, (a, b) -> new Span(a.first, b.last));
            }
        }
    }

    /** Where in the window a job of a copy of its session is due, as a share of the window. */
    double place(JobPrototype job, int copy) {
        Span span = Objects.requireNonNull(spans.get(job.session()));
        double wanted = (2 * Seeds.uniform(seed, job.session(), copy) - 1) * MOST_SECONDS;
        double moved = Math.max(-span.first, Math.min(wanted, untilSeconds - span.last));
        return Math.max(0, Math.min(1, (job.atSeconds() + moved) / untilSeconds));
    }

    double untilSeconds() {
        return untilSeconds;
    }
}
