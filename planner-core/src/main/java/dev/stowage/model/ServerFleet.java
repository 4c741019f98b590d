package dev.stowage.model;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The servers of a run: groups of identical ones that are always up, or the machine table of a
 * trace.
 */
public sealed interface ServerFleet {
    /** Number of servers, up or down. */
    int size();

    /** How reports and results write it. */
    String describe();

    /**
     * The failure domain of every server, by the server's number: servers of one domain fail
     * together. Domains are numbered from 0 in order of their first server.
     */
    int[] domains();

    /** The failure domain of one server; O(groups). */
    int domain(int server);

    /**
     * {@code count} servers of one type.
     *
     * @param type their type
     * @param count how many, at least 1
     * @param serversPerDomain how many consecutive servers share a failure domain (a rack, say), at
     *     least 1; a domain never spans two groups, so the last one of a group may be smaller
     */
    record Group(ServerType type, int count, int serversPerDomain) {
        public Group {
            Check.positive("count", count);
            Check.positive("serversPerDomain", serversPerDomain);
        }

        /** Servers that fail one by one. */
        public Group(ServerType type, int count) {
            this(type, count, 1);
        }

        /** Number of failure domains. */
        public int domains() {
            return (count - 1) / serversPerDomain + 1;
        }
    }

    /** Groups of identical servers; numbered group after group. */
    record Static(List<Group> groups) implements ServerFleet {
        public Static {
            groups = List.copyOf(groups);
            if (groups.isEmpty()) {
                throw new IllegalArgumentException("groups is empty, expected at least one");
            }
        }

        @Override
        public int size() {
            return groups.stream().mapToInt(Group::count).sum();
        }

        @Override
        public String describe() {
            return String.join(
                    " + ", groups.stream().map(g -> g.count() + "x" + g.type().name()).toList());
        }

        @Override
        public int[] domains() {
            int[] domains = new int[size()];
            int first = 0;
            int firstDomain = 0;
            for (Group group : groups) {
                for (int i = 0; i < group.count(); i++) {
                    domains[first + i] = firstDomain + i / group.serversPerDomain();
                }
                first += group.count();
                firstDomain += group.domains();
            }
            return domains;
        }

        @Override
        public int domain(int server) {
            int left = Objects.checkIndex(server, size());
            int firstDomain = 0;
            for (Group group : groups) {
                if (left < group.count()) {
                    return firstDomain + left / group.serversPerDomain();
                }
                left -= group.count();
                firstDomain += group.domains();
            }
            throw new IllegalStateException("server " + server + " is in no group");
        }
    }

    /** Machines that come, go and change size as a trace recorded; all of one power model. */
    record Recorded(String traceName, MachineEvents events, PowerModel power)
            implements ServerFleet {
        @Override
        public int size() {
            return events.machines();
        }

        @Override
        public String describe() {
            return "trace (" + events.machines() + " machines)";
        }

        /** Every machine for itself: a trace doesn't say which ones fail together. */
        @Override
        public int[] domains() {
            return IntStream.range(0, size()).toArray();
        }

        @Override
        public int domain(int server) {
            return Objects.checkIndex(server, size());
        }
    }

    /** {@code count} servers of one type. */
    static ServerFleet of(ServerType type, int count) {
        return new Static(List.of(new Group(type, count)));
    }
}
