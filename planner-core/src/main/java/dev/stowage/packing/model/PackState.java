package dev.stowage.packing.model;

import java.util.Arrays;

/**
 * Where the units of a problem are while a packing is being made: what is free, what the rules
 * count, and what it costs. Breaks no rule as long as only what {@link #fits} is put.
 *
 * <p>Arrays and linked lists in arrays, without allocation: it is changed millions of times a
 * second. Guarded by {@code bench/packing/run}.
 */
public final class PackState {
    private static final int NONE = PackModel.NONE;

    public final PackModel model;
    public final int[] serverOf;

    /** By server and resource. */
    public final long[] free;

    /** Units on a server. */
    public final int[] count;

    /** First unit on a server, then the next of each unit. */
    public final int[] first;

    public final int[] next;
    private final int[] previous;

    private final int[][] spread;
    private final int[] groupDomain;
    private final int[] groupCount;
    private final long maxMoves;

    /** Places that were looked at, as a measure of work. */
    public long looks;

    /** In the model's steps. */
    public long cost;

    /** Sum of the weights of the units without a place. */
    public long missing;

    public long moves;

    public PackState(PackModel model, long maxMoves) {
        this.model = model;
        this.maxMoves = maxMoves;
        this.serverOf = new int[model.units];
        Arrays.fill(serverOf, NONE);
        this.free = model.usable.clone();
        this.count = new int[model.servers];
        this.first = new int[model.servers];
        Arrays.fill(first, NONE);
        this.next = new int[model.units];
        this.previous = new int[model.units];
        this.spread = new int[model.most.length][];
        for (int rule = 0; rule < spread.length; rule++) {
            spread[rule] = new int[model.isByDomain[rule] ? model.domains : model.servers];
        }
        this.groupDomain = new int[model.groups];
        this.groupCount = new int[model.groups];
        this.missing = Arrays.stream(model.weight).sum();
    }

    /** True if a unit without a place may be put on a server. */
    public boolean fits(int unit, int server) {
        int resources = model.resources;
        int at = server * resources;
        int demand = unit * resources;
        for (int r = 0; r < resources; r++) {
            if (model.demand[demand + r] > free[at + r]) {
                return false;
            }
        }
        return model.allowed[unit].get(server) && keepsRules(unit, server);
    }

    private boolean keepsRules(int unit, int server) {
        if (maxMoves != Long.MAX_VALUE && moves + model.movesAt(unit, server) > maxMoves) {
            return false;
        }
        int[] rules = model.rulesOf[unit];
        for (int i = 0; i < rules.length; i++) {
            int[] counts = spread[rules[i]];
            if (counts[place(rules[i], server)] + model.weightsOf[unit][i] > model.most[rules[i]]) {
                return false;
            }
        }
        int group = model.groupOf[unit];
        return group == NONE
                || groupCount[group] == 0
                || groupDomain[group] == model.domainOf[server];
    }

    private int place(int rule, int server) {
        return model.isByDomain[rule] ? model.domainOf[server] : server;
    }

    /** Puts a unit without a place on a server. */
    public void put(int unit, int server) {
        serverOf[unit] = server;
        next[unit] = first[server];
        previous[unit] = NONE;
        if (first[server] != NONE) {
            previous[first[server]] = unit;
        }
        first[server] = unit;
        if (count[server]++ == 0) {
            cost += model.cost[server];
        }
        change(unit, server, 1);
    }

    /** Takes a unit from its server. */
    public void remove(int unit) {
        int server = serverOf[unit];
        if (previous[unit] == NONE) {
            first[server] = next[unit];
        } else {
            next[previous[unit]] = next[unit];
        }
        if (next[unit] != NONE) {
            previous[next[unit]] = previous[unit];
        }
        serverOf[unit] = NONE;
        if (--count[server] == 0) {
            cost -= model.cost[server];
        }
        change(unit, server, -1);
    }

    private void change(int unit, int server, int sign) {
        int resources = model.resources;
        for (int r = 0; r < resources; r++) {
            free[server * resources + r] -= sign * model.demand[unit * resources + r];
        }
        missing -= sign * model.weight[unit];
        moves += (long) sign * model.movesAt(unit, server);
        int[] rules = model.rulesOf[unit];
        for (int i = 0; i < rules.length; i++) {
            spread[rules[i]][place(rules[i], server)] += sign * model.weightsOf[unit][i];
        }
        int group = model.groupOf[unit];
        if (group != NONE) {
            groupDomain[group] = model.domainOf[server];
            groupCount[group] += sign;
        }
    }

    /** True if other units of its group have a place, which then says the domain. */
    public boolean isDomainChosen(int unit) {
        return groupCount[model.groupOf[unit]] > 0;
    }

    /** True if it is better than the other: less without a place, then cheaper. */
    public boolean isBetterThan(PackState other) {
        return missing != other.missing ? missing < other.missing : cost < other.cost;
    }

    /** Sum of the squares of a server's loads, as shares of what it has. */
    public double squaredLoad(int server) {
        double sum = 0;
        int resources = model.resources;
        for (int r = 0; r < resources; r++) {
            int at = server * resources + r;
            double load = (model.usable[at] - free[at]) * model.perUsable[at];
            sum += load * load;
        }
        return sum;
    }

    /** A packing with the same places. */
    public PackState copy() {
        PackState copy = new PackState(model, maxMoves);
        for (int unit = 0; unit < serverOf.length; unit++) {
            if (serverOf[unit] != NONE) {
                copy.put(unit, serverOf[unit]);
            }
        }
        return copy;
    }

    /** Takes all places from another. */
    public void become(int[] places) {
        for (int unit = 0; unit < serverOf.length; unit++) {
            if (serverOf[unit] != NONE && serverOf[unit] != places[unit]) {
                remove(unit);
            }
        }
        for (int unit = 0; unit < serverOf.length; unit++) {
            if (places[unit] != NONE && serverOf[unit] == NONE) {
                put(unit, places[unit]);
            }
        }
    }
}
