package dev.stowage.sim.node;

import dev.stowage.policy.node.Allocation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened on a node, interval by interval, and what that comes to.
 *
 * @param services names, in order
 * @param intervals every interval
 * @param summary what it comes to
 * @param jobs what became of approximate jobs
 */
public record NodeRun(
        List<String> services, List<Interval> intervals, Summary summary, List<JobOutcome> jobs) {
    /** An interval in which all targets are met counts from here on: two seconds. */
    static final int STEADY_INTERVALS = 4;

    public NodeRun {
        services = List.copyOf(services);
        intervals = List.copyOf(intervals);
        jobs = List.copyOf(jobs);
    }

    /**
     * One interval.
     *
     * @param endSeconds when it ended
     * @param loads shares of the largest loads
     * @param latencyOverTarget as read; NaN without a reading
     * @param allocation during it
     * @param batchSpeed work of best-effort jobs, cores
     * @param watts power
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared, and made once an interval
    public record Interval(
            double endSeconds,
            double[] loads,
            double[] latencyOverTarget,
            Allocation allocation,
            double batchSpeed,
            double watts) {
        /** True if every target was met, as far as was read; false if a service had no reading. */
        public boolean isMet() {
            for (double latency : latencyOverTarget) {
                if (!(latency <= 1)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * A run in figures.
     *
     * @param effectiveUtilisation mean over time of the sum of loads, counted only while all
     *     targets are met
     * @param violationShare share of the time with a reading in which it was above target, by
     *     service; NaN if there never was one
     * @param unreadShare share of time without a reading, by service
     * @param convergenceSeconds start of the first two seconds in which all targets are met; null
     *     if there are none
     * @param batchSpeed mean work of best-effort jobs, cores
     * @param meanWatts mean power
     * @param changes intervals after which the allocation was changed
     * @param moveAsked name of a service that the manager asked to move away, or null
     * @param pooledReadings readings for which requests of earlier intervals were needed
     */
    public record Summary(
            double effectiveUtilisation,
            List<Double> violationShare,
            List<Double> unreadShare,
            @Nullable Double convergenceSeconds,
            double batchSpeed,
            double meanWatts,
            int changes,
            @Nullable String moveAsked,
            long pooledReadings) {
        public Summary {
            violationShare = List.copyOf(violationShare);
            unreadShare = List.copyOf(unreadShare);
        }

        /** The largest share of time above target. */
        public double worstViolationShare() {
            return violationShare.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }
    }

    /**
     * What became of an approximate job.
     *
     * @param done share of its work
     * @param timeRatio its time over that of a precise run alone on its fair share; null if it is
     *     not done
     * @param inaccuracy mean over the work that was done
     * @param switches how often its variant was changed
     * @param mostCoresTaken most cores that it had less than at the start
     */
    public record JobOutcome(
            String job,
            double done,
            @Nullable Double timeRatio,
            double inaccuracy,
            int switches,
            int mostCoresTaken) {}

    static NodeRun of(
            List<String> services,
            List<Interval> intervals,
            long pooledReadings,
            List<JobOutcome> jobs) {
        RunTally tally = new RunTally(services);
        for (Interval each : intervals) {
            tally.add(each);
        }
        return new NodeRun(services, intervals, tally.summary(pooledReadings), jobs);
    }
}
