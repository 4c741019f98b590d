package dev.stowage.packing.migration;

import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.migration.Moving.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Moves to free space what keeps others from where they go: a quick choice where there are too many
 * moves to look through all ways. O(moves * servers).
 */
final class Detours {
    /** Blocked units whose ways are compared, from the first on that has one. */
    private static final int MOST_COMPARED = 64;

    private final PackingProblem problem;
    private final Moving moving;

    /** Servers in use before or after, and on the way so far. */
    private final Set<Integer> used;

    private final Set<Integer> tied;

    /** Servers in use first, then spare ones, the cheapest first. */
    private int[] order;

    Detours(Moving moving, List<Unit> units) {
        this.moving = moving;
        this.problem = moving.problem;
        tied = moving.tied(units);
        used = moving.used();
        order = order();
    }

    private int[] order() {
        return IntStream.range(0, problem.servers().size())
                .boxed()
                .sorted(
                        Comparator.comparing((Integer server) -> !used.contains(server))
                                .thenComparing(server -> problem.servers().get(server).cost()))
                .mapToInt(server -> server)
                .toArray();
    }

    /** A unit that steps aside. */
    record Aside(Unit unit, int server) {
        int[] places() {
            return Moving.all(unit, server);
        }
    }

    /** Spare servers that detours need, and what is carried on them. */
    private record Price(BigDecimal servers, long bytes) implements Comparable<Price> {
        @Override
        public int compareTo(Price other) {
            int order = servers.compareTo(other.servers);
            return order != 0 ? order : Long.compare(bytes, other.bytes);
        }
    }

    /**
     * The cheapest way of those that are found to let one of the units enter, by what spare servers
     * cost, then by what is carried; empty if none is found. Nothing has moved then.
     */
    List<Aside> cheapest(List<Unit> waiting) {
        Map<Integer, List<Unit>> byServer = new HashMap<>();
        for (Unit unit : waiting) {
            unit.items().stream()
                    .map(moving::at)
                    .distinct()
                    .forEach(s -> byServer.computeIfAbsent(s, x -> new ArrayList<>()).add(unit));
        }
        List<Aside> best = List.of();
        int compared = 0;
        for (Unit blocked : waiting) {
            List<Aside> made = new ArrayList<>();
            if (makeRoom(blocked, byServer, made)) {
                best = best.isEmpty() || price(made).compareTo(price(best)) < 0 ? made : best;
            }
            made.forEach(aside -> moving.withdraw(aside.unit(), aside.places()));
            compared += best.isEmpty() ? 0 : 1;
            if (compared >= MOST_COMPARED) {
                break;
            }
        }
        boolean isMore = false;
        for (Aside aside : best) {
            isMore |= used.add(aside.server());
        }
        order = isMore ? order() : order;
        return best;
    }

    private Price price(List<Aside> detours) {
        BigDecimal servers =
                detours.stream()
                        .map(Aside::server)
                        .distinct()
                        .filter(server -> !used.contains(server))
                        .map(server -> problem.servers().get(server).cost())
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Price(servers, detours.stream().mapToLong(a -> a.unit().bytes()).sum());
    }

    /** Detours, one by one, until the unit could enter once they are made. */
    private boolean makeRoom(Unit blocked, Map<Integer, List<Unit>> byServer, List<Aside> made) {
        Set<Unit> standing = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int item : blocked.items()) {
            for (Unit other : byServer.getOrDefault(moving.target(item), List.of())) {
                if (!other.equals(blocked)
                        && standing.add(other)
                        && stepAside(other, blocked, made)
                        && wouldEnter(blocked, made)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean stepAside(Unit unit, Unit blocked, List<Aside> made) {
        if (unit.items().stream().anyMatch(tied::contains)) {
            return false;
        }
        for (int server : order) {
            if (moving.occupancy.hasRoom(unit.items().get(0), server)
                    && isElsewhere(server, unit, blocked)
                    && unit.items().stream().allMatch(i -> moving.occupancy.suits(i, server))
                    && moving.enter(unit, Moving.all(unit, server))) {
                made.add(new Aside(unit, server));
                return true;
            }
        }
        return false;
    }

    /** True if the server is neither where the unit is nor where the blocked one goes. */
    private boolean isElsewhere(int server, Unit unit, Unit blocked) {
        return unit.items().stream().noneMatch(item -> moving.at(item) == server)
                && blocked.items().stream().noneMatch(item -> moving.target(item) == server);
    }

    private boolean wouldEnter(Unit blocked, List<Aside> made) {
        made.forEach(aside -> moving.withdraw(aside.unit(), moving.places(aside.unit())));
        boolean enters = moving.mayEnter(blocked, blocked.targets());
        for (Aside aside : made) {
            aside.unit().items().forEach(item -> moving.occupancy.add(item, moving.at(item)));
        }
        return enters;
    }
}
