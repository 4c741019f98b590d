package dev.stowage.model;

import java.util.List;

/**
 * The servers of a run: groups of identical ones that are always up, or the machine table of a
 * trace.
 */
public sealed interface ServerFleet {
    /** Number of servers, up or down. */
    int size();

    /** How reports and results write it. */
    String describe();

    /** {@code count} servers of one type. */
    record Group(ServerType type, int count) {
        public Group {
            Check.positive("count", count);
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
    }

    /** {@code count} servers of one type. */
    static ServerFleet of(ServerType type, int count) {
        return new Static(List.of(new Group(type, count)));
    }
}
