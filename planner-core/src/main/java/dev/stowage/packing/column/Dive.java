package dev.stowage.packing.column;

import dev.stowage.basis.Seeds;
import dev.stowage.packing.heuristic.ServerOrders;
import dev.stowage.packing.heuristic.Tightening;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Packings by diving: patterns that are used whole are fixed, else the one that is used most, and
 * the rest is solved anew, until everything has a place. Each dive after the first leans another
 * way. With many servers every second keeps most of the best packing: a dive goes wrong at its end.
 */
final class Dive {
    /** Rounds of new patterns after each that is fixed. */
    private static final int ROUNDS = 12;

    /** Dives, at most. */
    private static final int MOST = 10_000;

    /** Servers in use from which on every second dive keeps what some hold. */
    private static final int MANY = 40;

    /** Servers that such a dive empties, and part of those in use, at most. */
    private static final int FEWEST_EMPTIED = 10;

    private static final int MOST_EMPTIED = 50;
    private static final double EMPTIED = 0.6;

    private static final double WHOLE = 1 - 1e-5;

    private final PatternSpace space;
    private final ColumnGeneration programme;
    private final long maxMoves;
    private final BooleanSupplier isOver;
    private final long seed;

    Dive(ColumnGeneration programme, long maxMoves, long seed, BooleanSupplier isOver) {
        this.programme = programme;
        this.space = programme.space;
        this.maxMoves = maxMoves;
        this.isOver = isOver;
        this.seed = seed;
    }

    /** Dives until the cost is at most the target or it is over; the best is the state. */
    void improve(PackState state, long target) {
        int dives = 0;
        while (dives < MOST
                && !isOver.getAsBoolean()
                && (state.missing > 0 || state.cost > target)) {
            List<Pattern> all = space.patterns(state);
            PackState found = dives % 2 == 0 || all.size() < MANY ? once(dives) : again(all, dives);
            dives++;
            if (found.isBetterThan(state)) {
                state.become(found.serverOf);
            }
        }
    }

    /** What one dive comes to that begins with nothing; dive 0 leans to no side. */
    PackState once(int number) {
        return dive(List.of(), number == 0 ? null : Seeds.stream(seed, "packing.dive", number));
    }

    /** What one dive comes to that keeps all servers but the emptiest and as many others. */
    private PackState again(List<Pattern> all, int number) {
        RandomGenerator random = Seeds.stream(seed, "packing.dive", number);
        int most = Math.min(MOST_EMPTIED, (int) (EMPTIED * all.size()));
        int half = random.nextInt(FEWEST_EMPTIED, most) / 2;
        List<Pattern> kept =
                all.stream()
                        .sorted(Comparator.comparingDouble(space::load))
                        .skip(half)
                        .collect(Collectors.toCollection(ArrayList::new));
        for (int time = 0; time < half; time++) {
            kept.remove(random.nextInt(kept.size()));
        }
        return dive(kept, random);
    }

    private PackState dive(List<Pattern> kept, @Nullable RandomGenerator random) {
        PackState found = new Rounding(space, maxMoves).of(patterns(kept, random));
        new Tightening(found, new ServerOrders(space.model).cheapest()).run(isOver);
        return found;
    }

    private List<Pattern> patterns(List<Pattern> kept, @Nullable RandomGenerator random) {
        int[] copies = space.copies.clone();
        int[] servers = space.places.most.clone();
        List<Pattern> fixed = new ArrayList<>();
        kept.forEach(pattern -> take(pattern, copies, servers, fixed));
        programme.reduce(copies, servers);
        if (programme.run(Long.MAX_VALUE, ROUNDS) == ColumnGeneration.End.CUT
                && isOver.getAsBoolean()) {
            return fixed;
        }
        while (!isAllHeld(copies) && !isOver.getAsBoolean()) {
            int before = fixed.size();
            fix(programme.shares(), random, copies, servers, fixed);
            if (fixed.size() == before) {
                return fixed;
            }
            programme.reduce(copies, servers);
            programme.run(Long.MAX_VALUE, ROUNDS);
        }
        return fixed;
    }

    private static boolean isAllHeld(int[] copies) {
        for (int each : copies) {
            if (each > 0) {
                return false;
            }
        }
        return true;
    }

    private void fix(
            double[] shares,
            @Nullable RandomGenerator random,
            int[] copies,
            int[] servers,
            List<Pattern> fixed) {
        int most = -1;
        double largest = 1e-6;
        for (int i = 0; i < shares.length; i++) {
            int whole = (int) (shares[i] + 1 - WHOLE);
            for (int time = 0; time < whole; time++) {
                take(programme.patterns().get(i), copies, servers, fixed);
            }
            double part = shares[i] - whole;
            if (part > 1e-6) {
                double lean = random == null ? part : part * (0.5 + random.nextDouble());
                if (lean > largest) {
                    largest = lean;
                    most = i;
                }
            }
        }
        boolean isNone = true;
        for (double share : shares) {
            isNone &= share < WHOLE;
        }
        if (most >= 0 && isNone) {
            take(programme.patterns().get(most), copies, servers, fixed);
        }
    }

    /** Fixes what of a pattern is still to be held, if that is anything. */
    private void take(Pattern pattern, int[] copies, int[] servers, List<Pattern> fixed) {
        int[] counts = new int[copies.length];
        boolean isAny = false;
        for (int i = 0; i < pattern.types().length; i++) {
            int type = pattern.types()[i];
            counts[type] = Math.min(copies[type], pattern.counts()[i]);
            copies[type] -= counts[type];
            isAny |= counts[type] > 0;
        }
        if (isAny && servers[pattern.place()] > 0) {
            servers[pattern.place()]--;
            fixed.add(Pattern.of(pattern.place(), counts));
        }
    }
}
