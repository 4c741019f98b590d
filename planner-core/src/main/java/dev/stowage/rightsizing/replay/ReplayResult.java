package dev.stowage.rightsizing.replay;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the measured use of items makes of the servers that a placement puts them on.
 *
 * @param items of the placement
 * @param measuredItems of them that stand for a measured replica; the others count with their
 *     request
 * @param firstMicros start of the first measurement
 * @param lastMicros end of the last one
 * @param itemMicros lengths of the measurements of items together
 * @param placed measurements of items that have a server
 * @param withoutPlace measurements of replicas that have no item of their own, or no server
 * @param servers with at least one item, as the placement orders them
 * @param cpuRisk time for which servers are asked for more CPU than they have, all together
 * @param memoryRisk time for which they are asked for more memory
 * @param risks of the services with a place, as the placement orders them
 * @param overflows services with replicas that have no item of their own, as the placement orders
 *     them
 * @param matchings other ways to match replicas and items
 */
public record ReplayResult(
        int items,
        int measuredItems,
        long firstMicros,
        long lastMicros,
        long itemMicros,
        long placed,
        long withoutPlace,
        List<Server> servers,
        Risk cpuRisk,
        Risk memoryRisk,
        List<ServiceRisk> risks,
        List<Overflow> overflows,
        Matchings matchings) {
    /** A rollout, which runs the old and the new replica for a moment, is less of the use. */
    public static final double MOST_WITHOUT_PLACE = 0.01;

    public ReplayResult {
        servers = List.copyOf(servers);
        risks = List.copyOf(risks);
        overflows = List.copyOf(overflows);
    }

    /**
     * Other ways to match replicas and items, where the source doesn't know which is which.
     *
     * @param tried that were replayed too
     * @param above of them that ask a server for more than it has
     * @param servers that any of them does, as the placement orders them
     */
    public record Matchings(int tried, int above, List<String> servers) {
        /** There are none. */
        static final Matchings NONE = new Matchings(0, 0, List.of());

        public Matchings {
            servers = List.copyOf(servers);
        }
    }

    /** This one, with the limits of another way to match replicas and items beside it. */
    ReplayResult beside(ReplayResult other) {
        List<Server> loads = new ArrayList<>();
        List<ServiceRisk> ofServices = new ArrayList<>();
        List<String> above = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            loads.add(servers.get(i).beside(other.servers.get(i)));
            String name = servers.get(i).name;
            if (matchings.servers.contains(name) || other.servers.get(i).aboveShare() > 0) {
                above.add(name);
            }
        }
        for (int i = 0; i < risks.size(); i++) {
            ofServices.add(risks.get(i).beside(other.risks.get(i)));
        }
        return new ReplayResult(
                items,
                measuredItems,
                firstMicros,
                lastMicros,
                itemMicros,
                placed,
                withoutPlace,
                loads,
                cpuRisk.beside(other.cpuRisk),
                memoryRisk.beside(other.memoryRisk),
                ofServices,
                overflows,
                new Matchings(
                        matchings.tried + 1,
                        matchings.above + (other.overloaded() > 0 ? 1 : 0),
                        above));
    }

    /**
     * For how long the servers of a service are asked for more than they have, whoever asks:
     * minutes of each of its servers, added up.
     *
     * @param service its name
     * @param servers that its replicas are on
     * @param cpu too little CPU, which slows its replicas down
     * @param memory too little memory, for which replicas are killed
     */
    public record ServiceRisk(String service, int servers, Risk cpu, Risk memory) {
        private ServiceRisk beside(ServiceRisk other) {
            return new ServiceRisk(
                    service, servers, cpu.beside(other.cpu), memory.beside(other.memory));
        }
    }

    /**
     * A service of which more replicas were measured at once than are packed. Their use is carried
     * by the items that are there.
     *
     * @param service its name
     * @param replicas that are packed
     * @param mostAtOnce that were measured
     * @param rows measurements without an item of their own
     * @param cpuShare of the service's CPU that they are
     * @param memoryShare of its memory that they are
     */
    public record Overflow(
            String service,
            int replicas,
            int mostAtOnce,
            long rows,
            double cpuShare,
            double memoryShare) {
        /** The larger of both shares. */
        public double share() {
            return Math.max(cpuShare, memoryShare);
        }

        /** True if it is more than a rollout makes. */
        @JsonIgnore
        public boolean isTooMuch() {
            return share() > MOST_WITHOUT_PLACE;
        }
    }

    /**
     * A server.
     *
     * @param name of the server
     * @param micros time from the first measurement of all to the last
     * @param cpu in millionths of a core
     * @param memory in bytes
     */
    public record Server(String name, long micros, Load cpu, Load memory) {
        private Server beside(Server other) {
            return new Server(name, micros, cpu.beside(other.cpu), memory.beside(other.memory));
        }

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
     * @param risk that in minutes a month
     */
    public record Load(long capacity, long peak, long peakMicros, long aboveMicros, Risk risk) {
        private Load beside(Load other) {
            return new Load(capacity, peak, peakMicros, aboveMicros, risk.beside(other.risk));
        }

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
