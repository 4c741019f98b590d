package dev.stowage.run;

import dev.stowage.stats.output.SteadyMean;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The results of one simulation run, and nothing about the machine that computed them: the same
 * input and seed give the same summary to the bit. Written as {@code summary.json}.
 *
 * @param workload name of the workload
 * @param servers how the servers were declared
 * @param policies chosen policies by kind ({@code placement}, {@code admission}, {@code queue},
 *     {@code fidelity}), in the spelling that round-trips
 * @param seed root seed
 * @param tasks task counts
 * @param rejectedByReason why tasks were not let in; adds up to {@code tasks.rejected}
 * @param pendingSeconds waiting times of started tasks, from submit to first start, s; with those
 *     still pending at the end ({@code objectivePending}) in the figures that objectives are
 *     checked against
 * @param objectivePendingSeconds as {@code pendingSeconds}, but over started and still pending
 *     tasks; infinite for tasks that are blocked for ever
 * @param queuedSeconds as {@code objectivePendingSeconds}, with what evicted tasks waited again,
 *     before each of their starts
 * @param utilisation shares of the capacity in service
 * @param fragmentation share of free capacity that can't hold a typical task
 * @param serversInUse servers with at least one task
 * @param energy electric energy
 * @param makespanSeconds the last finish on the workload's clock, from 0; 0 if nothing finished
 * @param steadyState means in the steady state, the warm-up removed; null if no task was started
 * @param jobs times of whole jobs, if the workload has dependencies between tasks
 * @param contention how tasks shared what their servers have; null where the fidelity is a replay
 * @param outages how servers went down and came back, if something besides a machine table made
 *     them
 * @param standingStill tasks that run at the end of the run without ever coming to theirs, since
 *     what runs beside them leaves them no performance; empty where nothing changes how fast tasks
 *     run
 * @param leftOut tasks of the workload that were not replayed, by reason
 * @param warnings what a person should know about the run, one sentence each
 * @param parts figures of parts of the tasks by {@link TaskPart#text}, where they were asked for
 */
public record RunSummary(
        String workload,
        String servers,
        Map<String, String> policies,
        long seed,
        TaskCounts tasks,
        RejectedByReason rejectedByReason,
        Distribution pendingSeconds,
        Distribution objectivePendingSeconds,
        Distribution queuedSeconds,
        Utilisation utilisation,
        Fragmentation fragmentation,
        ServersInUse serversInUse,
        Energy energy,
        double makespanSeconds,
        @Nullable SteadyState steadyState,
        Optional<Jobs> jobs,
        Optional<Outages> outages,
        @Nullable Contention contention,
        OptionalLong standingStill,
        Map<String, Long> leftOut,
        List<String> warnings,
        Map<String, PartFigures> parts) {

    /** The same with figures of parts of its tasks. */
    public RunSummary withParts(Map<String, PartFigures> figures) {
        return new RunSummary(
                workload,
                servers,
                policies,
                seed,
                tasks,
                rejectedByReason,
                pendingSeconds,
                objectivePendingSeconds,
                queuedSeconds,
                utilisation,
                fragmentation,
                serversInUse,
                energy,
                makespanSeconds,
                steadyState,
                jobs,
                outages,
                contention,
                standingStill,
                leftOut,
                warnings,
                figures);
    }

    /**
     * Task counts; {@code submitted = rejected + finished + killed + running + pending}.
     *
     * @param submitted tasks that reached the cluster
     * @param rejected refused by admission
     * @param started started at least once
     * @param finished ended by themselves
     * @param evicted evictions (a task may be evicted more than once)
     * @param killed ended as recorded by a kill, a failure or a loss
     * @param running still placed at the end
     * @param pending still queued at the end
     */
    public record TaskCounts(
            long submitted,
            long rejected,
            long started,
            long finished,
            long evicted,
            long killed,
            long running,
            long pending) {
        /** Throws if a task was lost or counted twice. */
        public TaskCounts {
            if (submitted != rejected + finished + killed + running + pending) {
                throw new IllegalStateException(
                        "tasks are not conserved: submitted "
                                + submitted
                                + ", rejected "
                                + rejected
                                + " + finished "
                                + finished
                                + " + killed "
                                + killed
                                + " + running "
                                + running
                                + " + pending "
                                + pending);
            }
        }
    }

    /**
     * Why tasks were not let in.
     *
     * @param capacity no server could ever hold them
     * @param quota their user would have held too much
     * @param queueFull they would have had to wait beside as many as may
     */
    public record RejectedByReason(long capacity, long quota, long queueFull) {
        /** None was. */
        public static final RejectedByReason NONE = new RejectedByReason(0, 0, 0);

        /** All that were not let in. */
        public long total() {
            return capacity + quota + queueFull;
        }
    }

    /**
     * Times of whole jobs.
     *
     * @param makespanSeconds from the first submit of a job to the last end of its tasks, of the
     *     jobs all of whose tasks ended, s
     * @param unfinished jobs with tasks that had not ended when the run did
     */
    public record Jobs(Distribution makespanSeconds, long unfinished) {}

    /**
     * Mean, quantiles and maximum of observations; all 0 if there were none ({@code count} says
     * so).
     */
    public record Distribution(
            long count, double mean, double p50, double p90, double p95, double p99, double max) {
        /** Of no observations. */
        public static final Distribution EMPTY = new Distribution(0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * How often servers went down and came back, in servers, and what that cost.
     *
     * @param failures servers that failed, one by one or with their domain
     * @param repairs servers that were repaired
     * @param maintenances servers that were taken into maintenance
     * @param evictedTasks tasks that lost their server by an outage or a machine event
     * @param lostCoreSeconds what these had done, in requested cores times seconds, and did anew; 0
     *     if progress is kept
     * @param lostShare the same of all that tasks held, in [0, 1]
     * @param wakeUps servers that were woken for waiting tasks
     * @param switchOffs servers that were switched off because they idled
     * @param meanServersUp servers that were up, time-weighted mean
     * @param availability {@code meanServersUp} over all servers, in [0, 1]
     */
    public record Outages(
            long failures,
            long repairs,
            long maintenances,
            long evictedTasks,
            double lostCoreSeconds,
            double lostShare,
            long wakeUps,
            long switchOffs,
            double meanServersUp,
            double availability) {
        /**
         * The same counts, with how many servers were up.
         *
         * @param heldCoreSeconds cores times seconds that tasks held in all
         */
        public Outages withServersUp(double mean, double share, double heldCoreSeconds) {
            return new Outages(
                    failures,
                    repairs,
                    maintenances,
                    evictedTasks,
                    lostCoreSeconds,
                    heldCoreSeconds > 0 ? Math.min(1, lostCoreSeconds / heldCoreSeconds) : 0,
                    wakeUps,
                    switchOffs,
                    mean,
                    share);
        }
    }

    /** A level over time: time-weighted mean and quantiles, and the peak. */
    public record Level(double mean, double p50, double p95, double peak) {}

    /**
     * Allocated share of the capacity in service, in [0, 1].
     *
     * @param extras the same of GPUs, disk and network, where some server has them
     */
    public record Utilisation(
            Level cpuAllocated, Level memoryAllocated, Map<String, ExtraLevel> extras) {
        public Utilisation {
            extras = Collections.unmodifiableMap(new LinkedHashMap<>(extras));
        }
    }

    /**
     * A resource besides CPU and memory.
     *
     * @param share allocated share of the capacity in service
     * @param capacity the most that was in service: GPUs, GiB, Gbit/s
     */
    public record ExtraLevel(Level share, double capacity) {}

    /**
     * Time-weighted mean share of the free CPU capacity that lies on servers that can't hold a
     * further task with the median (90th-percentile) CPU and memory request; in [0, 1].
     */
    public record Fragmentation(double medianTask, double p90Task) {}

    /** Number of servers with at least one task: time-weighted mean, and peak. */
    public record ServersInUse(double mean, long peak) {}

    /**
     * Energy from the first submit to the last task event; {@code assumed} if nobody gave the
     * watts.
     */
    public record Energy(double kWh, boolean assumed) {}

    /**
     * What a long run says about a process that goes on like this for ever; only as good as the
     * assumption that it does.
     *
     * @param pendingSeconds time from submit to first start, in order of start, s
     * @param responseSeconds time from submit to finish, in order of finish, s
     */
    public record SteadyState(SteadyMean pendingSeconds, SteadyMean responseSeconds) {}

    /**
     * What a contended run tells beyond a replay.
     *
     * @param cpuUsed used share of the CPU in service, in [0, 1]
     * @param memoryUsed used share of the memory in service; above 1 never lasts
     * @param slowdown real run time of the attempts that ended / the time they would have taken on
     *     an idle server, at least 1
     * @param outOfMemoryKills how often a task lost its server because the memory in use exceeded
     *     what the server has; those that were queued again are among the evictions, the others
     *     among the killed tasks
     * @param oomKilled tasks among them that were killed for good
     */
    public record Contention(
            Level cpuUsed,
            Level memoryUsed,
            Distribution slowdown,
            long outOfMemoryKills,
            long oomKilled) {}

    public RunSummary {
        if (rejectedByReason.total() != tasks.rejected()) {
            throw new IllegalStateException(
                    "rejected = " + tasks.rejected() + ", but by reason " + rejectedByReason);
        }
        policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        warnings = List.copyOf(warnings);
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /**
     * The figure of a metric: {@code pendingSeconds.p99}, {@code cpuAllocated.p95}, {@code
     * rejected}, …; empty if it is none, or one that only contended runs have.
     */
    public OptionalDouble metric(String name) {
        return Metric.named(name).map(metric -> metric.of(this)).orElseGet(OptionalDouble::empty);
    }
}
