package dev.stowage.packing.placement;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a placement must pass before anyone sees it: that it is what was asked for, keeps every
 * rule, gets there by steps that keep them too, and has figures that are true. Worked out from the
 * placement as it was written, by the plainest means; it shares nothing with the search, the
 * migration planner, or what counts the figures. O(items + moves + members of rules).
 */
public final class PlacementGate {
    private static final int SHOWN = 10;

    private final PlacementPlan plan;
    private final Map<String, PlacementPlan.Server> servers = new HashMap<>();
    private final Map<String, PlacementPlan.Item> items = new HashMap<>();
    private final List<String> found = new ArrayList<>();

    private PlacementGate(PlacementPlan plan) {
        this.plan = plan;
        plan.servers().forEach(server -> servers.put(server.name(), server));
        plan.items().forEach(item -> items.put(item.name(), item));
    }

    /**
     * What is wrong with a placement, a sentence each; empty if nothing is.
     *
     * @param plan as it was read back
     */
    public static List<String> violations(PackRequest request, PlacementPlan plan) {
        PlacementGate gate = new PlacementGate(plan);
        gate.found.addAll(new AskedFor(request, plan).differences());
        if (gate.found.isEmpty()) {
            gate.capacity();
            plan.items().forEach(gate::item);
            plan.rules().forEach(gate::rule);
            gate.found.addAll(new WayGate(plan, gate.servers, gate.items).violations());
            gate.found.addAll(new FiguresGate(plan, gate.servers, gate.items).violations());
        }
        return gate.found;
    }

    /**
     * Fails if anything is wrong with a placement.
     *
     * @throws IllegalStateException with what is wrong: a bug, and nothing to show to anybody
     */
    public static void require(PackRequest request, PlacementPlan plan) {
        List<String> found = violations(request, plan);
        if (!found.isEmpty()) {
            throw new IllegalStateException(
                    "the placement did not pass the last check, and is not written: "
                            + found.subList(0, Math.min(SHOWN, found.size())));
        }
    }

    private void capacity() {
        Map<String, BigInteger[]> loads = new TreeMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (item.server() != null) {
                BigInteger[] load = loads.computeIfAbsent(item.server(), s -> nothing());
                for (int r = 0; r < load.length; r++) {
                    load[r] = load[r].add(BigInteger.valueOf(item.demand().get(r)));
                }
            }
        }
        loads.forEach(this::capacity);
    }

    private BigInteger[] nothing() {
        BigInteger[] none = new BigInteger[plan.resources().size()];
        java.util.Arrays.fill(none, BigInteger.ZERO);
        return none;
    }

    private void capacity(String name, BigInteger[] load) {
        ResourceVector usable = Objects.requireNonNull(servers.get(name)).usable();
        for (int r = 0; r < load.length; r++) {
            if (load[r].compareTo(BigInteger.valueOf(usable.get(r))) > 0) {
                found.add(
                        "server %s is given %d of %s and has %d to give"
                                .formatted(
                                        name,
                                        load[r],
                                        plan.resources().get(r).name(),
                                        usable.get(r)));
            }
        }
    }

    private void item(PlacementPlan.Item item) {
        String server = item.server();
        if ((server == null) != (item.reason() != null)) {
            found.add(
                    "item " + item.name() + (server == null ? " has no place and no reason" : ""));
        }
        if (server == null) {
            return;
        }
        if (!suits(item, Objects.requireNonNull(servers.get(server)))) {
            found.add("item " + item.name() + " needs " + item.needs() + ", not so on " + server);
        }
        if (item.isPinned() && !server.equals(item.from())) {
            found.add("item " + item.name() + " is pinned, but goes to " + server);
        }
    }

    static boolean suits(PlacementPlan.Item item, PlacementPlan.Server server) {
        return item.needs().isEmpty()
                || PlacementConstraints.parse(item.needs()).predicates().stream()
                        .allMatch(p -> p.holdsFor(server.attributes().get(p.name())));
    }

    private void rule(PlacementPlan.Rule rule) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String name : rule.items()) {
            String server = Objects.requireNonNull(items.get(name)).server();
            if (server != null) {
                counts.merge(place(rule, server, servers), 1, Integer::sum);
            }
        }
        if (rule.kind().equals("together")) {
            if (counts.size() > 1) {
                found.add("rule " + rule.name() + " wants one place, found " + counts.keySet());
            }
            return;
        }
        counts.forEach(
                (place, count) -> {
                    if (count > rule.most()) {
                        found.add("rule " + rule.name() + ": " + count + " on " + place);
                    }
                });
    }

    /** What a rule counts by: the server, or its domain. */
    static String place(
            PlacementPlan.Rule rule, String server, Map<String, PlacementPlan.Server> servers) {
        return rule.scope().equals("server")
                ? server
                : Objects.requireNonNull(servers.get(server)).domain();
    }

    /** True if two amounts of money, one of which may be missing, are the same. */
    static boolean isSame(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null ? other == null : other != null && one.compareTo(other) == 0;
    }
}
