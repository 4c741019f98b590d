package dev.stowage.sim.fleet;

import java.util.List;

/**
 * Which replicas are together on a server.
 *
 * @param servers replicas of each service, one row a server, none of them empty
 */
public record FleetPlacement(List<int[]> servers) {
    public FleetPlacement {
        servers = List.copyOf(servers);
    }

    /** How many servers. */
    public int count() {
        return servers.size();
    }
}
