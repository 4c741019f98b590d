package dev.stowage.sim.profiled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The books of a {@link ClusterRun}. */
final class ClusterTally {
    private final double untilSeconds;
    private final double[] piSeconds; // by second: index times tasks
    private final double[] taskSeconds;
    private final double[] cpuSeconds; // share of the CPU used
    private final double[] waiting;
    private double inUseSeconds;
    private double[] waits = new double[64]; // of the tasks whose wait is counted
    private int waited;
    private int ended;
    private double leastPi = Double.POSITIVE_INFINITY;
    int refused;

    ClusterTally(double untilSeconds) {
        this.untilSeconds = untilSeconds;
        int count = (int) Math.ceil(untilSeconds);
        piSeconds = new double[count];
        taskSeconds = new double[count];
        cpuSeconds = new double[count];
        waiting = new double[count];
    }

    /** Adds what held from one instant to the next, split at whole seconds. */
    void advance(double from, double to, List<Worker> workers, double totalCores, int queued) {
        double end = Math.min(to, untilSeconds);
        if (!(end > from)) {
            return;
        }
        double pi = 0;
        double cores = 0;
        int tasks = 0;
        int inUse = 0;
        for (Worker worker : workers) {
            for (Worker.Running each : worker.running) {
                pi += each.pi;
            }
            tasks += worker.running.size();
            inUse += worker.running.isEmpty() ? 0 : 1;
            cores += worker.coresUsed();
        }
        inUseSeconds += inUse * (end - from);
        for (int second = (int) from; second < end; second++) {
            double part = Math.min(end, second + 1) - Math.max(from, second);
            piSeconds[second] += pi * part;
            taskSeconds[second] += tasks * part;
            cpuSeconds[second] += cores / totalCores * part;
            waiting[second] += queued * part;
        }
    }

    /** Counts the wait of a task, from its arrival to its start, or to the end of the run. */
    void waited(double seconds) {
        if (waited == waits.length) {
            waits = Arrays.copyOf(waits, 2 * waited);
        }
        waits[waited++] = seconds;
    }

    /** The least wait that 99 of 100 tasks do not exceed. */
    private double p99Wait() {
        if (waited == 0) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(waits, waited);
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(0.99 * waited) - 1];
    }

    void ended(Worker.Running task, double now) {
        ended++;
        leastPi = Math.min(leastPi, task.task.secondsAlone() / (now - task.startedSeconds));
    }

    ClusterResult result(String scheduler, int unfinished, int profileRuns) {
        List<ClusterResult.Second> seconds = new ArrayList<>();
        double pi = 0;
        double tasks = 0;
        double cpu = 0;
        double least = Double.NaN;
        for (int i = 0; i < piSeconds.length; i++) {
            double mean = piSeconds[i] / taskSeconds[i];
            seconds.add(
                    new ClusterResult.Second(mean, cpuSeconds[i], (int) Math.round(waiting[i])));
            pi += piSeconds[i];
            tasks += taskSeconds[i];
            cpu += cpuSeconds[i];
            least = Double.isNaN(least) || mean < least ? mean : least;
        }
        return new ClusterResult(
                scheduler,
                pi / tasks,
                ended == 0 ? Double.NaN : leastPi,
                least,
                cpu / untilSeconds,
                Arrays.stream(waits, 0, waited).average().orElse(0),
                p99Wait(),
                inUseSeconds / untilSeconds,
                ended,
                refused,
                unfinished,
                profileRuns,
                seconds);
    }
}
