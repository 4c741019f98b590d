package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Packings by fast heuristics; each takes a fraction of a second for 10,000 items. */
public final class Construction {
    private static final int NONE = PackModel.NONE;

    /** Where all units are scanned for each that is put: up to so many pairs. */
    private static final long MOST_PAIRS = 400_000_000L;

    /** Part of the budget after which no further heuristic is begun. */
    public static final double PART = 0.3;

    /** A packing, and the heuristic that made it. */
    public record Start(String name, PackState state) {}

    private final PackModel model;
    private final long maxMoves;
    private final Budget budget;
    private final ServerOrders orders;

    /**
     * Heuristics.
     *
     * @param budget what they spend is counted; the current placement and the first best fit are
     *     made in any case
     */
    public Construction(PackModel model, long maxMoves, Budget budget) {
        this.model = model;
        this.budget = budget;
        this.maxMoves = maxMoves;
        this.orders = new ServerOrders(model);
    }

    /** What each of the heuristics finds, at least one. */
    public List<Start> all() {
        List<Start> starts = new ArrayList<>();
        if (model.hasCurrent()) {
            add(starts, "current placement", fromCurrent(false));
            if (hasSplit()) {
                add(starts, "current placement, single items first", fromCurrent(true));
            }
        }
        if (!model.hasCurrent() || maxMoves == Long.MAX_VALUE) {
            int number = 0;
            for (int[] order : orders.all()) {
                number++;
                addInOrder(starts, order, number == 1 ? "" : ", order of servers " + number);
            }
        }
        return starts;
    }

    private void addInOrder(List<Start> starts, int[] order, String suffix) {
        int[] dominant = units(model::dominantShare);
        int[] total = units(model::totalShare);
        if (starts.isEmpty() || !budget.isGone(PART, 0)) {
            add(starts, "to the brim" + suffix, new Brimming(state(), dominant, order).fill());
        }
        add(starts, "best-fit decreasing" + suffix, FitRule.BEST, dominant, order);
        if (isWorthFilling() && !budget.isGone(PART, 0)) {
            add(starts, "server by server" + suffix, new ServerFilling(state(), order).fill(total));
        }
        add(starts, "first-fit decreasing" + suffix, FitRule.FIRST, dominant, order);
        add(starts, "norm-based greedy" + suffix, FitRule.NORM, total, order);
        add(starts, "dot product" + suffix, FitRule.DOT, total, order);
    }

    private boolean isWorthFilling() {
        return (long) model.units * model.units / 2 <= MOST_PAIRS;
    }

    private void add(List<Start> starts, String name, FitRule rule, int[] units, int[] order) {
        boolean isFirst = starts.stream().noneMatch(s -> s.name().startsWith("best-fit"));
        if (isFirst || !budget.isGone(PART, 0)) {
            PackState state = state();
            new Placing(state, rule, order).placeAll(units, units.length);
            add(starts, name, state);
        }
    }

    private void add(List<Start> starts, String name, PackState state) {
        budget.spend(state.looks);
        starts.add(new Start(name, state));
    }

    /** Puts what has no place where it fits best, the largest first. */
    public static void complete(PackState state) {
        if (state.missing > 0) {
            Budget none = new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
            Construction all = new Construction(state.model, Long.MAX_VALUE, none);
            int[] units = all.units(state.model::dominantShare);
            new Placing(state, FitRule.BEST, all.orders.cheapest()).placeAll(units, units.length);
        }
    }

    private PackState state() {
        return new PackState(model, maxMoves);
    }

    /** Pinned units first, then the largest; a unit with few servers counts as a larger one. */
    private int[] units(IntToDoubleFunction size) {
        double[] key = new double[model.units];
        for (int unit = 0; unit < key.length; unit++) {
            double choice = Math.max(1, model.allowed[unit].cardinality());
            key[unit] =
                    model.pin[unit] != NONE
                            ? Double.MAX_VALUE
                            : size.applyAsDouble(unit) * Math.min(4, model.servers / choice);
        }
        return IntStream.range(0, model.units)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer u) -> -key[u]).thenComparingInt(u -> u))
                .mapToInt(u -> u)
                .toArray();
    }

    private boolean hasSplit() {
        return Arrays.stream(model.itemsOf).anyMatch(items -> items.length > 1);
    }

    /**
     * Keeps what runs where it is, as far as it fits; the rest goes where it fits best.
     *
     * @param isSingleFirst false if items that have to be together are in the order of their size;
     *     true if they come after all others, and go where the fewest of them have to move
     */
    private PackState fromCurrent(boolean isSingleFirst) {
        PackState state = state();
        int[] units = units(model::dominantShare);
        for (int unit : units) {
            int home = home(unit);
            boolean isSplit = home != NONE && model.movesAt(unit, home) > 0;
            if (home != NONE && !(isSplit && isSingleFirst) && state.fits(unit, home)) {
                state.put(unit, home);
            }
        }
        for (int unit : units) {
            if (isSingleFirst && state.serverOf[unit] == NONE && model.itemsOf[unit].length > 1) {
                fewestMoves(state, unit);
            }
        }
        Placing placing = new Placing(state, FitRule.BEST, orders.cheapest());
        placing.placeAll(units, units.length);
        return state;
    }

    /** Where it fits and the fewest of its items have to move, if some of them need not. */
    private void fewestMoves(PackState state, int unit) {
        IntStream.range(0, model.servers)
                .filter(server -> state.count[server] > 0 && state.fits(unit, server))
                .boxed()
                .min(
                        Comparator.comparingInt((Integer s) -> model.movesAt(unit, s))
                                .thenComparingInt(s -> s))
                .ifPresent(server -> state.put(unit, server));
    }

    /** Where most of a unit runs now, or NONE; ties to the lowest number. */
    private int home(int unit) {
        if (model.pin[unit] != NONE || model.itemsOf[unit].length == 1) {
            return model.pin[unit] != NONE ? model.pin[unit] : model.home[unit];
        }
        return Arrays.stream(model.itemsOf[unit])
                .map(i -> model.problem.items().get(i).current().orElse(NONE))
                .filter(s -> s != NONE)
                .boxed()
                .min(
                        Comparator.comparingInt((Integer s) -> model.movesAt(unit, s))
                                .thenComparingInt(s -> s))
                .orElse(NONE);
    }
}
