package dev.stowage.packing.migration;

import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is on the servers of a problem at a moment, and whether one more item may join. An item may
 * be on two servers at a time, as while it moves. Room is what a server has to give without its
 * head-room. O(resources + rules of the item) for every question. Not thread-safe.
 */
final class Occupancy {
    private final PackingProblem problem;
    private final long[][] load;
    private final int[] items;
    private final int[] domainOf;
    private final List<PackRule.Spread> spreads = new ArrayList<>();
    private final int[][] spreadsOfItem;
    private final List<Map<Integer, Integer>> counts = new ArrayList<>();

    /** Empty servers. */
    Occupancy(PackingProblem problem) {
        this.problem = problem;
        load = new long[problem.servers().size()][problem.resources().size()];
        items = new int[load.length];
        domainOf = domains(problem);
        spreadsOfItem = new int[problem.items().size()][];
        Arrays.fill(spreadsOfItem, new int[0]);
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Spread spread) {
                for (int item : spread.items()) {
                    int[] longer =
                            Arrays.copyOf(spreadsOfItem[item], spreadsOfItem[item].length + 1);
                    longer[longer.length - 1] = spreads.size();
                    spreadsOfItem[item] = longer;
                }
                spreads.add(spread);
                counts.add(new HashMap<>());
            }
        }
    }

    private static int[] domains(PackingProblem problem) {
        Map<String, Integer> numbers = new HashMap<>();
        return problem.servers().stream()
                .mapToInt(s -> numbers.computeIfAbsent(s.domain(), d -> numbers.size()))
                .toArray();
    }

    /** Puts an item on a server, whether it fits or not. */
    void add(int item, int server) {
        change(item, server, 1);
    }

    /** Takes an item off a server that it is on. */
    void remove(int item, int server) {
        change(item, server, -1);
    }

    private void change(int item, int server, int by) {
        ResourceVector demand = problem.items().get(item).demand();
        for (int r = 0; r < load[server].length; r++) {
            load[server][r] += by * demand.get(r);
        }
        items[server] += by;
        for (int spread : spreadsOfItem[item]) {
            counts.get(spread).merge(slot(spread, server), by, Integer::sum);
        }
    }

    private int slot(int spread, int server) {
        return spreads.get(spread).scope() == PackRule.Scope.SERVER ? server : domainOf[server];
    }

    /** True if there is room for the item. */
    boolean hasRoom(int item, int server) {
        ResourceVector limit = problem.servers().get(server).usable();
        ResourceVector demand = problem.items().get(item).demand();
        for (int r = 0; r < load[server].length; r++) {
            if (load[server][r] + demand.get(r) > limit.get(r)) {
                return false;
            }
        }
        return true;
    }

    /** True if the server's attributes suit the item. */
    boolean suits(int item, int server) {
        return problem.items().get(item).mayRunOn(problem.servers().get(server).attributes());
    }

    /**
     * True if the spread of an item allows one more on a server.
     *
     * @param from where it is too; -1 if nowhere
     */
    boolean mayJoin(int item, int server, int from) {
        for (int spread : spreadsOfItem[item]) {
            int slot = slot(spread, server);
            int others = count(spread, slot);
            if (from >= 0 && slot(spread, from) == slot) {
                others--; // the item itself
            }
            if (others >= spreads.get(spread).most()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds keys of what an item on a server takes: room there, and a place in each of its spreads.
     */
    void addPlaces(int item, int server, List<Long> keys) {
        keys.add((long) server);
        for (int spread : spreadsOfItem[item]) {
            keys.add(key(spread, slot(spread, server)));
        }
    }

    private static long key(int spread, int slot) {
        return (spread + 1L) << Integer.SIZE | slot;
    }

    /** Adds those keys of which there is not enough for all that is there and all that arrives. */
    void addScarce(int item, int server, Occupancy arriving, List<Long> keys) {
        ResourceVector limit = problem.servers().get(server).usable();
        for (int r = 0; r < limit.size(); r++) {
            if (load[server][r] + arriving.load[server][r] > limit.get(r)) {
                keys.add((long) server);
                break;
            }
        }
        for (int spread : spreadsOfItem[item]) {
            int slot = slot(spread, server);
            if (count(spread, slot) + arriving.count(spread, slot) > spreads.get(spread).most()) {
                keys.add(key(spread, slot));
            }
        }
    }

    private int count(int spread, int slot) {
        return counts.get(spread).getOrDefault(slot, 0);
    }
}
