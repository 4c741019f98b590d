package dev.stowage.packing.column;

import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Column generation in the nodes of a search tree, lowest bound first: until the tree is empty,
 * which proves what was found, or the budget is spent, which leaves the lowest bound of what is
 * open. Branches by the number of servers of a place, by how many like units are at some places, by
 * whether two units share a server (D. M. Ryan and B. A. Foster, 1981), by the place of a unit, and
 * by the domain of units that have to be in one. Nothing is left out but by a bound in whole
 * numbers.
 */
final class BranchAndPrice {
    /** A set of units on a server of a place. */
    record Load(int place, BitSet units) {}

    /** From one in so many nodes it dives for a packing. */
    private static final int NODES_A_DIVE = 10;

    private final PackState state;
    private final Money money;
    private final long maxMoves;
    private final Budget budget;
    private final Set<Load> pool = new LinkedHashSet<>();

    /** Patterns of units that are alike, while nothing tells them apart. */
    private final Set<Pattern> grouped = new LinkedHashSet<>();

    private final PriorityQueue<Node> open =
            new PriorityQueue<>(
                    Comparator.comparingLong(Node::bound)
                            .thenComparingInt(n -> -n.depth())
                            .thenComparingInt(n -> -n.number()));
    private int numbers;
    private int solved;

    /** The lowest bound of nodes that could neither be solved nor branched on. */
    private long undecided = Long.MAX_VALUE;

    BranchAndPrice(PackState state, Money money, long maxMoves, Budget budget) {
        this.state = state;
        this.money = money;
        this.maxMoves = maxMoves;
        this.budget = budget;
    }

    /**
     * Searches; improves the state where it finds a better packing.
     *
     * @return what nothing costs less than, in the model's steps
     */
    long run(Places places, long bound) {
        open.add(Node.root(places, bound));
        seed(state);
        while (!open.isEmpty() && !budget.isEmpty()) {
            Node node = open.poll();
            if (node.bound() < upper()) {
                solve(node);
            }
        }
        long least = Math.min(upper(), undecided);
        return open.isEmpty() ? least : Math.min(least, open.peek().bound());
    }

    private long upper() {
        return state.missing > 0 ? state.model.aboveAnyCost : state.cost;
    }

    private void seed(PackState found) {
        Places places = Places.of(found.model);
        for (int place = 0; place < places.count(); place++) {
            for (int server : places.servers[place]) {
                BitSet units = new BitSet();
                for (int u = found.first[server]; u != PackModel.NONE; u = found.next[u]) {
                    units.set(u, found.model.pin[u] == PackModel.NONE);
                }
                if (!units.isEmpty()) {
                    pool.add(new Load(place, units));
                }
            }
        }
    }

    private void solve(Node node) {
        PatternSpace space = node.space();
        ColumnGeneration programme = new ColumnGeneration(space, money, budget);
        budget.spend((long) (pool.size() + grouped.size()) * space.types);
        for (Load load : pool) {
            Pattern pattern = space.pattern(load.place, load.units);
            if (pattern != null) {
                programme.add(pattern);
            }
        }
        if (!node.isSplit()) {
            grouped.stream().filter(space::mayBe).forEach(programme::add);
        }
        int before = programme.patterns().size();
        ColumnGeneration.End end = programme.run(upper(), Integer.MAX_VALUE);
        programme.patterns().stream()
                .skip(before)
                .forEach(
                        p -> {
                            if (node.isSplit()) {
                                pool.add(new Load(p.place(), space.units(p)));
                            } else {
                                grouped.add(p);
                            }
                        });
        long bound = Math.max(node.bound(), programme.bound());
        if (bound >= upper()) {
            return;
        }
        if (end == ColumnGeneration.End.CUT && budget.isEmpty()) {
            open.add(node.with(bound));
            return;
        }
        if (end == ColumnGeneration.End.CUT) {
            undecided = Math.min(undecided, bound);
            return;
        }
        @Nullable List<Node> children = new Branching(programme, node.with(bound)).children();
        if (children == null) {
            finish(node, programme, bound);
            return;
        }
        children.forEach(this::open);
        if (solved++ % NODES_A_DIVE == 0) {
            PackState found = new Dive(programme, maxMoves, solved, budget::isEmpty).once(1);
            if (found.isBetterThan(state)) {
                state.become(found.serverOf);
                seed(state);
            }
        }
    }

    private void open(Node child) {
        if (!child.places().isContradictory()) {
            open.add(child.numbered(++numbers));
        }
    }

    /** A solution in whole numbers: a packing, unless a rule says no that patterns don't know. */
    private void finish(Node node, ColumnGeneration programme, long bound) {
        List<Pattern> whole = new ArrayList<>();
        double[] shares = programme.shares();
        for (int i = 0; i < shares.length; i++) {
            for (long time = Math.round(shares[i]); time > 0; time--) {
                whole.add(programme.patterns().get(i));
            }
        }
        PackState found = new Rounding(programme.space, maxMoves).of(whole);
        if (found.isBetterThan(state)) {
            state.become(found.serverOf);
            seed(state);
        }
        if (bound < upper()) {
            @Nullable List<Node> children = Branching.byDomain(node.with(bound), whole);
            if (children == null) {
                undecided = Math.min(undecided, bound);
            } else {
                children.forEach(this::open);
            }
        }
    }
}
