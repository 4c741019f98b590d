package dev.stowage.sim.skynet;

import java.util.List;

/**
 * What a run came to.
 *
 * @param violatedShare share of application-seconds below the objective (by more than 0.5 %)
 * @param secondsBelowShare share of seconds in which the mean of min(y, 1) is below 0.95
 * @param cpuUsedShare mean CPU in use
 * @param meanError mean of |y - 1|; NaN without a controller
 * @param overprovision mean of amount by need less 1, for CPU, memory, I/O, network; empty without
 * @param meanBackSeconds mean time back into the band after a change of load; NaN without
 * @param migrations applications moved
 * @param meanServers mean number of servers with applications
 */
public record ObjectiveResult(
        double violatedShare,
        double secondsBelowShare,
        double cpuUsedShare,
        double meanError,
        List<Double> overprovision,
        double meanBackSeconds,
        long migrations,
        double meanServers) {
    public ObjectiveResult {
        overprovision = List.copyOf(overprovision);
    }
}
