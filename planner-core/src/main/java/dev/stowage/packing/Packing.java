package dev.stowage.packing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A server for each item of a problem, or none. Immutable; whether it keeps the rules is asked by
 * {@link #violations}.
 */
public final class Packing {
    /** Instead of the number of a server: the item has no place. */
    public static final int UNPLACED = -1;

    private final PackingProblem problem;
    private final int[] serverOf;

    private Packing(PackingProblem problem, int[] serverOf) {
        this.problem = problem;
        this.serverOf = serverOf;
    }

    /**
     * An assignment.
     *
     * @param serverOf number of the server by item, or {@link #UNPLACED}
     */
    public static Packing of(PackingProblem problem, int[] serverOf) {
        if (serverOf.length != problem.items().size()) {
            throw new IllegalArgumentException(
                    serverOf.length + " places for " + problem.items().size() + " items");
        }
        for (int server : serverOf) {
            if (server < UNPLACED || server >= problem.servers().size()) {
                throw new IllegalArgumentException("server = " + server);
            }
        }
        return new Packing(problem, serverOf.clone());
    }

    /** Where the items run now; those that run nowhere are without a place. */
    public static Packing current(PackingProblem problem) {
        return of(
                problem,
                problem.items().stream().mapToInt(i -> i.current().orElse(UNPLACED)).toArray());
    }

    public PackingProblem problem() {
        return problem;
    }

    /** Number of the server of an item, or {@link #UNPLACED}. */
    public int server(int item) {
        return serverOf[item];
    }

    /** Servers by item, a copy. */
    public int[] toArray() {
        return serverOf.clone();
    }

    /** Items without a place, ascending. */
    public List<Integer> unplaced() {
        List<Integer> unplaced = new ArrayList<>();
        for (int item = 0; item < serverOf.length; item++) {
            if (serverOf[item] == UNPLACED) {
                unplaced.add(item);
            }
        }
        return unplaced;
    }

    /** Items that run on a server now and end on another one, or on none; ascending. */
    public List<Integer> moved() {
        List<Integer> moved = new ArrayList<>();
        for (int item = 0; item < serverOf.length; item++) {
            int current = problem.items().get(item).current().orElse(UNPLACED);
            if (current != UNPLACED && current != serverOf[item]) {
                moved.add(item);
            }
        }
        return moved;
    }

    /** Servers with at least one item, by number. */
    public BitSet used() {
        BitSet used = new BitSet(problem.servers().size());
        Arrays.stream(serverOf).filter(s -> s != UNPLACED).forEach(used::set);
        return used;
    }

    /** Cost of the servers with at least one item. */
    public BigDecimal cost() {
        return used().stream()
                .mapToObj(s -> problem.servers().get(s).cost())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Hard rules that it breaks; items without a place break none. */
    public List<String> violations() {
        return PackingCheck.violations(this);
    }
}
