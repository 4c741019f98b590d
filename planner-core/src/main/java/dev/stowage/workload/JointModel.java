package dev.stowage.workload;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * Which values go together: an empirical copula. A sample of the trace's jobs, each with its class,
 * priority, tasks, durations and requests, in order of submit; from one to the next what neighbours
 * have in common.
 *
 * @param windowSeconds until when the jobs were submitted, seconds since the start of the window of
 *     arrivals, above 0
 * @param runLength successive jobs that are dealt together because they are alike, at least 1
 * @param jobs standing ones first, then in order of submit
 */
public record JointModel(double windowSeconds, int runLength, List<JobPrototype> jobs) {
    public JointModel {
        Check.positive("windowSeconds", windowSeconds);
        Check.positive("runLength", runLength);
        jobs = List.copyOf(jobs);
    }

    /** True if the prototypes come from all of a window of arrivals, not from a part of it. */
    public boolean isOfWholeWindow(double arrivalSeconds) {
        return windowSeconds > 0.9 * arrivalSeconds;
    }

    /** Until when arrivals of a window are those of the time in which the trace saw tasks, s. */
    public double seenSeconds(double arrivalSeconds) {
        return isOfWholeWindow(arrivalSeconds) ? Double.POSITIVE_INFINITY : windowSeconds;
    }
}
