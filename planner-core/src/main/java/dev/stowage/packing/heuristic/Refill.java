package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * One step of ruin and recreate: takes everything from a few servers and puts it where it fits
 * best, largest first, on them, on some others in use, or on empty ones. Can be undone.
 */
public final class Refill {
    private static final int NONE = PackModel.NONE;

    /** Servers that are emptied at once, at most. */
    private static final int MOST_SERVERS = 4;

    /** Other servers that may take something, at most: looking at all of them takes too long. */
    private static final int OTHERS = 48;

    private final PackModel model;
    private final PackState state;
    private final RandomGenerator random;
    private final Placing[] placings;
    private final UsedServers used;
    private final int[] units;
    private final int[] oldServer;
    private final double[] key;
    private final double[] share;
    private final int[] takenIn;
    private final int[] candidates = new int[MOST_SERVERS + OTHERS + 2];
    private int candidateCount;
    private int size;
    private int round;

    public Refill(PackState state, RandomGenerator random) {
        this.state = state;
        this.model = state.model;
        this.random = random;
        this.placings =
                new ServerOrders(model)
                        .all().stream()
                                .flatMap(
                                        o ->
                                                Arrays.stream(FitRule.values())
                                                        .filter(FitRule::isForRefill)
                                                        .map(r -> new Placing(state, r, o)))
                                .toArray(Placing[]::new);
        this.used = new UsedServers(state);
        this.units = new int[model.units];
        this.oldServer = new int[model.units];
        this.takenIn = new int[model.units];
        this.key = new double[model.units];
        this.share = new double[model.units];
        for (int unit = 0; unit < share.length; unit++) {
            share[unit] = model.dominantShare(unit);
        }
    }

    /** Units that were taken away, and put again if they fitted. */
    public int size() {
        return size;
    }

    public int unit(int i) {
        return units[i];
    }

    /** Where it was before, or NONE. */
    public int oldServer(int i) {
        return oldServer[i];
    }

    /** Makes a step. */
    public void apply() {
        size = 0;
        candidateCount = 0;
        round++;
        ruin();
        recreate();
    }

    /** Takes everything that may move from a few servers; with it something that has no place. */
    private void ruin() {
        if (state.missing > 0) {
            takeUnplaced();
        }
        used.refresh();
        int wanted = 2 + random.nextInt(MOST_SERVERS - 1);
        for (int i = 0; i < wanted && used.size() > 0; i++) {
            int server = used.draw(random);
            if (i == 0) {
                for (int probe = 0; probe < 2; probe++) {
                    int other = used.draw(random);
                    server = state.count[other] < state.count[server] ? other : server;
                }
            }
            takeAll(server);
            addCandidate(server);
        }
        for (int i = 0; i < OTHERS && used.size() > 0; i++) {
            addCandidate(used.size() <= OTHERS ? used.get(i % used.size()) : used.draw(random));
        }
    }

    private void addCandidate(int server) {
        for (int i = 0; i < candidateCount; i++) {
            if (candidates[i] == server) {
                return;
            }
        }
        candidates[candidateCount++] = server;
    }

    private void takeUnplaced() {
        int start = random.nextInt(model.units);
        for (int i = 0; i < model.units; i++) {
            int unit = start + i < model.units ? start + i : start + i - model.units;
            if (state.serverOf[unit] == NONE) {
                take(unit);
                return;
            }
        }
    }

    private void takeAll(int server) {
        int unit = state.first[server];
        while (unit != NONE) {
            int after = state.next[unit];
            if (model.pin[unit] == NONE) {
                take(unit);
            }
            unit = after;
        }
    }

    /** Takes a unit away; with it those of its group that have no place and may get one too. */
    private void take(int unit) {
        if (takenIn[unit] == round) {
            return;
        }
        takenIn[unit] = round;
        units[size] = unit;
        oldServer[size] = state.serverOf[unit];
        size++;
        if (state.serverOf[unit] != NONE) {
            state.remove(unit);
        }
        if (model.groupOf[unit] != NONE) {
            for (int other : model.membersOf[model.groupOf[unit]]) {
                if (state.serverOf[other] == NONE) {
                    take(other);
                }
            }
        }
    }

    /** Puts what was taken, the largest first, with some chance in the order. */
    private void recreate() {
        double noise = random.nextInt(4) * 0.1;
        for (int i = 0; i < size; i++) {
            double chance = 1 + noise * random.nextDouble();
            key[i] = oldServer[i] == NONE ? 1e9 : share[units[i]] * chance;
        }
        sortByKey();
        Placing placing = placings[random.nextInt(placings.length)];
        boolean isAll = state.missing > 0 && random.nextInt(4) == 0;
        placing.placeAmong(units, size, candidates, isAll ? 0 : candidateCount);
    }

    /** Insertion sort, falling: there are a few dozen. */
    private void sortByKey() {
        for (int i = 1; i < size; i++) {
            int unit = units[i];
            int server = oldServer[i];
            double value = key[i];
            int at = i - 1;
            while (at >= 0 && key[at] < value) {
                units[at + 1] = units[at];
                oldServer[at + 1] = oldServer[at];
                key[at + 1] = key[at];
                at--;
            }
            units[at + 1] = unit;
            oldServer[at + 1] = server;
            key[at + 1] = value;
        }
    }

    /** Puts everything back. */
    public void undo() {
        for (int i = 0; i < size; i++) {
            if (state.serverOf[units[i]] != NONE) {
                state.remove(units[i]);
            }
        }
        for (int i = 0; i < size; i++) {
            if (oldServer[i] != NONE) {
                state.put(units[i], oldServer[i]);
            }
        }
    }
}
