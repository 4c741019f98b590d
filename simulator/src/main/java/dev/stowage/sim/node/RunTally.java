package dev.stowage.sim.node;

import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManager;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up the intervals of a run, in their order, without keeping them. */
final class RunTally {
    private final List<String> services;
    private final int[] violated;
    private final int[] unread;
    private double utilisation;
    private double batch;
    private double watts;
    private int count;
    private int changes;
    private int met;
    private @Nullable Double convergenceSeconds;
    private @Nullable Allocation last;

    RunTally(List<String> services) {
        this.services = services;
        violated = new int[services.size()];
        unread = new int[services.size()];
    }

    /** An interval with an allocation of its own. */
    void add(NodeRun.Interval interval) {
        Allocation before = last;
        boolean isChanged = before != null && !interval.allocation().equals(before);
        last = interval.allocation();
        add(
                interval.loads(),
                interval.latencyOverTarget(),
                interval.batchSpeed(),
                interval.watts(),
                isChanged);
    }

    /** An interval whose allocation is kept if it is another one than before. */
    void add(
            double[] loads,
            double[] latencyOverTarget,
            double batchSpeed,
            double power,
            Allocation allocation,
            boolean mayDiffer) {
        Allocation before = last;
        boolean isChanged = before != null && mayDiffer && !allocation.equals(before);
        if (before == null || isChanged) {
            last = allocation.copy();
        }
        add(loads, latencyOverTarget, batchSpeed, power, isChanged);
    }

    private void add(
            double[] loads,
            double[] latencyOverTarget,
            double batchSpeed,
            double power,
            boolean isChanged) {
        double sum = 0;
        boolean areMet = true;
        for (int service = 0; service < loads.length; service++) {
            double latency = latencyOverTarget[service];
            sum += loads[service];
            areMet &= latency <= 1;
            violated[service] += latency > 1 ? 1 : 0;
            unread[service] += Double.isNaN(latency) ? 1 : 0;
        }
        utilisation += areMet ? sum : 0;
        batch += batchSpeed;
        watts += power;
        changes += isChanged ? 1 : 0;
        met = areMet ? met + 1 : 0;
        count++;
        if (met == NodeRun.STEADY_INTERVALS && convergenceSeconds == null) {
            convergenceSeconds = (count - met) * NodeManager.INTERVAL_SECONDS;
        }
    }

    NodeRun.Summary summary(long pooledReadings) {
        Allocation end = last;
        if (end == null) {
            throw new IllegalStateException("no interval");
        }
        double all = count;
        List<Double> shares = new ArrayList<>();
        List<Double> unreadShares = new ArrayList<>();
        for (int service = 0; service < violated.length; service++) {
            shares.add(violated[service] / (all - unread[service]));
            unreadShares.add(unread[service] / all);
        }
        int asked = end.moveAsked();
        return new NodeRun.Summary(
                utilisation / all,
                shares,
                unreadShares,
                convergenceSeconds,
                batch / all,
                watts / all,
                changes,
                asked == Allocation.POOL ? null : services.get(asked),
                pooledReadings);
    }
}
