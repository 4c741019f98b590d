package dev.stowage.run;

import dev.stowage.run.RunSummary.Distribution;

/**
 * What a run did for a part of its tasks.
 *
 * @param pendingSeconds from submit to first start, over started and still waiting tasks, which
 *     wait for ever, s
 * @param slowdown of attempts that ran to their end, over what they take on an idle server, at
 *     least 1; 1 in a replay
 * @param jobSeconds from the first submit of a job, whatever the part, to the last end of its tasks
 *     in the part, infinite if one of them was rejected or did not end, s
 * @param lateJobs share of jobs that were not done when they were due, in [0, 1]; 0 without a
 *     deadline
 */
public record PartFigures(
        Distribution pendingSeconds,
        Distribution slowdown,
        Distribution jobSeconds,
        double lateJobs) {}
