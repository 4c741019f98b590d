package dev.stowage.run;

import java.util.List;

/**
 * What was allocated on the servers of a run, over its whole time.
 *
 * @param servers by number of the server
 */
public record ServerLoads(List<Load> servers) {
    public ServerLoads {
        servers = List.copyOf(servers);
    }

    /**
     * Of one server.
     *
     * @param cpuShare allocated share of the CPU that the server had, mean over the time that it
     *     was up; above 1 only where more is given than there is; NaN if it never was up
     * @param memoryShare the same of its memory
     * @param upShare share of the run's time that it was up, 0 to 1; NaN if the run took no time
     * @param tasks how often a task was started on it
     */
    public record Load(double cpuShare, double memoryShare, double upShare, long tasks) {}

    /** Number of servers. */
    public int size() {
        return servers.size();
    }

    /** Number of servers on which no task was ever started. */
    public int neverUsed() {
        return (int) servers.stream().filter(load -> load.tasks() == 0).count();
    }
}
