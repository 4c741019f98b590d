package dev.stowage.sim.cluster;

import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerFleet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is free on servers of the resources that they have by name ({@link ClusterTerms}), in whole
 * units. A server that doesn't say how many tasks it takes takes any number; of every other
 * resource it has none where it doesn't say.
 *
 * <p>Hot for tasks that ask for some, O(resources asked for); others cost a comparison.
 */
final class NamedAmounts {
    private static final int LARGEST_MEMO = 1 << 16;
    private static final Asked NOTHING = new Asked(new int[0], new long[0]);

    private final List<String> names;
    private final long[][] free; // by resource, then server
    private final IdentityHashMap<PlacementConstraints, Asked> memo = new IdentityHashMap<>();
    private @Nullable PlacementConstraints latest;
    private Asked askedByLatest = NOTHING;

    /**
     * What a task asks for.
     *
     * @param resources numbers of them
     * @param amounts of each
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Asked(int[] resources, long[] amounts) {}

    private NamedAmounts(List<String> names, int servers) {
        this.names = names;
        free = new long[names.size()][servers];
    }

    static NamedAmounts of(ServerFleet fleet) {
        SortedSet<String> names = new TreeSet<>();
        if (fleet instanceof ServerFleet.Static groups) {
            groups.groups().forEach(each -> names.addAll(there(each.type().extras().attributes())));
        } else if (fleet instanceof ServerFleet.Recorded recorded) {
            for (int machine = 0; machine < fleet.size(); machine++) {
                names.addAll(there(recorded.events().extras(machine).attributes()));
            }
        }
        NamedAmounts amounts = new NamedAmounts(List.copyOf(names), fleet.size());
        if (fleet instanceof ServerFleet.Static groups && !names.isEmpty()) {
            int server = 0;
            for (ServerFleet.Group group : groups.groups()) {
                int end = server + group.count();
                amounts.set(server, end, group.type().extras().attributes());
                server = end;
            }
        } else if (fleet instanceof ServerFleet.Recorded recorded && !names.isEmpty()) {
            for (int machine = 0; machine < fleet.size(); machine++) {
                amounts.set(machine, machine + 1, recorded.events().extras(machine).attributes());
            }
        }
        return amounts;
    }

    private static SortedSet<String> there(Map<String, String> attributes) {
        return new TreeSet<>(ClusterTerms.there(attributes).keySet());
    }

    private void set(int from, int to, Map<String, String> attributes) {
        SortedMap<String, Long> there = ClusterTerms.there(attributes);
        for (int i = 0; i < free.length; i++) {
            String name = names.get(i);
            long none = name.equals(ClusterTerms.PODS) ? Long.MAX_VALUE : 0;
            Arrays.fill(free[i], from, to, there.getOrDefault(name, none));
        }
    }

    /** True if a server has as much free as the constraints ask for. */
    boolean has(int server, PlacementConstraints constraints) {
        if (free.length == 0) {
            return true; // whether there is any is a demand on attributes
        }
        Asked asked = asked(constraints);
        for (int i = 0; i < asked.resources.length; i++) {
            if (free[asked.resources[i]][server] < asked.amounts[i]) {
                return false;
            }
        }
        return true;
    }

    /** Takes what constraints ask for, or gives it back with {@code sign} -1. */
    void take(int server, PlacementConstraints constraints, int sign) {
        if (free.length == 0) {
            return;
        }
        Asked asked = asked(constraints);
        for (int i = 0; i < asked.resources.length; i++) {
            long[] left = free[asked.resources[i]];
            if (left[server] != Long.MAX_VALUE) {
                left[server] -= sign * asked.amounts[i];
                if (left[server] < 0) {
                    throw new IllegalStateException(
                            "server "
                                    + server
                                    + " would give more "
                                    + names.get(asked.resources[i])
                                    + " than it has");
                }
            }
        }
    }

    /** The resources of which a server has less free than the constraints ask for. */
    List<String> lacking(int server, PlacementConstraints constraints) {
        List<String> lacking = new ArrayList<>();
        Asked asked = free.length == 0 ? NOTHING : asked(constraints);
        for (int i = 0; i < asked.resources.length; i++) {
            if (free[asked.resources[i]][server] < asked.amounts[i]) {
                lacking.add(names.get(asked.resources[i]));
            }
        }
        return lacking;
    }

    @SuppressWarnings("ReferenceEquality") // one object for the same content, mostly
    private Asked asked(PlacementConstraints constraints) {
        if (constraints != latest) {
            if (memo.size() > LARGEST_MEMO) {
                memo.clear();
            }
            askedByLatest = memo.computeIfAbsent(constraints, this::read);
            latest = constraints;
        }
        return askedByLatest;
    }

    private Asked read(PlacementConstraints constraints) {
        SortedMap<String, Long> amounts = ClusterTerms.asked(constraints.predicates());
        amounts.keySet().retainAll(names); // what no server has is a demand on attributes
        return amounts.isEmpty()
                ? NOTHING
                : new Asked(
                        amounts.keySet().stream().mapToInt(names::indexOf).toArray(),
                        amounts.values().stream().mapToLong(Long::longValue).toArray());
    }
}
