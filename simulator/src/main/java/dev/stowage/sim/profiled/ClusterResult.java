package dev.stowage.sim.profiled;

import java.util.List;

/**
 * What a {@link ClusterRun} came to. Means over time are over the time of arrivals.
 *
 * @param scheduler its label
 * @param activePi mean performance index of the tasks that run
 * @param leastPi least mean index of a task that ended; NaN if none did
 * @param leastActivePi least of the means over a second
 * @param utilisation CPU used over CPU of all servers
 * @param meanWaitSeconds from arrival to start, of the tasks that started, and to the cut, of those
 *     that still waited then; refused tasks do not wait
 * @param p99WaitSeconds the least wait that 99 of 100 of these do not exceed
 * @param serversInUse servers with at least one task
 * @param ended tasks that ended
 * @param refused tasks turned away
 * @param unfinished tasks that waited or ran when the run was cut
 * @param profileRuns runs of the sandbox
 * @param seconds figures of each second
 */
public record ClusterResult(
        String scheduler,
        double activePi,
        double leastPi,
        double leastActivePi,
        double utilisation,
        double meanWaitSeconds,
        double p99WaitSeconds,
        double serversInUse,
        int ended,
        int refused,
        int unfinished,
        int profileRuns,
        List<Second> seconds) {
    /** Means over one second; the index is NaN while nothing runs. */
    public record Second(double pi, double utilisation, int waiting) {}

    public ClusterResult {
        seconds = List.copyOf(seconds);
    }
}
