package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Contention;
import dev.stowage.run.RunSummary.Outages;
import dev.stowage.run.RunSummary.RejectedByReason;
import dev.stowage.run.RunSummary.TaskCounts;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.cluster.Cluster;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures what {@link RunSummary} and the series hold. Memory is bounded, whatever the number of
 * tasks. Averages run from the first submit to the last instant that was announced.
 */
public final class SummaryRecorder implements Recorder, PlainState {
    private static final long NOT_YET = Long.MIN_VALUE;

    /** The collectors of levels, which start with the first submit. */
    private record Collectors(
            RunLevels levels,
            LevelSeries series,
            @Nullable LevelSeries chosen,
            FragmentationSampler fragmentation) {
        static Collectors of(Cluster cluster, long startMicros, @Nullable Resolution resolution) {
            RunLevels levels = new RunLevels(cluster, startMicros);
            FragmentationSampler fragmentation =
                    new FragmentationSampler(cluster, startMicros, LevelSeries.FIRST_STEP_MICROS);
            return new Collectors(
                    levels,
                    new LevelSeries(levels, fragmentation, startMicros),
                    resolution == null
                            ? null
                            : new LevelSeries(
                                    levels, resolution.log(), startMicros, resolution.stepMicros()),
                    fragmentation);
        }

        private List<Checkpointed> parts() {
            List<Checkpointed> parts = new ArrayList<>(List.of(levels, series, fragmentation));
            if (chosen != null) {
                parts.add(chosen);
            }
            return parts;
        }
    }

    /** Rows of one length, and where they go. */
    private record Resolution(long stepMicros, SeriesLog log) {}

    private final Cluster cluster;
    private final RunLabels labels;
    private final @Nullable Resolution resolution;
    private final Tally pending = new Tally();
    private final PendingBuckets pendingBuckets = new PendingBuckets();
    private final Tally pendingAtEnd = new Tally();
    private final Tally queued = new Tally(); // in runs that may evict
    private final SteadyStateCollector steadyState = new SteadyStateCollector();
    private final @Nullable Slowdowns slowdowns; // where tasks contend
    private @Nullable Collectors collectors;
    private long nowMicros = NOT_YET;
    private long lastFinishMicros;
    private long submitted;
    private long rejectedByCapacity;
    private long rejectedByQuota;
    private long rejectedByQueue;
    private long finished;
    private long killed;
    private long evicted;
    private long outOfMemoryKills;
    private long oomKilled;
    private long running;

    private SummaryRecorder(Cluster cluster, RunLabels labels, @Nullable Resolution resolution) {
        this.resolution = resolution;
        this.cluster = cluster;
        this.labels = labels;
        slowdowns = cluster.levels().isUseKept ? new Slowdowns() : null;
    }

    /** The {@link Recorder.Factory} of this class. */
    public static Recorder open(Cluster cluster, RunLabels labels) {
        return new SummaryRecorder(cluster, labels, null);
    }

    /** Also writes rows of a chosen length to a log, the last one maybe shorter. */
    public static Recorder.Factory withSeries(long stepMicros, SeriesLog log) {
        return (cluster, labels) ->
                new SummaryRecorder(cluster, labels, new Resolution(stepMicros, log));
    }

    @Override
    public void advance(long nowMicros) {
        if (collectors != null) {
            collectors.levels.follow(this.nowMicros);
            LevelSeries chosen = collectors.chosen;
            if (chosen == null) {
                collectors.series.advance(nowMicros);
            } else {
                LevelSeries.advance(collectors.series, chosen, nowMicros);
            }
        }
        this.nowMicros = nowMicros;
    }

    @Override
    public void submitted(long cpuMicroCores, long memoryBytes) {
        Collectors open = collectors;
        if (open == null) {
            open = Collectors.of(cluster, nowMicros, resolution);
            collectors = open;
        }
        submitted++;
        open.fragmentation.learn(cpuMicroCores, memoryBytes);
    }

    @Override
    public void rejected(Rejection reason) {
        switch (reason) {
            case CAPACITY -> rejectedByCapacity++;
            case QUOTA -> rejectedByQuota++;
            case QUEUE_FULL -> rejectedByQueue++;
        }
    }

    @Override
    public void started(long waitMicros) {
        pending.add(waitMicros);
        pendingBuckets.add(waitMicros);
        steadyState.started(waitMicros, nowMicros);
    }

    @Override
    public void finished(long responseMicros) {
        finished++;
        steadyState.finished(responseMicros, nowMicros);
        lastFinishMicros = nowMicros;
    }

    @Override
    public void killed() {
        killed++;
    }

    @Override
    public void evicted() {
        evicted++;
    }

    @Override
    public void ran(long runMicros, long durationMicros) {
        if (slowdowns != null) {
            slowdowns.add(runMicros, durationMicros);
        }
    }

    @Override
    public void outOfMemory(boolean isForGood) {
        outOfMemoryKills++;
        oomKilled += isForGood ? 1 : 0;
    }

    @Override
    public void queued(long micros) {
        queued.add(micros);
    }

    @Override
    public void stillRunning() {
        running++;
    }

    @Override
    public void stillPending(long waitMicros, long queuedMicros) {
        pendingAtEnd.add(waitMicros);
        queued.add(queuedMicros);
    }

    @Override
    public void blockedForEver() {
        pendingAtEnd.addInfinite();
        queued.addInfinite();
    }

    @Override
    public RunRecord close(RunEnd end) {
        Collectors closing = collectors;
        long endMicros = nowMicros;
        if (closing == null) { // no task at all: everything is 0
            closing = Collectors.of(cluster, 0, resolution);
            endMicros = 0;
        } else {
            closing.levels.follow(endMicros);
        }
        TimeSeries series = closing.series.close(endMicros);
        if (closing.chosen != null) {
            closing.chosen.close(endMicros);
        }
        return new RunRecord(summary(closing, endMicros, end), series, pendingBuckets.toList());
    }

    private RunSummary summary(Collectors closing, long endMicros, RunEnd end) {
        Tally objectivePending = pending.copy();
        objectivePending.add(pendingAtEnd);
        RejectedByReason rejections =
                new RejectedByReason(rejectedByCapacity, rejectedByQuota, rejectedByQueue);
        return new RunSummary(
                labels.workload(),
                labels.servers(),
                labels.policies(),
                labels.seed(),
                new TaskCounts(
                        submitted,
                        rejections.total(),
                        pending.count(),
                        finished,
                        evicted,
                        killed,
                        running,
                        pendingAtEnd.count()),
                rejections,
                pending.distribution(),
                objectivePending.distribution(),
                (evicted == 0 ? objectivePending : queued).distribution(),
                closing.levels.utilisation(endMicros),
                closing.fragmentation.mean(),
                closing.levels.serversInUse(endMicros),
                closing.levels.energy(endMicros),
                lastFinishMicros / 1e6,
                steadyState.close(),
                end.jobs(),
                end.outages().map(outages -> withServersUp(outages, closing, endMicros)),
                contention(closing, endMicros),
                end.standingStill(),
                new LinkedHashMap<>(end.leftOut()),
                List.copyOf(end.warnings()),
                Map.of());
    }

    private Outages withServersUp(Outages counts, Collectors closing, long endMicros) {
        double meanServersUp = closing.levels.meanServersUp(endMicros);
        return counts.withServersUp(
                meanServersUp,
                meanServersUp / cluster.size(),
                closing.levels.heldCoreSeconds(endMicros));
    }

    private @Nullable Contention contention(Collectors closing, long endMicros) {
        return slowdowns == null
                ? null
                : new Contention(
                        closing.levels.cpuUsed(endMicros),
                        closing.levels.memoryUsed(endMicros),
                        slowdowns.distribution(),
                        outOfMemoryKills,
                        oomKilled);
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        PlainState.super.writeState(out);
        pending.writeState(out);
        pendingBuckets.writeState(out);
        pendingAtEnd.writeState(out);
        queued.writeState(out);
        steadyState.writeState(out);
        if (slowdowns != null) {
            slowdowns.writeState(out);
        }
        Collectors open = collectors;
        out.writeBoolean(open != null);
        if (open != null) {
            out.writeLong(open.levels.startMicros());
            for (Checkpointed part : open.parts()) {
                part.writeState(out);
            }
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        PlainState.super.readState(in);
        pending.readState(in);
        pendingBuckets.readState(in);
        pendingAtEnd.readState(in);
        queued.readState(in);
        steadyState.readState(in);
        if (slowdowns != null) {
            slowdowns.readState(in);
        }
        if (in.readBoolean()) {
            Collectors open = Collectors.of(cluster, in.readLong(), resolution);
            for (Checkpointed part : open.parts()) {
                part.readState(in);
            }
            collectors = open;
        }
    }
}
