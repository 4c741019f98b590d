package dev.stowage.push.kubernetes;

import dev.stowage.packing.ResourceVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which moves of a step can begin now: those with room at their destination and few enough pods of
 * their workload away. Moves of other workloads are independent, and begin together.
 */
final class MoveChoice {
    private final MovePlan plan;
    private final Pace pace;
    private final int mostAway;
    private final List<MovePlan.Move> queue;
    private final Map<MovePlan.Move, String> reasons = new HashMap<>();

    /**
     * Of a step.
     *
     * @param mostAway pods of one workload that may be away at a time
     */
    MoveChoice(MovePlan plan, List<MovePlan.Move> step, Pace pace, int mostAway) {
        this.plan = plan;
        this.pace = pace;
        this.mostAway = mostAway;
        this.queue = new ArrayList<>(step);
    }

    /** Moves that have not begun. */
    List<MovePlan.Move> queue() {
        return queue;
    }

    void begun(MovePlan.Move move) {
        queue.remove(move);
    }

    void refuse(MovePlan.Move move, String why) {
        reasons.put(move, why);
    }

    /** Why a move has not begun. */
    String reason(MovePlan.Move move) {
        return reasons.getOrDefault(move, "not tried yet");
    }

    /** What is waited for, for people. */
    String waitedFor() {
        MovePlan.Move first = queue.get(0);
        return queue.size()
                + (queue.size() == 1 ? " move: " : " moves, first ")
                + first
                + ": "
                + reason(first);
    }

    /**
     * Compares the queue with the cluster: what is done leaves it, what can't be done leaves it and
     * is said, and what has lost its place gets another.
     *
     * @param left takes moves that no waiting helps
     * @param elsewhere takes moves to another node than planned
     */
    void update(LiveCluster cluster, List<String> left, List<String> elsewhere) {
        Map<String, Integer> toGo = new HashMap<>();
        List<MovePlan.Move> undone = new ArrayList<>();
        for (int i = queue.size() - 1; i >= 0; i--) { // of moves from one place the first are done
            MovePlan.Move move = queue.get(i);
            if (toGo.merge(move.place(), 1, Integer::sum) <= plan.surplus(cluster, move)) {
                undone.add(0, move);
            }
        }
        queue.clear();
        Map<String, Integer> coming = new HashMap<>();
        undone.forEach(move -> queue.add(rematched(cluster, move, coming)));
        queue.replaceAll(move -> rerouted(cluster, move, elsewhere));
        queue.removeIf(move -> isHopeless(cluster, move, left));
    }

    /**
     * The same move to another node that the plan has for the workload, if this one has all pods of
     * it that it is to have: pods are alike, and a push that was killed may have led them
     * otherwise.
     *
     * @param coming pods that moves bring, by place
     */
    private MovePlan.Move rematched(
            LiveCluster cluster, MovePlan.Move move, Map<String, Integer> coming) {
        boolean isDetour =
                plan.moves().stream()
                        .anyMatch(
                                each ->
                                        each.workload().equals(move.workload())
                                                && each.from().equals(move.to()));
        if (isDetour) {
            return move; // it does not stay there, and so the node lacks none
        }
        MovePlan.Move found = move;
        for (String node : plan.lacking(cluster, move.workload(), move.to())) {
            MovePlan.Move other = new MovePlan.Move(move.workload(), move.from(), node);
            Integer there = coming.get(MovePlan.place(move.workload(), node));
            if (plan.lacks(cluster, move.workload(), node) > (there == null ? 0 : there)
                    && (node.equals(move.to()) || !isFull(cluster, other))) {
                found = other;
                break;
            }
        }
        coming.merge(MovePlan.place(found.workload(), found.to()), 1, Integer::sum);
        return found;
    }

    /** True if no waiting helps: then it is left, and said. */
    private static boolean isHopeless(LiveCluster cluster, MovePlan.Move move, List<String> left) {
        List<LivePod> pods = cluster.of(move.workload(), move.from());
        Optional<String> staying =
                pods.stream().allMatch(pod -> pod.staying().isPresent())
                        ? pods.get(0).staying()
                        : Optional.empty();
        if (staying.isEmpty() && isFull(cluster, move)) {
            left.add(move + ": " + noRoom(move));
            return true;
        }
        staying.ifPresent(why -> left.add(move + ": it stays, " + why));
        return staying.isPresent();
    }

    private static String noRoom(MovePlan.Move move) {
        return move.to() + " has no room for it, or takes no pods";
    }

    /** True if the node has no room for it, and nothing is about to leave it. */
    private static boolean isFull(LiveCluster cluster, MovePlan.Move move) {
        ResourceVector pod = cluster.of(move.workload(), move.from()).get(0).requests();
        return !cluster.hasRoom(move.to(), pod)
                && cluster.pods().stream()
                        .noneMatch(each -> each.isLeaving() && each.node().equals(move.to()));
    }

    /**
     * The same move to another node that has pods of the workload, or is to have some, if the room
     * is gone: pods of others came there, or one that the scheduler put elsewhere than planned.
     */
    private MovePlan.Move rerouted(
            LiveCluster cluster, MovePlan.Move move, List<String> elsewhere) {
        if (!isFull(cluster, move)) {
            return move;
        }
        Set<String> nodes = new TreeSet<>();
        plan.moves().stream()
                .filter(each -> each.workload().equals(move.workload()))
                .forEach(each -> nodes.add(each.to()));
        cluster.of(move.workload(), "").forEach(pod -> nodes.add(pod.node()));
        nodes.removeAll(plan.emptied());
        nodes.remove(move.from());
        for (String node : nodes) {
            MovePlan.Move other = new MovePlan.Move(move.workload(), move.from(), node);
            if (!isFull(cluster, other)) {
                elsewhere.add(
                        "A pod of "
                                + move.workload()
                                + " goes to "
                                + node
                                + ", as "
                                + move.to()
                                + " has no room left");
                return other;
            }
        }
        return move;
    }

    /**
     * Pods that can be evicted together now, by budgets that are not asked here; those of stateful
     * sets only if there are no others, as the gate stays closed until the old pod has ended.
     *
     * @param isLeading true if pods for several nodes can be evicted at a time
     */
    Map<LivePod, MovePlan.Move> wave(
            LiveCluster cluster, Replacements away, boolean isSlow, boolean isLeading) {
        Map<LivePod, MovePlan.Move> wave = new LinkedHashMap<>();
        Map<String, ResourceVector> coming = new HashMap<>();
        for (MovePlan.Move move : queue) {
            boolean isOther = !isLeading && !wave.isEmpty() && !coming.containsKey(move.to());
            if (isSlow == move.workload().contains("/StatefulSet/") && !isOther) {
                pick(cluster, move, away, wave.keySet(), coming)
                        .ifPresent(
                                pod -> {
                                    wave.put(pod, move);
                                    coming.merge(move.to(), pod.requests(), ResourceVector::plus);
                                });
            }
        }
        return wave;
    }

    /** The pod to evict for a move; empty if it has to wait, for the reason that is noted. */
    private Optional<LivePod> pick(
            LiveCluster cluster,
            MovePlan.Move move,
            Replacements away,
            Set<LivePod> wave,
            Map<String, ResourceVector> coming) {
        List<LivePod> chosen = new ArrayList<>(away.evicted(move.workload()));
        wave.stream().filter(p -> p.workload().equals(move.workload())).forEach(chosen::add);
        if (wave.size() >= pace.left()) {
            reasons.put(move, "--max-restarts " + pace.most() + " is reached");
            return Optional.empty();
        }
        if (chosen.size() >= mostAway) {
            reasons.put(move, "another pod of it is away");
            return Optional.empty();
        }
        Optional<LivePod> found =
                cluster.of(move.workload(), move.from()).stream()
                        .filter(pod -> pod.staying().isEmpty() && !chosen.contains(pod))
                        .findFirst();
        if (found.isEmpty()) {
            reasons.put(move, "no pod of it is there to be moved");
            return Optional.empty();
        }
        ResourceVector requests = found.get().requests();
        ResourceVector others = coming.get(move.to());
        if (!cluster.hasRoom(move.to(), others == null ? requests : others.plus(requests))) {
            reasons.put(move, noRoom(move));
            return Optional.empty();
        }
        return found;
    }
}
