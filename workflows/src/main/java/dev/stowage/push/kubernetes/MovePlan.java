package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The moves of a plan by workload, whose pods are alike: what a journal keeps of them.
 *
 * @param steps each of which begins when the one before is done
 * @param stay how many pods of a workload are on a node at the end, by {@link #place}: of all nodes
 *     that one leaves or comes to
 * @param emptied nodes that no pod is to be left on, but those that belong to the node
 */
record MovePlan(List<List<Move>> steps, SortedMap<String, Integer> stay, List<String> emptied) {
    /** Nothing moves. */
    static final MovePlan NONE = new MovePlan(List.of(), new TreeMap<>(), List.of());

    /** A pod of a workload that goes from a node to another. */
    record Move(String workload, String from, String to) {
        String place() {
            return MovePlan.place(workload, from);
        }

        @Override
        public String toString() {
            return workload + " from " + from + " to " + to;
        }
    }

    static String place(String workload, String node) {
        return workload + " on " + node;
    }

    /** What a plan moves of the workloads that {@code isChosen} takes. */
    static MovePlan of(PlacementPlan plan, Predicate<String> isChosen) {
        Map<String, PlacementPlan.Item> items = new HashMap<>();
        plan.items().forEach(item -> items.put(item.name(), item));
        SortedMap<Integer, List<Move>> steps = new TreeMap<>();
        SortedMap<String, Integer> stay = new TreeMap<>();
        for (Leg leg : Leg.net(legs(plan, items, isChosen))) {
            steps.computeIfAbsent(leg.step(), s -> new ArrayList<>()).add(leg.move());
            stay.put(leg.move().place(), 0);
            stay.put(place(leg.move().workload(), leg.move().to()), 0);
        }
        for (PlacementPlan.Item item : plan.items()) {
            if (item.server() != null) {
                stay.computeIfPresent(place(workload(item), item.server()), (p, n) -> n + 1);
            }
        }
        return new MovePlan(
                List.copyOf(steps.values()), stay, emptied(plan, items.values(), isChosen));
    }

    /** Items of these workloads that the plan stops together, before any starts elsewhere. */
    static List<String> stopped(PlacementPlan plan, Predicate<String> isChosen) {
        Set<String> stopped = new HashSet<>();
        plan.moves().stream()
                .filter(PlacementPlan.Move::isStopped)
                .forEach(move -> stopped.add(move.item()));
        return plan.items().stream()
                .filter(item -> stopped.contains(item.name()) && isChosen.test(workload(item)))
                .map(PlacementPlan.Item::name)
                .toList();
    }

    private static List<Leg> legs(
            PlacementPlan plan, Map<String, PlacementPlan.Item> items, Predicate<String> isChosen) {
        Set<String> viaOthers = new HashSet<>();
        plan.moves().stream()
                .filter(PlacementPlan.Move::isDetour)
                .forEach(m -> viaOthers.add(m.item()));
        List<Leg> legs = new ArrayList<>();
        for (PlacementPlan.Move each : plan.moves()) {
            PlacementPlan.Item item = items.get(each.item());
            if (item != null && isChosen.test(workload(item))) {
                Move move = new Move(workload(item), each.from(), each.to());
                legs.add(new Leg(each.step(), move, viaOthers.contains(each.item())));
            }
        }
        return legs;
    }

    /**
     * A move in its step.
     *
     * @param isFixed true if it is part of a way through other nodes
     */
    private record Leg(int step, Move move, boolean isFixed) {
        /**
         * The same with fewer restarts: pods of a workload are alike, so that one that goes from a
         * to b and another that goes from b to c are one that goes from a to c.
         */
        static List<Leg> net(List<Leg> legs) {
            List<Leg> net = new ArrayList<>();
            for (Leg leg : legs) {
                Leg merged = leg;
                for (int i = 0; i < net.size() && !leg.isFixed; i++) {
                    Leg other = net.get(i);
                    if (other.isFixed || !other.move.workload().equals(leg.move.workload())) {
                        continue;
                    }
                    Leg joined =
                            other.move.to().equals(merged.move.from())
                                    ? other.then(merged)
                                    : merged.move.to().equals(other.move.from())
                                            ? merged.then(other)
                                            : merged;
                    if (!joined.equals(merged)) {
                        net.remove(i);
                        merged = joined;
                        i = -1;
                    }
                }
                if (!merged.move.from().equals(merged.move.to())) {
                    net.add(merged);
                }
            }
            return net;
        }

        private Leg then(Leg next) {
            Move whole = new Move(move.workload(), move.from(), next.move.to());
            return new Leg(Math.max(step, next.step), whole, false);
        }
    }

    /** Nodes that exist, are not used by the plan, and hold nothing that it does not move. */
    private static List<String> emptied(
            PlacementPlan plan, Iterable<PlacementPlan.Item> items, Predicate<String> isChosen) {
        Set<String> held = new HashSet<>();
        for (PlacementPlan.Item item : items) {
            if (item.from() != null && (item.server() == null || !isChosen.test(workload(item)))) {
                held.add(item.from());
            }
        }
        return plan.servers().stream()
                .filter(server -> server.exists() && !server.isUsed())
                .map(PlacementPlan.Server::name)
                .filter(name -> !held.contains(name))
                .toList();
    }

    /** The workload of an item; its own name if it has none. */
    static String workload(PlacementPlan.Item item) {
        return item.service() == null ? item.name() : Objects.requireNonNull(item.service());
    }

    List<Move> moves() {
        return steps.stream().flatMap(List::stream).toList();
    }

    /** The same for each workload by itself, as all moves of all of them are many. */
    Map<String, MovePlan> byWorkload() {
        Map<String, List<Move>> own = new HashMap<>();
        moves().forEach(
                        move ->
                                own.computeIfAbsent(move.workload(), w -> new ArrayList<>())
                                        .add(move));
        Map<String, MovePlan> plans = new HashMap<>();
        own.forEach(
                (workload, moves) ->
                        plans.put(workload, new MovePlan(List.of(moves), stay, emptied)));
        return plans;
    }

    boolean isEmpty() {
        return steps.isEmpty() && emptied.isEmpty();
    }

    /** Where the pod of each move is: where it goes, or still where it comes from. */
    ObjectState state(LiveCluster cluster) {
        SortedMap<String, String> fields = new TreeMap<>();
        Map<String, Integer> toGo = new HashMap<>();
        List<Move> moves = moves();
        for (int i = moves.size() - 1; i >= 0; i--) {
            Move move = moves.get(i);
            int before = toGo.merge(move.place(), 1, Integer::sum);
            fields.put(field(i, move), before <= surplus(cluster, move) ? move.from() : move.to());
        }
        return ObjectState.of(fields, "");
    }

    /** How many of the moves are begun or done; the cluster does not tell which of both. */
    PushTarget.Progress progress(LiveCluster cluster) {
        Map<String, String> wanted = object().planned().fields();
        long done =
                state(cluster).fields().entrySet().stream()
                        .filter(each -> each.getValue().equals(wanted.get(each.getKey())))
                        .count();
        return new PushTarget.Progress(done, wanted.size(), "moves are done or under way");
    }

    private static String field(int number, Move move) {
        return "%04d %s".formatted(number + 1, move.workload());
    }

    /** Pods of a move's workload that are on its node and do not stay there. */
    int surplus(LiveCluster cluster, Move move) {
        return cluster.of(move.workload(), move.from()).size()
                - Objects.requireNonNull(stay.get(move.place()));
    }

    /** How many pods of a workload a node lacks that the plan has there; 0 if it has too many. */
    int lacks(LiveCluster cluster, String workload, String node) {
        Integer end = stay.get(place(workload, node));
        return end == null ? 0 : Math.max(0, end - cluster.of(workload, node).size());
    }

    /**
     * Nodes that lack pods of a workload, in the order in which they are to come.
     *
     * @param first is named first, whether or not it lacks any
     */
    Set<String> lacking(LiveCluster cluster, String workload, String first) {
        Set<String> nodes = new LinkedHashSet<>();
        nodes.add(first);
        for (Move move : moves()) {
            if (move.workload().equals(workload) && lacks(cluster, workload, move.to()) > 0) {
                nodes.add(move.to());
            }
        }
        return nodes;
    }

    /** The plan as a planned object. */
    PlannedObject object() {
        SortedMap<String, String> fields = new TreeMap<>();
        List<Move> moves = moves();
        for (int i = 0; i < moves.size(); i++) {
            fields.put(field(i, moves.get(i)), moves.get(i).to());
        }
        return PlannedObject.of(KubernetesMoves.NAME, ObjectState.of(fields, text()));
    }

    private String text() {
        try {
            return Json.mapper().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What {@link #object} kept. */
    static MovePlan parse(String text) {
        try {
            return Json.mapper().readValue(text, MovePlan.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a journal holds no moves: " + e.getMessage(), e);
        }
    }
}
