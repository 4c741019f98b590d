package dev.stowage.packing.moves;

import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Looks for a place for each unit on some servers, with at most so many moves. Complete: everything
 * stays where it runs, but for what has to leave; what has to have a place is tried everywhere, and
 * where something is in its way, each of what is in the way is sent away, one after the other.
 */
final class Rehousing {
    private static final int NONE = PackModel.NONE;

    /** What a look for a place comes to. */
    enum Answer {
        FOUND,
        /** There is none. */
        NONE,
        /** Its work was spent. */
        LATE
    }

    private final Today today;
    private final PackModel model;
    private final long maxMoves;
    private final BitSet servers;
    private final long mostLooks;
    private final Budget budget;

    /** By unit: its place was asked for, so that nothing sends it away. */
    private final boolean[] isDecided;

    /** By unit: it does not go back where it runs. */
    private final boolean[] isAway;

    /** By unit: it stays where it runs. */
    private final boolean[] isStaying;

    /** Units that have no place yet. */
    private final int[] open;

    private int openCount;

    /** Moves that the open units need at least. */
    private long owed;

    private PackState state;

    Rehousing(Today today, long maxMoves, BitSet servers, long mostLooks, Budget budget) {
        this.today = today;
        this.model = today.model;
        this.maxMoves = maxMoves;
        this.servers = servers;
        this.mostLooks = mostLooks;
        this.budget = budget;
        this.isDecided = new boolean[model.units];
        this.isAway = new boolean[model.units];
        this.isStaying = new boolean[model.units];
        this.open = new int[model.units];
        this.state = new PackState(model, maxMoves);
    }

    Answer run() {
        return hasRoom() && start() ? next() : Answer.NONE;
    }

    /** Where the units are, all of them once it was found; its looks are what that took. */
    PackState state() {
        return state;
    }

    private boolean hasRoom() {
        for (int r = 0; r < model.resources; r++) {
            double left = 0;
            for (int server = servers.nextSetBit(0);
                    server >= 0;
                    server = servers.nextSetBit(server + 1)) {
                left += model.usable[server * model.resources + r];
            }
            double asked = 0;
            for (int unit = 0; unit < model.units; unit++) {
                asked += model.demand[unit * model.resources + r];
            }
            if (asked > left * (1 + 1e-9)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Leaves everything at home, but for what can't stay, and what might have to leave because of
     * rules that are broken today.
     */
    private boolean start() {
        boolean[] leaves = new boolean[model.units];
        boolean isAgain = true;
        long looks = 0;
        while (isAgain) {
            looks += state.looks;
            state = new PackState(model, maxMoves);
            state.looks = looks + model.units;
            isAgain = false;
            if (!putPinned()) {
                return false;
            }
            for (int unit = 0; unit < model.units; unit++) {
                if (model.pin[unit] != NONE || leaves[unit]) {
                    continue;
                }
                int home = today.home[unit];
                if (home == NONE || !servers.get(home) || !model.allowed[unit].get(home)) {
                    leaves[unit] = true;
                } else if (fits(unit, home)) {
                    state.put(unit, home);
                } else {
                    leaves[unit] = true;
                    for (int other : inTheWay(unit, home)) {
                        leaves[other] = true;
                        isAgain = true;
                    }
                }
            }
        }
        for (int unit = 0; unit < model.units; unit++) {
            if (leaves[unit]) {
                open[openCount++] = unit;
                owed += least(unit);
            }
        }
        return true;
    }

    private boolean putPinned() {
        for (int unit = 0; unit < model.units; unit++) {
            int pin = model.pin[unit];
            if (pin != NONE) {
                if (!servers.get(pin) || !fits(unit, pin)) {
                    return false;
                }
                isDecided[unit] = true;
                state.put(unit, pin);
            }
        }
        return true;
    }

    private boolean fits(int unit, int server) {
        state.looks++;
        return state.fits(unit, server);
    }

    /** The fewest moves that a place for it takes. */
    private int least(int unit) {
        if (isAway[unit] || today.running[unit] == 0) {
            return today.running[unit];
        }
        int least = today.running[unit];
        for (int server : servers.stream().filter(model.allowed[unit]::get).toArray()) {
            state.looks++;
            least = Math.min(least, model.movesAt(unit, server));
        }
        return least;
    }

    private Answer next() {
        if (openCount == 0) {
            return Answer.FOUND;
        }
        if (isLate()) {
            return Answer.LATE;
        }
        if (state.moves + owed > maxMoves) {
            return Answer.NONE;
        }
        int at = narrowest();
        int unit = open[at];
        if (fitting(unit) == 0 && state.moves + owed >= maxMoves) {
            return Answer.NONE;
        }
        int least = least(unit);
        open[at] = open[--openCount];
        owed -= least;
        isDecided[unit] = true;
        Answer answer = place(unit);
        isDecided[unit] = false;
        owed += least;
        open[openCount++] = open[at];
        open[at] = unit;
        return answer;
    }

    private boolean isLate() {
        return state.looks > mostLooks || budget.leftNanos() <= 0;
    }

    /** Everywhere: first where there is room, then where something has to leave for it. */
    private Answer place(int unit) {
        BitSet rest = choices(unit);
        for (int server : rest.stream().toArray()) {
            if (fits(unit, server)) {
                rest.clear(server);
                Answer answer = put(unit, server);
                if (answer != Answer.NONE) {
                    return answer;
                }
            }
        }
        for (int server : rest.stream().toArray()) {
            Answer answer = makeRoom(unit, server);
            if (answer != Answer.NONE) {
                return answer;
            }
        }
        return Answer.NONE;
    }

    private Answer put(int unit, int server) {
        state.put(unit, server);
        Answer answer = next();
        if (answer != Answer.FOUND) {
            state.remove(unit);
        }
        return answer;
    }

    /** Servers to try: of those that are alike and empty, today too, only the first. */
    private BitSet choices(int unit) {
        BitSet some = (BitSet) servers.clone();
        some.and(model.allowed[unit]);
        if (isAway[unit]) {
            some.clear(today.home[unit]);
        }
        BitSet kinds = new BitSet();
        int from = afterAlike(unit);
        for (int server = some.nextSetBit(0); server >= 0; server = some.nextSetBit(server + 1)) {
            boolean isNew = today.items[server] == 0 && state.count[server] == 0;
            if (server < from || (isNew && kinds.get(model.kindOf[server]))) {
                some.clear(server);
            }
            if (isNew) {
                kinds.set(model.kindOf[server]);
            }
        }
        return some;
    }

    /** New units that are alike are put in the order of the servers. */
    private int afterAlike(int unit) {
        int from = 0;
        if (today.running[unit] == 0) {
            for (int other = 0; other < unit; other++) {
                if (today.alike[other] == today.alike[unit] && state.serverOf[other] != NONE) {
                    from = Math.max(from, state.serverOf[other]);
                }
            }
        }
        return from;
    }

    private boolean maySendAway(int unit, int server) {
        return state.moves + model.movesAt(unit, server) + owed < maxMoves;
    }

    /**
     * Sends away what is in the way of a unit on a server: one thing, or another, until it fits.
     */
    private Answer makeRoom(int unit, int server) {
        if (fits(unit, server)) {
            return put(unit, server);
        }
        if (isLate()) {
            return Answer.LATE;
        }
        if (!maySendAway(unit, server)) {
            return Answer.NONE;
        }
        List<Integer> stays = new ArrayList<>();
        Answer answer = Answer.NONE;
        for (int other : inTheWay(unit, server)) {
            if (!isStaying[other]) {
                answer = sendAway(other, unit, server);
                if (answer != Answer.NONE) {
                    break;
                }
                keep(other, stays);
            }
        }
        stays.forEach(other -> isStaying[other] = false);
        return answer;
    }

    private Answer sendAway(int other, int unit, int server) {
        int home = state.serverOf[other];
        int place = openCount;
        state.remove(other);
        isAway[other] = true;
        open[openCount++] = other;
        owed += today.running[other];
        Answer answer = makeRoom(unit, server);
        if (answer != Answer.FOUND) {
            owed -= today.running[other];
            openCount = place;
            isAway[other] = false;
            state.put(other, home);
        }
        return answer;
    }

    /** What is alike and runs there too need not be tried either. */
    private void keep(int other, List<Integer> stays) {
        for (int unit = 0; unit < model.units; unit++) {
            if (today.alike[unit] == today.alike[other]
                    && state.serverOf[unit] == state.serverOf[other]
                    && !isStaying[unit]
                    && !isDecided[unit]) {
                isStaying[unit] = true;
                stays.add(unit);
            }
        }
    }

    /** Of what may be sent away some of which one has to be, before a unit can be on a server. */
    private int[] inTheWay(int unit, int server) {
        state.looks += model.units;
        IntStream others =
                IntStream.range(0, model.units)
                        .filter(u -> state.serverOf[u] != NONE && !isDecided[u] && u != unit);
        int at = server * model.resources;
        for (int r = 0; r < model.resources; r++) {
            int resource = r;
            if (model.demand[unit * model.resources + r] > state.free[at + r]) {
                return others.filter(u -> state.serverOf[u] == server)
                        .filter(u -> model.demand[u * model.resources + resource] > 0)
                        .toArray();
            }
        }
        for (int i = 0; i < model.rulesOf[unit].length; i++) {
            int rule = model.rulesOf[unit][i];
            int[] there =
                    IntStream.of(today.unitsOf[rule])
                            .filter(u -> state.serverOf[u] != NONE && u != unit)
                            .filter(u -> isSamePlace(rule, state.serverOf[u], server))
                            .toArray();
            int weight = IntStream.of(there).map(u -> weight(u, rule)).sum();
            if (weight + model.weightsOf[unit][i] > model.most[rule]) {
                return IntStream.of(there).filter(u -> !isDecided[u]).toArray();
            }
        }
        return others.filter(u -> model.groupOf[u] == model.groupOf[unit])
                .filter(u -> model.groupOf[u] != NONE)
                .filter(u -> model.domainOf[state.serverOf[u]] != model.domainOf[server])
                .toArray();
    }

    private boolean isSamePlace(int rule, int one, int other) {
        return model.isByDomain[rule] ? model.domainOf[one] == model.domainOf[other] : one == other;
    }

    private int weight(int unit, int rule) {
        int i = 0;
        while (model.rulesOf[unit][i] != rule) {
            i++;
        }
        return model.weightsOf[unit][i];
    }

    /** Position of the open unit with the fewest servers that have room; the larger one then. */
    private int narrowest() {
        int best = NONE;
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < openCount; i++) {
            int unit = open[i];
            if (isBehindAlike(unit)) {
                continue;
            }
            int count = fitting(unit);
            if (count < fewest || (count == fewest && isLarger(unit, open[best]))) {
                best = i;
                fewest = count;
            }
        }
        return best;
    }

    private boolean isLarger(int unit, int other) {
        int order = Double.compare(model.dominantShare(unit), model.dominantShare(other));
        return order > 0 || (order == 0 && unit < other);
    }

    /** True if a new unit that is alike comes first. */
    private boolean isBehindAlike(int unit) {
        if (today.running[unit] > 0) {
            return false;
        }
        for (int i = 0; i < openCount; i++) {
            if (open[i] < unit && today.alike[open[i]] == today.alike[unit]) {
                return true;
            }
        }
        return false;
    }

    private int fitting(int unit) {
        int count = 0;
        for (int server = servers.nextSetBit(0);
                server >= 0;
                server = servers.nextSetBit(server + 1)) {
            boolean isHome = isAway[unit] && server == today.home[unit];
            count += !isHome && fits(unit, server) ? 1 : 0;
        }
        return count;
    }
}
