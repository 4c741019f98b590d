package dev.stowage.packing.column;

import dev.stowage.packing.heuristic.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The least cost at which patterns, used in fractions, hold all units. Patterns are found as they
 * are needed (P. C. Gilmore and R. E. Gomory, 1961); prices are kept near those of the best bound
 * (P. Wentges, 1997). The linear programme only guides: the bound is Lagrange's, in whole numbers,
 * and right whatever the prices are.
 */
final class ColumnGeneration {
    /** How dear a unit without a place is, in servers. */
    private static final double MISSING = 1_000;

    private static final int MOST_ROUNDS = 3_000;

    /** Branches of one search for a pattern. */
    private static final long BRANCHES = 300_000;

    /** Searches for further patterns beside the best one, and the branches of each. */
    private static final int MORE = 8;

    private static final long BRANCHES_OF_MORE = 2_000;
    private static final double SMOOTH = 0.6;

    /** What a pattern has to be worth above its cost, of 10^9 for the dearest server. */
    private static final long FLOOR = 200;

    /** Multiplications for a look, and looks for a branch. */
    private static final int MULTIPLICATIONS = 5;

    private static final int LOOKS_A_BRANCH = 8;

    /** Why it came to an end. */
    enum End {
        /** No pattern makes it cheaper. */
        OPTIMAL,
        /** The bound can't get better by rounding, or has met what was asked for. */
        ROUNDED,
        /** The budget is spent, or the numbers failed. */
        CUT
    }

    final PatternSpace space;
    private final Money money;
    private final Budget budget;
    private final MasterRows rows;
    private final Simplex simplex;
    private final BestPattern[] best;
    private final List<Pattern> patterns = new ArrayList<>();
    private final Set<Pattern> known = new HashSet<>();
    private final int firstPattern;
    private double[] center = {};
    private long bound;
    private long counted;
    private boolean isReduced;

    ColumnGeneration(PatternSpace space, Money money, Budget budget) {
        this.space = space;
        this.money = money;
        this.budget = budget;
        this.rows = new MasterRows(space, money);
        this.simplex = rows.programme();
        this.best =
                IntStream.range(0, space.places.count())
                        .mapToObj(place -> new BestPattern(space, place))
                        .toArray(BestPattern[]::new);
        for (int row = 0; row < rows.count(); row++) {
            if (!rows.isAtMost(row)) {
                simplex.addColumn(MISSING, new int[] {row}, new double[] {1});
            }
        }
        this.firstPattern = simplex.columns();
    }

    /** Adds a pattern unless it is known; true if it wasn't. */
    boolean add(Pattern pattern) {
        return known.add(pattern) && add(pattern, rows.amounts(pattern));
    }

    private boolean add(Pattern pattern, double[] amounts) {
        int[] where = IntStream.range(0, amounts.length).filter(r -> amounts[r] != 0).toArray();
        simplex.addColumn(
                cost(pattern), where, Arrays.stream(where).mapToDouble(r -> amounts[r]).toArray());
        return patterns.add(pattern);
    }

    private double cost(Pattern pattern) {
        return (double) space.places.cost[pattern.place()] / money.dearest();
    }

    /**
     * From here on so many copies of a type are to be held, and so many servers are left; the bound
     * stays that of the whole.
     */
    void reduce(int[] copies, int[] servers) {
        isReduced = true;
        rows.relax(simplex);
        for (int type = 0; type < copies.length; type++) {
            simplex.setSide(type, copies[type]);
        }
        for (int place = 0; place < servers.length; place++) {
            simplex.setSide(rows.mostRow(place), servers[place]);
            best[place].limit(copies);
        }
    }

    /**
     * Adds patterns as long as that makes it cheaper.
     *
     * @param target a bound that is enough, in the model's steps
     */
    End run(long target, int rounds) {
        double smooth = 0;
        for (int round = 0; round < Math.min(rounds, MOST_ROUNDS); round++) {
            boolean isSolved = simplex.solve(multiplications());
            budget.spend((simplex.work - counted) / MULTIPLICATIONS);
            counted = simplex.work;
            if (!isSolved || budget.isEmpty()) {
                return End.CUT;
            }
            boolean isNew = price(smooth);
            if (!isReduced && (bound >= target || bound >= rounded())) {
                return End.ROUNDED;
            }
            if (!isNew && smooth == 0) {
                return End.OPTIMAL;
            }
            smooth = isNew ? SMOOTH : 0;
        }
        return End.CUT;
    }

    /** As many as the budget has left. */
    private long multiplications() {
        long left = Math.max(0, budget.leftWork());
        return left > Long.MAX_VALUE / MULTIPLICATIONS ? Long.MAX_VALUE : left * MULTIPLICATIONS;
    }

    private long rounded() {
        return money.roundUp((long) Math.ceil(valueSteps() * (1 - 1e-9) - 1e-6));
    }

    /** What it costs in fractions, in the model's steps, with what is paid for. */
    double valueSteps() {
        return simplex.value() * money.dearest() + space.places.paid;
    }

    /** The best bound so far, in the model's steps. */
    long bound() {
        return bound;
    }

    List<Pattern> patterns() {
        return patterns;
    }

    /** How often each of the {@link #patterns} is used. */
    double[] shares() {
        double[] shares = simplex.shares();
        return Arrays.copyOfRange(shares, firstPattern, shares.length);
    }

    /** Looks for patterns at the prices of now, mixed with those of the best bound. */
    private boolean price(double smooth) {
        double[] mixed = new double[rows.count()];
        for (int row = 0; row < mixed.length; row++) {
            double now = rows.isAtMost(row) ? -simplex.price(row) : simplex.price(row);
            double before = center.length == 0 ? now : center[row];
            mixed[row] = Math.max(0, smooth * before + (1 - smooth) * now);
        }
        long[] prices = Arrays.stream(mixed).mapToLong(money::fine).toArray();
        long[] value = new long[best.length];
        boolean isNew = false;
        for (int place = 0; place < best.length; place++) {
            long floor = rows.cost(place, prices) - rows.least(place, prices) + FLOOR;
            long[] worth = rows.worth(place, prices);
            long before = best[place].work;
            value[place] = best[place].search(worth, Math.max(0, floor), BRANCHES);
            isNew |= addAll(best[place], worth, floor);
            budget.spend(LOOKS_A_BRANCH * (best[place].work - before));
        }
        raise(prices, value, mixed);
        return isNew;
    }

    /** The pattern that was found, and others of types that aren't in it. */
    private boolean addAll(BestPattern found, long[] worth, long floor) {
        boolean isNew = false;
        for (int more = 0; more <= MORE && addIfCheaper(found.pattern()); more++) {
            isNew = true;
            for (int type : found.pattern().types()) {
                worth[type] = 0;
            }
            found.search(worth, Math.max(0, floor), BRANCHES_OF_MORE);
        }
        return isNew;
    }

    private void raise(long[] prices, long[] value, double[] mixed) {
        if (isReduced) {
            return;
        }
        long here = 0;
        try {
            here = money.roundUp(money.steps(rows.bound(prices, value)) + space.places.paid);
        } catch (ArithmeticException e) {
            // sums beyond a long: no bound from these prices
        }
        if (here > bound || center.length == 0) {
            bound = Math.max(bound, here);
            center = mixed;
        }
    }

    private boolean addIfCheaper(Pattern pattern) {
        double[] amounts = rows.amounts(pattern);
        double reduced = cost(pattern);
        for (int row = 0; row < amounts.length; row++) {
            reduced -= amounts[row] * simplex.price(row);
        }
        return reduced < -1e-7 && known.add(pattern) && add(pattern, amounts);
    }
}
