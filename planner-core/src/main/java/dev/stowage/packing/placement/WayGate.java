package dev.stowage.packing.placement;

import dev.stowage.packing.ResourceVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether the steps of a placement, as written, lead from what runs to it, and give no server that
 * something enters more than it has to give at any moment. What has no place is gone before the
 * first step, what is new starts after the last one.
 */
final class WayGate {
    private final PlacementPlan plan;
    private final Map<String, PlacementPlan.Server> servers;
    private final Map<String, PlacementPlan.Item> items;
    private final Map<String, String> at = new HashMap<>();
    private final Map<String, Set<String>> on = new HashMap<>();
    private final Map<String, List<PlacementPlan.Rule>> rulesOf = new HashMap<>();
    private final List<String> found = new ArrayList<>();

    WayGate(
            PlacementPlan plan,
            Map<String, PlacementPlan.Server> servers,
            Map<String, PlacementPlan.Item> items) {
        this.plan = plan;
        this.servers = servers;
        this.items = items;
    }

    List<String> violations() {
        for (PlacementPlan.Item item : plan.items()) {
            if (item.from() != null && item.server() != null) {
                at.put(item.name(), item.from());
                on(item.from()).add(item.name());
            }
        }
        for (PlacementPlan.Rule rule : plan.rules()) {
            rule.items().forEach(i -> rulesOf.computeIfAbsent(i, x -> new ArrayList<>()).add(rule));
        }
        Map<Integer, List<PlacementPlan.Move>> steps = new TreeMap<>();
        plan.moves().forEach(m -> steps.computeIfAbsent(m.step(), s -> new ArrayList<>()).add(m));
        steps.forEach(this::step);
        at.forEach(
                (item, server) -> {
                    if (!server.equals(Objects.requireNonNull(items.get(item)).server())) {
                        found.add("the moves end with item " + item + " on " + server);
                    }
                });
        return found;
    }

    private Set<String> on(String server) {
        return on.computeIfAbsent(server, s -> new HashSet<>());
    }

    private void step(int step, List<PlacementPlan.Move> moves) {
        Set<PlacementPlan.Rule> rules = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (PlacementPlan.Move move : moves) {
            if (!seen.add(move.item()) || !move.from().equals(at.get(move.item()))) {
                found.add("step " + step + ": item " + move.item() + " is not on " + move.from());
                return;
            }
            rules.addAll(rulesOf.getOrDefault(move.item(), List.of()));
        }
        List<PlacementPlan.Rule> kept =
                rules.stream().filter(r -> r.kind().equals("together") && isOne(r)).toList();
        Map<String, PlacementPlan.Move> moving = new HashMap<>();
        for (PlacementPlan.Move move : moves) {
            moving.put(move.item(), move);
            if (move.isStopped()) {
                on(move.from()).remove(move.item());
            }
            on(move.to()).add(move.item());
            suits(step, move);
        }
        moves.stream().map(PlacementPlan.Move::to).distinct().forEach(to -> room(step, to));
        rules.stream().filter(r -> r.kind().equals("spread")).forEach(r -> apart(step, r, moving));
        for (PlacementPlan.Move move : moves) {
            on(move.from()).remove(move.item());
            at.put(move.item(), move.to());
        }
        for (PlacementPlan.Rule rule : kept) {
            if (!isOne(rule)) {
                found.add("step " + step + " breaks rule " + rule.name());
            }
        }
    }

    private boolean isOne(PlacementPlan.Rule rule) {
        return rule.items().stream()
                        .map(at::get)
                        .filter(Objects::nonNull)
                        .map(server -> PlacementGate.place(rule, server, servers))
                        .distinct()
                        .count()
                <= 1;
    }

    private void suits(int step, PlacementPlan.Move move) {
        PlacementPlan.Item item = Objects.requireNonNull(items.get(move.item()));
        PlacementPlan.Server server = Objects.requireNonNull(servers.get(move.to()));
        if (item.isPinned() || !PlacementGate.suits(item, server)) {
            found.add("step " + step + ": item " + item.name() + " may not go to " + move.to());
        }
    }

    private void room(int step, String server) {
        ResourceVector load = ResourceVector.of(new long[plan.resources().size()]);
        for (String item : on(server)) {
            load = load.plus(Objects.requireNonNull(items.get(item)).demand());
        }
        ResourceVector usable = Objects.requireNonNull(servers.get(server)).usable();
        if (!usable.covers(load)) {
            found.add("step " + step + ": " + server + " is given " + load + " of " + usable);
        }
    }

    /** No place that something enters has more of a rule than the rule allows. */
    private void apart(int step, PlacementPlan.Rule rule, Map<String, PlacementPlan.Move> moving) {
        Map<String, Integer> counts = new HashMap<>();
        Set<String> entered = new HashSet<>();
        for (String item : rule.items()) {
            PlacementPlan.Move move = moving.get(item);
            Set<String> places = new HashSet<>();
            String server = at.get(item);
            if (server != null && (move == null || !move.isStopped())) {
                places.add(PlacementGate.place(rule, server, servers));
            }
            if (move != null) {
                String to = PlacementGate.place(rule, move.to(), servers);
                if (places.add(to)) {
                    entered.add(to);
                }
            }
            places.forEach(place -> counts.merge(place, 1, Integer::sum));
        }
        for (String place : entered) {
            if (Objects.requireNonNull(counts.get(place)) > rule.most()) {
                found.add("step " + step + " breaks rule " + rule.name() + " on " + place);
            }
        }
    }
}
