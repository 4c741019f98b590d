package dev.stowage.workload;

import dev.stowage.model.Check;
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
record JointModel(double windowSeconds, int runLength, List<JobPrototype> jobs) {
    JointModel {
        Check.positive("windowSeconds", windowSeconds);
        Check.positive("runLength", runLength);
        jobs = List.copyOf(jobs);
    }
}
