package dev.stowage.push.kubernetes;

import dev.stowage.packing.ResourceVector;
import dev.stowage.push.kubernetes.pace.Pace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which moves of a plan can begin now: those with few enough pods of their workload away, and with
 * room at their destination beside all that earlier steps of the plan still bring there. So a move
 * waits for the moves that make its room and for no others, and none takes the room of one before
 * it: the moves of the first step that is not done can always go on as the plan says.
 */
final class MoveChoice {
    private static final long FIRST_RETRY_NANOS = 200_000_000L;
    private static final long LAST_RETRY_NANOS = 2_000_000_000L;

    private final MovePlan plan;
    private final Pace pace;
    private final int mostAway;
    private final Map<String, MovePlan> byWorkload;
    private final List<Due> queue = new ArrayList<>();
    private final Map<MovePlan.Move, String> reasons = new HashMap<>();
    private final Map<String, Refusal> refused = new HashMap<>();

    /**
     * A move that has not begun.
     *
     * @param step of the plan, from 1
     */
    record Due(int step, MovePlan.Move move) {}

    /** When a workload whose budget refused may be asked for again, and how long to wait then. */
    private record Refusal(long againNanos, long pauseNanos) {}

    /**
     * Of a plan.
     *
     * @param mostAway pods of one workload that may be away at a time
     */
    MoveChoice(MovePlan plan, Pace pace, int mostAway) {
        this.plan = plan;
        this.pace = pace;
        this.mostAway = mostAway;
        this.byWorkload = plan.byWorkload();
        for (int i = 0; i < plan.steps().size(); i++) {
            for (MovePlan.Move move : plan.steps().get(i)) {
                queue.add(new Due(i + 1, move));
            }
        }
    }

    /** Moves that have not begun, in the order of the plan. */
    List<Due> queue() {
        return queue;
    }

    void begun(Due due) {
        queue.remove(due);
        refused.remove(due.move().workload());
    }

    /** Takes a refusal: the workload is asked for again after a while. */
    void refuse(Due due, String why) {
        queue.stream()
                .filter(each -> each.move().workload().equals(due.move().workload()))
                .forEach(each -> reasons.put(each.move(), why));
        Refusal before = refused.get(due.move().workload());
        long pause =
                before == null
                        ? FIRST_RETRY_NANOS
                        : Math.min(LAST_RETRY_NANOS, 2 * before.pauseNanos);
        refused.put(due.move().workload(), new Refusal(System.nanoTime() + pause, pause));
    }

    /** True if a budget refused the last pod of this workload. */
    boolean isRefused(String workload) {
        return refused.containsKey(workload);
    }

    /** Why a move has not begun. */
    String reason(MovePlan.Move move) {
        return reasons.getOrDefault(move, "not tried yet");
    }

    /** What is waited for, for people. */
    String waitedFor() {
        MovePlan.Move first = queue.get(0).move();
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
     * @param away what is under way
     * @param left takes moves that no waiting helps
     * @param elsewhere takes moves to another node than planned
     */
    void update(LiveCluster cluster, Replacements away, List<String> left, List<String> elsewhere) {
        List<MovePlan.Move> coming = away.coming(cluster);
        List<Due> undone = undone(cluster, away, coming);
        queue.clear();
        Map<String, Integer> places = new HashMap<>();
        coming.forEach(
                move -> places.merge(MovePlan.place(move.workload(), move.to()), 1, Integer::sum));
        for (Due due : undone) {
            queue.add(new Due(due.step(), rematched(cluster, due.move(), places)));
        }
        if (queue.isEmpty()) {
            return;
        }
        int first = queue.get(0).step(); // what later steps need is made by others
        queue.replaceAll(due -> due.step() > first ? due : rerouted(cluster, due, away, elsewhere));
        queue.removeIf(due -> isForGood(due.move(), left));
        queue.removeIf(due -> due.step() == first && isHopeless(cluster, due.move(), away, left));
    }

    /**
     * What is still to be done: of the moves from one place the last ones, as many as there are
     * pods to go, with those that are to come there on their way to another node.
     */
    private List<Due> undone(LiveCluster cluster, Replacements away, List<MovePlan.Move> underWay) {
        Map<String, Integer> coming = new HashMap<>();
        underWay.forEach(
                move -> coming.merge(MovePlan.place(move.workload(), move.to()), 1, Integer::sum));
        Map<String, Long> going = new HashMap<>();
        List<Due> undone = List.of();
        for (boolean isMore = true; isMore; ) {
            Map<String, Integer> brought = new HashMap<>(coming);
            undone.forEach(
                    due ->
                            brought.merge(
                                    MovePlan.place(due.move().workload(), due.move().to()),
                                    1,
                                    Integer::sum));
            for (Due due : queue) {
                Integer more = brought.get(due.move().place());
                going.put(
                        due.move().place(),
                        surplus(cluster, away, due.move()) + (more == null ? 0 : more));
            }
            List<Due> now = last(going);
            isMore = now.size() > undone.size();
            undone = now;
        }
        return undone;
    }

    private long surplus(LiveCluster cluster, Replacements away, MovePlan.Move move) {
        long ending =
                cluster.of(move.workload(), move.from()).stream()
                        .filter(away.evicted(move.workload())::contains)
                        .count();
        return plan.surplus(cluster, move) - ending;
    }

    /** Of the queue the last ones from each place, so many as go from there. */
    private List<Due> last(Map<String, Long> going) {
        Map<String, Long> taken = new HashMap<>();
        List<Due> last = new ArrayList<>();
        for (int i = queue.size() - 1; i >= 0; i--) {
            Due due = queue.get(i);
            String place = due.move().place();
            if (taken.merge(place, 1L, Long::sum) <= Objects.requireNonNull(going.get(place))) {
                last.add(due);
            }
        }
        Collections.reverse(last);
        return last;
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
        MovePlan own = Objects.requireNonNull(byWorkload.get(move.workload()));
        boolean isDetour = own.moves().stream().anyMatch(each -> each.from().equals(move.to()));
        if (isDetour) {
            return move; // it does not stay there, and so the node lacks none
        }
        MovePlan.Move found = move;
        for (String node : own.lacking(cluster, move.workload(), move.to())) {
            MovePlan.Move other = new MovePlan.Move(move.workload(), move.from(), node);
            Integer there = coming.get(MovePlan.place(move.workload(), node));
            if (plan.lacks(cluster, move.workload(), node) > (there == null ? 0 : there)
                    && (node.equals(move.to()) || isRoomy(cluster, other))) {
                found = other;
                break;
            }
        }
        coming.merge(MovePlan.place(found.workload(), found.to()), 1, Integer::sum);
        return found;
    }

    private boolean isRoomy(LiveCluster cluster, MovePlan.Move move) {
        return requests(cluster, move).filter(pod -> hasRoom(cluster, move.to(), pod)).isPresent();
    }

    /** True if its pod will never be evicted: then it is left, and said. */
    private boolean isForGood(MovePlan.Move move, List<String> left) {
        boolean isForGood = Evictions.isForGood(reason(move));
        if (isForGood) {
            left.add(move + ": " + reason(move));
        }
        return isForGood;
    }

    /** True if no waiting helps: then it is left, and said. */
    private boolean isHopeless(
            LiveCluster cluster, MovePlan.Move move, Replacements away, List<String> left) {
        List<LivePod> pods = cluster.of(move.workload(), move.from());
        if (pods.isEmpty()) {
            return false; // its pod is on the way there
        }
        Optional<String> staying =
                pods.stream().allMatch(pod -> pod.staying().isPresent())
                        ? pods.get(0).staying()
                        : Optional.empty();
        if (staying.isEmpty() && isFull(cluster, move, away)) {
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
    private boolean isFull(LiveCluster cluster, MovePlan.Move move, Replacements away) {
        Set<LivePod> evicted = away.evicted();
        return requests(cluster, move)
                .filter(pod -> !hasRoom(cluster, move.to(), pod))
                .filter(
                        pod ->
                                cluster.pods().stream()
                                        .filter(each -> each.node().equals(move.to()))
                                        .noneMatch(
                                                each -> each.isLeaving() || evicted.contains(each)))
                .isPresent();
    }

    /** A node that is to be emptied is closed, and a stop on the way of some. */
    private boolean hasRoom(LiveCluster cluster, String node, ResourceVector requests) {
        return plan.emptied().contains(node)
                ? cluster.hasRoomBehindTheCordon(node, requests)
                : cluster.hasRoom(node, requests);
    }

    /** What a pod of the workload asks for; empty if none is there at the moment. */
    private static Optional<ResourceVector> requests(LiveCluster cluster, MovePlan.Move move) {
        return cluster.of(move.workload(), "").stream().findFirst().map(LivePod::requests);
    }

    /**
     * The same move to another node that has pods of the workload, or is to have some, if the room
     * is gone: pods of others came there, or one that the scheduler put elsewhere than planned.
     */
    private Due rerouted(LiveCluster cluster, Due due, Replacements away, List<String> elsewhere) {
        MovePlan.Move move = due.move();
        if (cluster.of(move.workload(), move.from()).isEmpty() || !isFull(cluster, move, away)) {
            return due;
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
            if (!isFull(cluster, other, away)) {
                elsewhere.add(
                        "A pod of "
                                + move.workload()
                                + " goes to "
                                + node
                                + ", as "
                                + move.to()
                                + " has no room left");
                return new Due(due.step(), other);
            }
        }
        return due;
    }

    /**
     * Pods that can be evicted together now, by budgets that are not asked here; those of stateful
     * sets only if there are no others, as the gate stays closed until the old pod has ended.
     *
     * @param isLeading true if pods for several nodes can be evicted at a time
     */
    Map<LivePod, Due> wave(
            LiveCluster cluster, Replacements away, boolean isSlow, boolean isLeading) {
        Map<LivePod, Due> wave = new LinkedHashMap<>();
        Room room = new Room(cluster);
        away.coming(cluster).forEach(move -> room.take(move));
        Set<String> to = new HashSet<>();
        int step = 0;
        List<MovePlan.Move> held = new ArrayList<>();
        for (Due due : queue) {
            MovePlan.Move move = due.move();
            if (due.step() > step) {
                held.forEach(room::take);
                held.clear();
                step = due.step();
            }
            boolean isOther =
                    !isLeading
                            && (plan.emptied().contains(move.to())
                                    || (!wave.isEmpty() && !to.contains(move.to())));
            Optional<LivePod> pod =
                    isSlow == move.workload().contains("/StatefulSet/") && !isOther
                            ? pick(cluster, move, away, wave.keySet(), room)
                            : Optional.empty();
            if (pod.isPresent()) {
                wave.put(pod.get(), due);
                to.add(move.to());
                room.take(move);
            } else {
                held.add(move);
            }
        }
        return wave;
    }

    /** What is taken of each node by pods that are to come there. */
    private final class Room {
        private final LiveCluster cluster;
        private final Map<String, ResourceVector> taken = new HashMap<>();

        private Room(LiveCluster cluster) {
            this.cluster = cluster;
        }

        private void take(MovePlan.Move move) {
            requests(cluster, move)
                    .ifPresent(each -> taken.merge(move.to(), each, ResourceVector::plus));
        }

        private boolean has(MovePlan.Move move, ResourceVector pod) {
            ResourceVector others = taken.get(move.to());
            return hasRoom(cluster, move.to(), others == null ? pod : others.plus(pod));
        }
    }

    /** The pod to evict for a move; empty if it has to wait, for the reason that is noted. */
    private Optional<LivePod> pick(
            LiveCluster cluster,
            MovePlan.Move move,
            Replacements away,
            Set<LivePod> wave,
            Room room) {
        Refusal refusal = refused.get(move.workload());
        if (refusal != null && System.nanoTime() - refusal.againNanos < 0) {
            return Optional.empty();
        }
        List<LivePod> chosen = new ArrayList<>(away.evicted(move.workload()));
        wave.stream().filter(p -> p.workload().equals(move.workload())).forEach(chosen::add);
        if (wave.size() >= pace.left()) {
            reasons.put(move, "--max-restarts " + pace.most() + " is reached");
            return Optional.empty();
        }
        if (chosen.size() >= mostAway) {
            reasons.put(
                    move,
                    away.evicted(move.workload()).isEmpty()
                            ? "another pod of it goes first"
                            : "another pod of it is away");
            return Optional.empty();
        }
        Optional<LivePod> found =
                cluster.of(move.workload(), move.from()).stream()
                        .filter(pod -> pod.staying().isEmpty() && !chosen.contains(pod))
                        .findFirst();
        if (found.isEmpty()) {
            reasons.put(move, "no pod of it is there to be moved");
        } else if (!room.has(move, found.get().requests())) {
            reasons.put(move, noRoom(move));
            return Optional.empty();
        }
        return found;
    }
}
