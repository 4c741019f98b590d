package dev.stowage.model;

import java.util.List;
import java.util.Optional;

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

    /** True if servers go down for another reason than their machine table. */
    public boolean hasOutages() {
        return failures.isPresent() || domainFailures.isPresent() || !maintenance.isEmpty();
    }
}
