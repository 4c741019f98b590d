package dev.stowage.sim.skynet;

import java.util.List;

/**
 * What a run came to.
 *
 * @param violatedShare share of application-seconds below the objective (by more than 0.5 %)
 * @param secondsBelowShare share of seconds in which the mean of min(y, 1) is below 0.95
 * @param cpuUsedShare mean CPU in use
 * @param meanError mean of |y - 1|; NaN without a controller
 * @param overprovision mean of amount by need less 1, for CPU, memory, I/O, network: of those that
 *     need it; empty without a controller
 * @param meanBackSeconds mean time back into the band after a jump of load; NaN without
 * @param migrations applications moved
 * @param refused wishes that no server had room for
 * @param meanServers mean number of servers with applications
 * @param meanContainers mean number of containers of an application
 * @param waitedShare share of application-seconds of those that ran nowhere
 * @param cycling applications whose amounts went up and down under a load that stood still
 * @param services share of application-seconds below the objective, by service in its order; one
 *     for all where applications are drawn
 * @param windows of equal length, in their order
 */
public record ObjectiveResult(
        double violatedShare,
        double secondsBelowShare,
        double cpuUsedShare,
        double meanError,
        List<Double> overprovision,
        double meanBackSeconds,
        long migrations,
        long refused,
        double meanServers,
        double meanContainers,
        double waitedShare,
        int cycling,
        List<Double> services,
        List<Window> windows) {
    /**
     * A stretch of a run.
     *
     * @param startSeconds from the start of the run
     * @param violatedShare share of application-seconds below the objective
     * @param performance mean of min(y, 1)
     * @param cpuUsedShare mean CPU in use
     * @param servers mean number of servers with applications
     */
    public record Window(
            int startSeconds,
            double violatedShare,
            double performance,
            double cpuUsedShare,
            double servers) {}

    public ObjectiveResult {
        overprovision = List.copyOf(overprovision);
        services = List.copyOf(services);
        windows = List.copyOf(windows);
    }
}
