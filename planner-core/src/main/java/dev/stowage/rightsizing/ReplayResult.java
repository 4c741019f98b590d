package dev.stowage.rightsizing;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the measured use of items makes of the servers that a placement puts them on.
 *
 * @param items of the placement
 * @param measuredItems of them with measurements; the others count with their request
 * @param firstMicros start of the first measurement
 * @param lastMicros end of the last one
 * @param itemMicros lengths of the measurements of items together
 * @param placed measurements of items that have a server
 * @param withoutPlace measurements of replicas that are no item, or have no server
 * @param servers with at least one measurement, as the placement orders them
 */
public record ReplayResult(
        int items,
        int measuredItems,
        long firstMicros,
        long lastMicros,
        long itemMicros,
        long placed,
        long withoutPlace,
        List<Server> servers) {
    public ReplayResult {
        servers = List.copyOf(servers);
    }

    /**
     * A server.
     *
     * @param name of the server
     * @param micros time in which at least one of its items was measured
     * @param cpu in millionths of a core
     * @param memory in bytes
     */
    public record Server(String name, long micros, Load cpu, Load memory) {
        /** Share of its time above capacity, of the worse resource. */
        public double aboveShare() {
            return (double) Math.max(cpu.aboveMicros, memory.aboveMicros) / micros;
        }
    }

    /**
     * Use of one resource of a server.
     *
     * @param capacity all of it
     * @param peak largest sum of what its items used at once
     * @param peakMicros when that was
     * @param aboveMicros time for which the sum was above capacity
     */
    public record Load(long capacity, long peak, long peakMicros, long aboveMicros) {
        /** The largest use over the capacity. */
        public double peakShare() {
            return capacity == 0 ? 0 : (double) peak / capacity;
        }
    }

    /** Share of the time of all servers for which a resource was above capacity. */
    public double aboveShare(Function<Server, Load> resource) {
        double all = servers.stream().mapToDouble(Server::micros).sum();
        double above =
                servers.stream().mapToDouble(server -> resource.apply(server).aboveMicros()).sum();
        return all == 0 ? 0 : above / all;
    }

    /** Servers that were above capacity at any time. */
    public long overloaded() {
        return servers.stream().filter(server -> server.aboveShare() > 0).count();
    }

    /** The server that came closest to its capacity of a resource, or went farthest above it. */
    public Optional<Server> fullest(Function<Server, Load> resource) {
        return servers.stream()
                .max(Comparator.comparingDouble(server -> resource.apply(server).peakShare()));
    }

    /** True if nothing could be replayed. */
    @JsonIgnore
    public boolean isEmpty() {
        return servers.isEmpty();
    }
}
