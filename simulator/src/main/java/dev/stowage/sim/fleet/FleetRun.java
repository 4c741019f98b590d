package dev.stowage.sim.fleet;

import java.util.List;

/**
 * What became of a fleet in one run.
 *
 * @param servers how many
 * @param effectiveUtilisation sum of the loads of a server, counted only while all targets on it
 *     are met; mean over servers and time
 * @param watts of all servers together, mean over time
 * @param batchCores work of best-effort jobs on all servers, cores
 * @param changes intervals after which an allocation was changed, on all servers
 * @param movesAsked servers whose manager asked in the end to move a service away
 * @param services one by one
 * @param hours one by one; the last may be shorter
 */
public record FleetRun(
        int servers,
        double effectiveUtilisation,
        double watts,
        double batchCores,
        long changes,
        int movesAsked,
        List<ServiceRun> services,
        List<Hour> hours) {
    public FleetRun {
        services = List.copyOf(services);
        hours = List.copyOf(hours);
    }

    /**
     * A service.
     *
     * @param violatedMinutes above target, of all replicas together
     * @param worstReplica largest share of its time that a replica was above target
     * @param worstHour largest share of an hour that a replica was above target
     */
    public record ServiceRun(double violatedMinutes, double worstReplica, double worstHour) {}

    /**
     * An hour.
     *
     * @param violatedShare mean over all replicas of the share that they were above target
     * @param effectiveUtilisation as of the run
     * @param watts of all servers together
     */
    public record Hour(double violatedShare, double effectiveUtilisation, double watts) {}

    /** Minutes above target of all replicas of all services. */
    public double violatedMinutes() {
        return services.stream().mapToDouble(ServiceRun::violatedMinutes).sum();
    }

    /** The largest share of its time that any replica was above target. */
    public double worstReplica() {
        return services.stream().mapToDouble(ServiceRun::worstReplica).max().orElseThrow();
    }

    /** The largest share of an hour that any replica was above target. */
    public double worstHour() {
        return services.stream().mapToDouble(ServiceRun::worstHour).max().orElseThrow();
    }
}
