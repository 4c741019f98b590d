package dev.stowage.packing.model;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingProblem;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A problem in primitive arrays, for the search. Items that have to be on one server are one unit;
 * servers and failure domains are numbers. Built by {@link PackModelBuilder}; what contradicts
 * itself becomes a unit without a server.
 */
public final class PackModel {
    public static final int NONE = -1;

    public final PackingProblem problem;
    public final int resources;
    public final int servers;
    public final int units;
    public final int domains;

    /** By unit and resource. */
    public final long[] demand;

    /** By server and resource. */
    public final long[] usable;

    /** By server, in steps of 10^-{@link #costScale}, rounded down. */
    public final long[] cost;

    public final int costScale;

    /** By server. */
    public final int[] domainOf;

    /** By server: alike in capacity, cost, who may run there, and domain if rules ask for it. */
    public final int[] kindOf;

    public final int kinds;

    /** By item. */
    public final int[] unitOf;

    /** Items by unit. */
    public final int[][] itemsOf;

    /** Server that a unit is pinned to, or {@link #NONE}. */
    public final int[] pin;

    /** Servers that a unit may run on; units with the same predicates and pin share one. */
    public final BitSet[] allowed;

    /** Numbers of the spread rules of a unit. */
    public final int[][] rulesOf;

    /** How many of a unit's items are in each of those rules. */
    public final int[][] weightsOf;

    /** By spread rule. */
    public final int[] most;

    /** By spread rule: true if it is about domains. */
    public final boolean[] isByDomain;

    /** Units that have to be in one domain have the same number; {@link #NONE} for others. */
    public final int[] groupOf;

    final int groups;

    /** Units by group. */
    public final int[][] membersOf;

    /** Server where a unit of one item runs now, or {@link #NONE}. */
    public final int[] home;

    /**
     * By unit: how bad it is if it has no place. One item that runs today counts more than all that
     * are new.
     */
    public final long[] weight;

    /** More than all servers cost together, in the steps of {@link #cost}. */
    public final long aboveAnyCost;

    /** By unit and resource: share of what a server has on average. */
    final double[] share;

    /** By resource: one over what a server has on average; 0 if that is nothing. */
    private final double[] perMean;

    /** By server and resource: what a unit of the resource weighs there in a sum of shares. */
    public final double[] perUsable;

    PackModel(PackModelBuilder from) {
        problem = from.problem;
        resources = problem.resources().size();
        servers = problem.servers().size();
        units = from.itemsOf.length;
        domains = from.domains;
        demand = from.demand;
        usable = from.usable;
        cost = from.cost;
        costScale = from.costScale;
        domainOf = from.domainOf;
        unitOf = from.unitOf;
        itemsOf = from.itemsOf;
        pin = from.pin;
        allowed = from.allowed;
        rulesOf = from.rulesOf;
        weightsOf = from.weightsOf;
        most = from.most;
        isByDomain = from.isByDomain;
        groupOf = from.groupOf;
        groups = from.groups;
        membersOf = from.membersOf;
        home = from.home;
        kindOf = from.kindOf;
        kinds = from.kinds;
        weight = weights();
        aboveAnyCost = Arrays.stream(cost).sum() + 1;
        perMean = perMean();
        share = shares();
        perUsable = perUsable();
    }

    private long[] weights() {
        long[] weight = new long[units];
        for (int item = 0; item < unitOf.length; item++) {
            boolean runs = problem.items().get(item).current().isPresent();
            weight[unitOf[item]] += runs ? unitOf.length + 1L : 1;
        }
        return weight;
    }

    private double[] perMean() {
        double[] per = new double[resources];
        for (int r = 0; r < resources; r++) {
            double total = 0;
            for (int s = 0; s < servers; s++) {
                total += usable[s * resources + r];
            }
            per[r] = total == 0 ? 0 : servers / total;
        }
        return per;
    }

    private double[] shares() {
        double[] share = new double[units * resources];
        for (int i = 0; i < share.length; i++) {
            double per = perMean[i % resources];
            share[i] = demand[i] == 0 ? 0 : per == 0 ? 1 : demand[i] * per;
        }
        return share;
    }

    /** An amount of a resource as a share of what a server has of it on average. */
    public double meanShare(int resource, long amount) {
        return amount * perMean[resource];
    }

    private double[] perUsable() {
        double[] per = new double[servers * resources];
        for (int i = 0; i < per.length; i++) {
            per[i] = usable[i] == 0 ? 0 : 1.0 / usable[i];
        }
        return per;
    }

    /** Largest share of a unit. */
    public double dominantShare(int unit) {
        double most = 0;
        for (int r = 0; r < resources; r++) {
            most = Math.max(most, share[unit * resources + r]);
        }
        return most;
    }

    /** Sum of the shares of a unit. */
    public double totalShare(int unit) {
        double sum = 0;
        for (int r = 0; r < resources; r++) {
            sum += share[unit * resources + r];
        }
        return sum;
    }

    /** How many items of a unit run elsewhere now. */
    public int movesAt(int unit, int server) {
        if (itemsOf[unit].length == 1) {
            return home[unit] == NONE || home[unit] == server ? 0 : 1;
        }
        int moves = 0;
        List<PackItem> items = problem.items();
        for (int item : itemsOf[unit]) {
            int current = items.get(item).current().orElse(NONE);
            moves += current == NONE || current == server ? 0 : 1;
        }
        return moves;
    }

    /** True if some item runs somewhere now. */
    public boolean hasCurrent() {
        return problem.items().stream().anyMatch(i -> i.current().isPresent());
    }

    /** The packing that a server for each unit is. */
    public Packing packing(int[] serverOfUnit) {
        int[] serverOf = new int[unitOf.length];
        for (int item = 0; item < serverOf.length; item++) {
            serverOf[item] = serverOfUnit[unitOf[item]];
        }
        return Packing.of(problem, serverOf);
    }
}
