package dev.stowage.sim.cluster;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.policy.placement.TaskView;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tasks ask of servers beyond CPU and memory, and what of it is taken: GPUs, disk, network,
 * attributes, and distance from the other tasks of a job. Knows nothing of tasks that ask for none
 * of it.
 *
 * <p>Which servers have the attributes that a task demands is a bitmap for each distinct set of
 * demands, made when it is first met: O(servers) once, then O(1) a server. Distance is kept only
 * from those tasks of the job that demand distance themselves.
 */
final class Claims {
    private static final int LARGEST_MEMO = 1 << 16;

    private final ServerFleet fleet;
    private final long[] freeGpuMicros;
    private final long[] freeDiskBytes;
    private final long[] freeBitsPerSecond;
    private final int[] domains;
    private final NamedAmounts named;
    private final PairCounts onServer = new PairCounts();
    private final PairCounts inDomain = new PairCounts();

    private final Map<List<?>, long[]> byPredicates = new HashMap<>();
    private final IdentityHashMap<PlacementConstraints, long[]> byConstraints =
            new IdentityHashMap<>();
    private @Nullable PlacementConstraints latest;
    private long[] allowedByLatest = new long[0];

    Claims(ServerFleet fleet) {
        this.fleet = fleet;
        domains = fleet.domains();
        named = NamedAmounts.of(fleet);
        ExtraAmounts amounts = ExtraAmounts.of(fleet);
        freeGpuMicros = amounts.gpuMicros();
        freeDiskBytes = amounts.diskBytes();
        freeBitsPerSecond = amounts.bitsPerSecond();
    }

    private List<ServerFleet.Group> groups() {
        return fleet instanceof ServerFleet.Static groups ? groups.groups() : List.of();
    }

    /** True if the server has all that the task asks for beyond CPU and memory. */
    boolean accepts(int server, TaskView task) {
        if (task.gpuMicros() > freeGpuMicros[server]
                || task.diskBytes() > freeDiskBytes[server]
                || task.networkBitsPerSecond() > freeBitsPerSecond[server]) {
            return false;
        }
        PlacementConstraints constraints = task.constraints();
        return constraints == null || allows(server, constraints, task.jobId());
    }

    @SuppressWarnings("ReferenceEquality") // one object for the same content, mostly
    private boolean allows(int server, PlacementConstraints constraints, long job) {
        if (constraints != latest) {
            allowedByLatest = allowed(constraints);
            latest = constraints;
        }
        return (allowedByLatest[server >> 6] >>> server & 1) != 0
                && named.has(server, constraints)
                && !(constraints.differentMachines() && onServer.count(job, server) > 0)
                && !(constraints.differentDomains() && inDomain.count(job, domains[server]) > 0);
    }

    /** The first demand on its attributes that a server does not meet; null if it meets all. */
    @Nullable AttributePredicate unmet(int server, TaskView task) {
        PlacementConstraints constraints = task.constraints();
        if (constraints == null) {
            return null;
        }
        Map<String, String> attributes = attributes(server);
        return constraints.unmet(attributes).orElse(null);
    }

    private Map<String, String> attributes(int server) {
        if (fleet instanceof ServerFleet.Recorded recorded) {
            return recorded.events().extras(server).attributes();
        }
        int left = server;
        for (ServerFleet.Group group : groups()) {
            if (left < group.count()) {
                return group.type().extras().attributes();
            }
            left -= group.count();
        }
        return Map.of();
    }

    /** True if a task of the job is on the server, and the task wants none there. */
    boolean isTooCloseOnServer(int server, TaskView task) {
        PlacementConstraints constraints = task.constraints();
        return constraints != null
                && constraints.differentMachines()
                && onServer.count(task.jobId(), server) > 0;
    }

    /** True if a task of the job is in the failure domain, and the task wants none there. */
    boolean isTooCloseInDomain(int server, TaskView task) {
        PlacementConstraints constraints = task.constraints();
        return constraints != null
                && constraints.differentDomains()
                && inDomain.count(task.jobId(), domains[server]) > 0;
    }

    /** The servers whose attributes satisfy the predicates, a bit each. */
    private long[] allowed(PlacementConstraints constraints) {
        if (byConstraints.size() > LARGEST_MEMO) {
            byConstraints.clear();
        }
        return byConstraints.computeIfAbsent(
                constraints,
                same -> byPredicates.computeIfAbsent(same.predicates(), any -> scan(same)));
    }

    private long[] scan(PlacementConstraints constraints) {
        long[] bits = new long[(domains.length + 63) / 64];
        if (fleet instanceof ServerFleet.Recorded recorded) {
            for (int machine = 0; machine < domains.length; machine++) {
                Map<String, String> attributes = recorded.events().extras(machine).attributes();
                if (constraints.holdFor(attributes)) {
                    bits[machine >> 6] |= 1L << machine;
                }
            }
            return bits;
        }
        int server = 0;
        for (ServerFleet.Group group : groups()) {
            int end = server + group.count();
            if (constraints.holdFor(group.type().extras().attributes())) {
                for (int i = server; i < end; i++) {
                    bits[i >> 6] |= 1L << i;
                }
            }
            server = end;
        }
        return bits;
    }

    /** Takes what a task asks for, on a server that accepts it. */
    void claim(int server, TaskView task) {
        take(server, task, 1);
        PlacementConstraints constraints = task.constraints();
        if (constraints != null) {
            named.take(server, constraints, 1);
        }
        if (constraints != null && constraints.differentMachines()) {
            onServer.add(task.jobId(), server);
        }
        if (constraints != null && constraints.differentDomains()) {
            inDomain.add(task.jobId(), domains[server]);
        }
    }

    /** Gives back what a task took. */
    void unclaim(int server, TaskView task) {
        take(server, task, -1);
        PlacementConstraints constraints = task.constraints();
        if (constraints != null) {
            named.take(server, constraints, -1);
        }
        if (constraints != null && constraints.differentMachines()) {
            onServer.remove(task.jobId(), server);
        }
        if (constraints != null && constraints.differentDomains()) {
            inDomain.remove(task.jobId(), domains[server]);
        }
    }

    private void take(int server, TaskView task, int sign) {
        freeGpuMicros[server] -= sign * task.gpuMicros();
        freeDiskBytes[server] -= sign * task.diskBytes();
        freeBitsPerSecond[server] -= sign * task.networkBitsPerSecond();
        if ((freeGpuMicros[server] | freeDiskBytes[server] | freeBitsPerSecond[server]) < 0) {
            throw new IllegalStateException(
                    "server " + server + " would give more GPU, disk or network than it has");
        }
    }

    /** The resources that a task asks for by name and of which the server has too little free. */
    List<String> lacking(int server, TaskView task) {
        PlacementConstraints constraints = task.constraints();
        return constraints == null ? List.of() : named.lacking(server, constraints);
    }

    /** What is free of GPUs, disk and network; without attributes. */
    ServerExtras free(int server) {
        return ServerExtras.of(
                freeGpuMicros[server], freeDiskBytes[server], freeBitsPerSecond[server], Map.of());
    }
}
