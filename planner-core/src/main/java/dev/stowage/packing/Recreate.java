package dev.stowage.packing;

import dev.stowage.model.Seeds;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Ruin and recreate: empties a few servers and puts what was on them where it fits best, largest
 * first; keeps what is not worse. Among packings of one cost those with the larger sum of squared
 * loads are better: full servers beside nearly empty ones.
 *
 * <p>Source of the idea: G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck, Record
 * breaking optimization results using the ruin and recreate principle, Journal of Computational
 * Physics 159(2), 2000.
 */
final class Recreate {
    private static final int NONE = PackModel.NONE;

    /** Servers that are emptied at once, at most. */
    private static final int MOST_SERVERS = 4;

    /** How much worse in the sum of squares a step may be, at most. */
    private static final double SLACK = 0.02;

    /** What a move is worth in the sum of squares. */
    private static final double MOVE = 0.001;

    private final PackModel model;
    private final PackState state;
    private final Deadline deadline;
    private final long target;
    private final RandomGenerator random;
    private final Placing[] placings;
    private final UsedServers used;

    /** Units that were taken away, and where they were. */
    private final int[] units;

    private final int[] oldServer;
    private final double[] key;
    private final double[] loads;
    private final int[] takenIn;
    private int size;
    private int round;
    private int[] best;
    private int bestUnplaced;
    private long bestCost;

    /**
     * A search.
     *
     * @param state that it starts from; changed
     * @param target cost at which it stops, in the model's steps
     */
    Recreate(PackState state, long target, long seed, Deadline deadline) {
        this.state = state;
        this.model = state.model;
        this.target = target;
        this.deadline = deadline;
        this.random = Seeds.stream(seed, "packing.recreate", 0);
        this.placings =
                new ServerOrders(model)
                        .all().stream()
                                .flatMap(
                                        o ->
                                                Arrays.stream(FitRule.values())
                                                        .filter(
                                                                r ->
                                                                        r == FitRule.BEST
                                                                                || r
                                                                                        == FitRule
                                                                                                .NORM)
                                                        .map(r -> new Placing(state, r, o)))
                                .toArray(Placing[]::new);
        this.used = new UsedServers(state);
        this.units = new int[model.units];
        this.oldServer = new int[model.units];
        this.takenIn = new int[model.units];
        this.key = new double[model.units];
        this.loads = new double[model.servers];
        for (int server = 0; server < loads.length; server++) {
            loads[server] = state.squaredLoad(server);
        }
        remember();
    }

    private void remember() {
        best = state.serverOf.clone();
        bestUnplaced = state.unplacedItems;
        bestCost = state.cost;
    }

    /** Goes on until the deadline, or until the target is met; the best packing is the state. */
    void run() {
        while (!isDone() && model.units > 0 && deadline.allowsStep()) {
            step();
            if (state.unplacedItems < bestUnplaced
                    || (state.unplacedItems == bestUnplaced && state.cost < bestCost)) {
                remember();
            }
        }
        state.become(best);
    }

    private boolean isDone() {
        return bestUnplaced == 0 && bestCost <= target;
    }

    private void step() {
        int unplaced = state.unplacedItems;
        long cost = state.cost;
        long moves = state.moves;
        size = 0;
        round++;
        ruin();
        recreate();
        double gain = gain() - MOVE * (state.moves - moves);
        boolean isKept =
                state.unplacedItems != unplaced
                        ? state.unplacedItems < unplaced
                        : state.cost != cost
                                ? state.cost < cost
                                : gain >= -SLACK * random.nextDouble();
        if (isKept) {
            keep();
        } else {
            undo();
        }
    }

    /** Takes everything that may move from a few servers; with it something that has no place. */
    private void ruin() {
        if (state.unplacedItems > 0) {
            takeUnplaced();
        }
        used.refresh();
        int wanted = 2 + random.nextInt(MOST_SERVERS - 1);
        for (int i = 0; i < wanted && used.size() > 0; i++) {
            int server = used.draw(random);
            if (i == 0) {
                for (int probe = 0; probe < 2; probe++) {
                    int other = used.draw(random);
                    server = loads[other] < loads[server] ? other : server;
                }
            }
            takeAll(server);
        }
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
            double share = model.dominantShare(units[i]);
            key[i] = oldServer[i] == NONE ? 1e9 : share * (1 + noise * random.nextDouble());
        }
        sortByKey();
        Placing placing = placings[random.nextInt(placings.length)];
        placing.placeAll(units, size);
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

    /** Change of the sum of squared loads over all servers that were touched. */
    private double gain() {
        double gain = 0;
        used.newRound();
        for (int i = 0; i < size; i++) {
            gain += changeOnce(oldServer[i]) + changeOnce(state.serverOf[units[i]]);
        }
        return gain;
    }

    private double changeOnce(int server) {
        return server == NONE || !used.isFirstTime(server)
                ? 0
                : state.squaredLoad(server) - loads[server];
    }

    private void keep() {
        for (int i = 0; i < size; i++) {
            refreshLoad(oldServer[i]);
            refreshLoad(state.serverOf[units[i]]);
        }
    }

    private void refreshLoad(int server) {
        if (server != NONE) {
            loads[server] = state.squaredLoad(server);
        }
    }

    private void undo() {
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
