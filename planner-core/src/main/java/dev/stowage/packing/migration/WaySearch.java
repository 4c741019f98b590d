package dev.stowage.packing.migration;

import dev.stowage.packing.migration.Moving.Unit;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The best way of a few units, by A* over where they are: the fewest items stopped, then the
 * cheapest spare servers, then the fewest detours; with work left, then the least carried on them.
 * Each unit may go anywhere at any time, one after the other; those that are stopped start where
 * they go. Moves that wait for each other even where nothing but what left counts need one detour
 * more at least, which is what the search foresees.
 */
final class WaySearch {
    /** A unit is where it was, where it goes, or on a server of the universe, counted from 2. */
    private static final char FROM = 0;

    private static final char TARGET = 1;
    private static final int ELSEWHERE = 2;

    /** Servers that a place, which is a character, can tell apart. */
    static final int MOST_SERVERS = Character.MAX_VALUE - ELSEWHERE;

    /** What a moment that is kept counts for: no more than some hundred thousand are. */
    private static final int LOOKS_PER_NODE = 8;

    private final Moving moving;
    private final List<Unit> units;
    private final Universe universe;
    private final Work work;
    private final String start;
    private final int[][] from;
    private final int[][] target;

    /** By unit, the positions in the universe that it may step aside to. */
    private final List<int[]> asides = new ArrayList<>();

    private PriorityQueue<Node> open = new PriorityQueue<>();

    /** By moment, the cheapest way there so far. */
    private final Map<String, Node> cheapest = new HashMap<>();

    private String standing;
    private boolean isByBytes;
    private long sequence;

    /** Ways of units from where they are. */
    WaySearch(Moving moving, List<Unit> units, Set<Integer> used, Work work) {
        this.moving = moving;
        this.units = units;
        this.work = work;
        universe = Universe.of(moving.problem, used);
        start = String.valueOf(FROM).repeat(units.size());
        standing = start;
        from = units.stream().map(moving::places).toArray(int[][]::new);
        target = units.stream().map(Unit::targets).toArray(int[][]::new);
        Set<Integer> tied = moving.tied(units);
        for (Unit unit : units) {
            boolean isTied = unit.items().stream().anyMatch(tied::contains);
            asides.add(isTied ? new int[0] : asides(unit));
        }
    }

    private int[] asides(Unit unit) {
        int[] targets = unit.targets();
        return IntStream.range(0, universe.servers().size())
                .filter(i -> !Arrays.equals(targets, Moving.all(unit, server(i))))
                .filter(
                        i ->
                                unit.items().stream()
                                        .allMatch(item -> moving.occupancy.suits(item, server(i))))
                .toArray();
    }

    private int server(int position) {
        return universe.servers().get(position);
    }

    /**
     * A moment on a way.
     *
     * @param at where each unit is, then the spare servers that were used, ascending
     * @param stops items stopped so far; of an entry that stops more of them, with these
     * @param detours moves more than one for each unit, at least
     * @param group items that this entry stops next; 0 for an ordinary one
     */
    private record Node(
            String at,
            @Nullable Node before,
            Steps.@Nullable Action action,
            int stops,
            BigDecimal price,
            int detours,
            long bytes,
            boolean isCircle,
            int arrived,
            int group,
            long sequence)
            implements Comparable<Node> {
        /** What it has cost, the same at the same place whatever comes next. */
        private static final Comparator<Node> COST =
                Comparator.comparingInt(Node::stops)
                        .thenComparing(Node::price)
                        .thenComparingInt(Node::detours)
                        .thenComparingLong(Node::bytes);

        private static final Comparator<Node> ORDER =
                Comparator.comparingInt(Node::stops)
                        .thenComparing(Node::price)
                        .thenComparingInt(Node::foreseen)
                        .thenComparingLong(Node::bytes)
                        .thenComparing(Node::isCircle)
                        .thenComparing(Comparator.comparingInt(Node::arrived).reversed())
                        .thenComparing(Comparator.comparingLong(Node::sequence).reversed());

        Node with(boolean circle) {
            return new Node(
                    at, before, action, stops, price, detours, bytes, circle, arrived, group,
                    sequence);
        }

        int foreseen() {
            return detours + (isCircle ? 1 : 0);
        }

        @Override
        public int compareTo(Node other) {
            return ORDER.compare(this, other);
        }
    }

    /** The actions of the best way; empty if the work ended first. Nothing has moved afterwards. */
    Optional<List<Steps.Action>> best() {
        Optional<List<Steps.Action>> found = search();
        if (found.isEmpty()) {
            return found;
        }
        isByBytes = true;
        return search().or(() -> found);
    }

    private Optional<List<Steps.Action>> search() {
        open = new PriorityQueue<>();
        sequence = 0;
        cheapest.clear();
        add(new Node(start, null, null, 0, BigDecimal.ZERO, 0, 0, true, 0, 0, sequence++));
        Node end = null;
        while (end == null && !open.isEmpty() && !work.isSpent()) {
            Node node = open.remove();
            if (node.group() == 0 && isOvertaken(node)) {
                continue;
            }
            if (node.arrived() == units.size()) {
                end = node;
            } else {
                stand(node.at());
                expand(node);
            }
        }
        stand(start);
        return Optional.ofNullable(end).map(WaySearch::actions);
    }

    private static List<Steps.Action> actions(Node end) {
        Deque<Steps.Action> actions = new ArrayDeque<>();
        for (Node node = end; node != null; node = node.before()) {
            if (node.action() != null) {
                actions.addFirst(node.action());
            }
        }
        return List.copyOf(actions);
    }

    private static String with(String at, int unit, char place) {
        return at.substring(0, unit) + place + at.substring(unit + 1);
    }

    private boolean isUsed(String at, int spare) {
        return at.indexOf(spare, units.size()) >= 0;
    }

    private String withSpare(String at, int spare) {
        int i = units.size();
        while (i < at.length() && at.charAt(i) < spare) {
            i++;
        }
        return at.substring(0, i) + (char) spare + at.substring(i);
    }

    private int[] places(int unit, char at) {
        return at == FROM
                ? from[unit]
                : at == TARGET ? target[unit] : Moving.all(units.get(unit), server(at - ELSEWHERE));
    }

    /** Puts everything where it is at a moment. */
    private void stand(String at) {
        for (int u = 0; u < units.size(); u++) {
            if (at.charAt(u) != standing.charAt(u)) {
                moving.put(units.get(u), places(u, at.charAt(u)));
            }
        }
        standing = at;
    }

    private void expand(Node node) {
        int waiting = 0;
        for (int u = 0; u < units.size(); u++) {
            waiting += node.at().charAt(u) == TARGET ? 0 : units.get(u).items().size();
        }
        if (node.group() > 0) {
            stop(node, 0, node.group(), new ArrayList<>());
        } else {
            for (int u = 0; u < units.size(); u++) {
                goAhead(node, u);
                stepAside(node, u);
            }
        }
        if (node.group() < waiting) {
            open.add(
                    new Node(
                            node.at(),
                            node.before(),
                            node.action(),
                            node.stops() + 1,
                            node.price(),
                            node.detours(),
                            node.bytes(),
                            false,
                            node.arrived(),
                            node.group() + 1,
                            sequence++));
        }
    }

    private void goAhead(Node node, int u) {
        work.look();
        if (node.at().charAt(u) != TARGET && moving.mayEnter(units.get(u), target[u])) {
            String at = with(node.at(), u, TARGET);
            Steps.Action action = Steps.Action.move(units.get(u), target[u]);
            add(node, at, action, node.price(), 0, 0);
        }
    }

    private void stepAside(Node node, int u) {
        int[] now = places(u, node.at().charAt(u));
        for (int i : asides.get(u)) {
            int before = universe.before()[i];
            boolean isNext = before < 0 || isUsed(node.at(), before);
            int[] places = Moving.all(units.get(u), server(i));
            work.look();
            if (!isNext || Arrays.equals(places, now) || !moving.mayEnter(units.get(u), places)) {
                continue;
            }
            boolean isSpare = i >= universe.inUse();
            boolean isNew = isSpare && !isUsed(node.at(), i);
            boolean isBack = Arrays.equals(places, from[u]);
            String moved = with(node.at(), u, isBack ? FROM : (char) (ELSEWHERE + i));
            String at = isNew ? withSpare(moved, i) : moved;
            BigDecimal price = isNew ? node.price().add(universe.prices().get(i)) : node.price();
            Steps.Action action = Steps.Action.move(units.get(u), places);
            int more = node.at().charAt(u) == TARGET ? 2 : 1;
            add(node, at, action, price, more, more * units.get(u).bytes());
        }
    }

    /** Adds what comes after an action that stops nothing. */
    private void add(
            Node node, String at, Steps.Action action, BigDecimal price, int detours, long bytes) {
        add(node, at, action, node.stops(), price, node.detours() + detours, bytes);
    }

    private void add(
            Node node,
            String at,
            Steps.Action action,
            int stops,
            BigDecimal price,
            int detours,
            long bytes) {
        int arrived = 0;
        for (int u = 0; u < units.size(); u++) {
            arrived += at.charAt(u) == TARGET ? 1 : 0;
        }
        add(
                new Node(
                        at,
                        node,
                        action,
                        stops,
                        price,
                        detours,
                        node.bytes() + (isByBytes ? bytes : 0),
                        false,
                        arrived,
                        0,
                        sequence++));
    }

    /** Adds a moment, if there is no way to it that is as cheap. */
    private void add(Node node) {
        Node known = cheapest.get(node.at());
        if (known == null || Node.COST.compare(node, known) < 0) {
            work.look(LOOKS_PER_NODE);
            Node foreseen = node.with(known == null ? isCircle(node.at()) : known.isCircle());
            cheapest.put(node.at(), foreseen);
            open.add(foreseen);
        }
    }

    /** True if a cheaper way to the same moment was found since. */
    private boolean isOvertaken(Node node) {
        Node known = cheapest.get(node.at());
        return known != null && known.sequence() != node.sequence();
    }

    /** True if what still waits needs a detour; leaves everything standing where it did. */
    private boolean isCircle(String at) {
        String before = standing;
        stand(at);
        List<Unit> waiting = new ArrayList<>();
        for (int u = 0; u < units.size(); u++) {
            if (at.charAt(u) != TARGET) {
                waiting.add(units.get(u));
            }
        }
        boolean isCircle = PlainOrder.isCircle(moving, waiting, work);
        stand(before);
        return isCircle;
    }

    /** All sets of so many more items, from a unit on, that can be stopped and started. */
    private void stop(Node node, int first, int more, List<Integer> group) {
        if (more == 0) {
            start(node, group);
            return;
        }
        for (int u = first; u < units.size() && !work.isSpent(); u++) {
            if (node.at().charAt(u) != TARGET && units.get(u).items().size() <= more) {
                group.add(u);
                stop(node, u + 1, more - units.get(u).items().size(), group);
                group.remove(group.size() - 1);
            }
        }
    }

    private void start(Node node, List<Integer> group) {
        work.look();
        List<Unit> stopped = group.stream().map(units::get).toList();
        if (!moving.canSwap(stopped)) {
            return;
        }
        String at = node.at();
        for (int u : group) {
            at = with(at, u, TARGET);
        }
        Steps.Action action =
                new Steps.Action(stopped, group.stream().map(u -> target[u]).toList(), true);
        add(node, at, action, node.stops(), node.price(), node.detours(), 0);
    }
}
