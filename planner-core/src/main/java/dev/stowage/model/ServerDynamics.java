package dev.stowage.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How servers go down and come back besides what a machine table records. A server takes tasks only
 * while nothing at all keeps it down.
 *
 * @param failures each server on its own
 * @param domainFailures each failure domain as a whole ({@link ServerFleet#domain}), independent of
 *     the failures of its servers
 * @param maintenance planned windows
 * @param idleOff switching off what has nothing to do
 * @param keepsProgress true if a task that loses its server goes on where it was (checkpointed
 *     work); false if it starts again
 */
public record ServerDynamics(
        Optional<FailureModel> failures,
        Optional<FailureModel> domainFailures,
        List<MaintenanceWindow> maintenance,
        Optional<IdleOff> idleOff,
        boolean keepsProgress) {
    /** Servers that stay as they are. */
    public static final ServerDynamics NONE =
            new ServerDynamics(
                    Optional.empty(), Optional.empty(), List.of(), Optional.empty(), false);

    public ServerDynamics {
        maintenance = List.copyOf(maintenance);
    }

    /** The same of a fleet of so many servers: maintenance of those that it lacks is left out. */
    public ServerDynamics within(int servers) {
        List<MaintenanceWindow> reached =
                maintenance.stream()
                        .filter(window -> window.firstServer() < servers)
                        .map(window -> window.within(servers))
                        .toList();
        return new ServerDynamics(failures, domainFailures, reached, idleOff, keepsProgress);
    }

    /** The same with further planned times. */
    public ServerDynamics with(List<MaintenanceWindow> more) {
        return new ServerDynamics(
                failures,
                domainFailures,
                Stream.concat(maintenance.stream(), more.stream()).toList(),
                idleOff,
                keepsProgress);
    }

    /** True if what it does depends on random numbers. */
    public boolean isRandom() {
        return failures.isPresent() || domainFailures.isPresent();
    }

    /** True if servers that there are may be without tasks for a while. */
    public boolean takesServersAway() {
        return hasOutages() || idleOff.isPresent();
    }

    /** True if servers go down for another reason than their machine table. */
    public boolean hasOutages() {
        return failures.isPresent() || domainFailures.isPresent() || !maintenance.isEmpty();
    }
}
