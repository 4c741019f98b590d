package dev.stowage.packing.column;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;

/**
 * The rows of the programme of patterns: copies of each type, limits of servers in use, and rules
 * about domains; what a pattern is in them, and what prices of them prove.
 */
final class MasterRows {
    private final PatternSpace space;
    private final int types;
    private final int firstZone;
    private final int firstUnits;
    private final List<Places.UnitLimit> unitLimits;

    /** By limit of units and type: how many of them a copy is. */
    private final int[][] unitsOfCopy;

    private final List<Places.Limit> limits;

    /** Rule and domain of each row about a domain. */
    private final List<int[]> zones = new ArrayList<>();

    private final long[] fineCost;
    private final long[] side;
    private final boolean[] isAtMost;

    MasterRows(PatternSpace space, Money money) {
        this.space = space;
        this.types = space.types;
        this.limits = space.places.limits();
        this.firstZone = types + limits.size();
        collectZones();
        this.firstUnits = firstZone + zones.size();
        this.unitLimits = space.places.unitLimits();
        this.unitsOfCopy = new int[unitLimits.size()][types];
        this.side = new long[firstUnits + unitLimits.size()];
        this.isAtMost = new boolean[side.length];
        for (int type = 0; type < types; type++) {
            side[type] = space.copies[type];
        }
        for (int limit = 0; limit < limits.size(); limit++) {
            side[types + limit] = limits.get(limit).servers();
            isAtMost[types + limit] = limits.get(limit).isAtMost();
        }
        for (int zone = 0; zone < zones.size(); zone++) {
            int most = space.places.zoneMost(zones.get(zone)[0], zones.get(zone)[1]);
            side[firstZone + zone] = Math.max(0, most);
            isAtMost[firstZone + zone] = true;
        }
        for (int limit = 0; limit < unitLimits.size(); limit++) {
            side[firstUnits + limit] = unitLimits.get(limit).most();
            isAtMost[firstUnits + limit] = unitLimits.get(limit).isAtMost();
            for (int type = 0; type < types; type++) {
                int together = space.unitsOf[type].length / space.copies[type];
                for (int i = 0; i < together; i++) {
                    boolean isIn = unitLimits.get(limit).units().get(space.unitsOf[type][i]);
                    unitsOfCopy[limit][type] += isIn ? 1 : 0;
                }
            }
        }
        this.fineCost = Arrays.stream(space.places.cost).map(money::fine).toArray();
    }

    private void collectZones() {
        TreeSet<Integer> rules = new TreeSet<>();
        for (int[] each : space.zoneRules) {
            Arrays.stream(each).forEach(rules::add);
        }
        TreeSet<Integer> domains = new TreeSet<>();
        for (int place = 0; place < space.places.count(); place++) {
            domains.add(space.places.domain(place));
        }
        rules.forEach(rule -> domains.forEach(domain -> zones.add(new int[] {rule, domain})));
    }

    int count() {
        return side.length;
    }

    Simplex programme() {
        return new Simplex(Arrays.stream(side).asDoubleStream().toArray(), isAtMost);
    }

    boolean isAtMost(int row) {
        return isAtMost[row];
    }

    /** Row of the most servers of a place. */
    int mostRow(int place) {
        return types + place;
    }

    /** By row: how much of it a pattern is. */
    double[] amounts(Pattern pattern) {
        double[] amounts = new double[side.length];
        for (int i = 0; i < pattern.types().length; i++) {
            int type = pattern.types()[i];
            amounts[type] = pattern.counts()[i];
            for (int zone = 0; zone < zones.size(); zone++) {
                amounts[firstZone + zone] +=
                        pattern.counts()[i] * zoneWeight(type, pattern.place(), zone);
            }
        }
        for (int limit = 0; limit < unitLimits.size(); limit++) {
            for (int i = 0; i < pattern.types().length; i++) {
                amounts[firstUnits + limit] +=
                        pattern.counts()[i]
                                * unitWeight(pattern.types()[i], pattern.place(), limit);
            }
        }
        for (int limit = 0; limit < limits.size(); limit++) {
            amounts[types + limit] = limits.get(limit).places().get(pattern.place()) ? 1 : 0;
        }
        return amounts;
    }

    private int unitWeight(int type, int place, int limit) {
        return unitLimits.get(limit).places().get(place) ? unitsOfCopy[limit][type] : 0;
    }

    /** A side that a limit of units keeps to no longer: what is left is solved without it. */
    void relax(Simplex simplex) {
        for (int limit = 0; limit < unitLimits.size(); limit++) {
            boolean isMost = unitLimits.get(limit).isAtMost();
            simplex.setSide(firstUnits + limit, isMost ? space.model.units : 0);
        }
    }

    /** How much of a rule about a domain a copy of a type is, at a place. */
    private int zoneWeight(int type, int place, int zone) {
        if (space.places.domain(place) == zones.get(zone)[1]) {
            for (int i = 0; i < space.zoneRules[type].length; i++) {
                if (space.zoneRules[type][i] == zones.get(zone)[0]) {
                    return space.zoneWeights[type][i];
                }
            }
        }
        return 0;
    }

    /**
     * What copies are worth at a place.
     *
     * @param prices by row, at least 0: of rows that are at most their side what one less would
     *     cost
     */
    long[] worth(int place, long[] prices) {
        long[] worth = Arrays.copyOf(prices, types);
        for (int zone = 0; zone < zones.size(); zone++) {
            if (prices[firstZone + zone] > 0 && space.places.domain(place) == zones.get(zone)[1]) {
                for (int type = 0; type < types; type++) {
                    worth[type] -= prices[firstZone + zone] * zoneWeight(type, place, zone);
                }
            }
        }
        for (int limit = 0; limit < unitLimits.size(); limit++) {
            long price = prices[firstUnits + limit];
            for (int type = 0; type < types && price > 0; type++) {
                long part = price * unitWeight(type, place, limit);
                worth[type] += unitLimits.get(limit).isAtMost() ? -part : part;
            }
        }
        return worth;
    }

    /** What a server of a place costs, with the prices of limits of several places. */
    long cost(int place, long[] prices) {
        long cost = fineCost[place];
        for (int limit = 0; limit < limits.size(); limit++) {
            BitSet places = limits.get(limit).places();
            if (places.get(place) && places.cardinality() > 1) {
                long price = prices[types + limit];
                cost += limits.get(limit).isAtMost() ? price : -price;
            }
        }
        return cost;
    }

    /** What it is worth that a server of a place is used, as so many have to be. */
    long least(int place, long[] prices) {
        long sum = 0;
        for (int limit = 0; limit < limits.size(); limit++) {
            BitSet places = limits.get(limit).places();
            boolean isOnly = places.get(place) && places.cardinality() == 1;
            sum += isOnly && !limits.get(limit).isAtMost() ? prices[types + limit] : 0;
        }
        return sum;
    }

    /**
     * Lagrange's bound, right for any prices.
     *
     * @param value by place: at least what any pattern is worth
     * @throws ArithmeticException if sums are beyond a long
     */
    long bound(long[] prices, long[] value) {
        long sum = 0;
        for (int row = 0; row < side.length; row++) {
            boolean isSingle =
                    row >= types
                            && row < firstZone
                            && limits.get(row - types).places().cardinality() == 1;
            if (!isSingle) {
                long part = Math.multiplyExact(prices[row], side[row]);
                sum = isAtMost[row] ? Math.subtractExact(sum, part) : Math.addExact(sum, part);
            }
        }
        for (int place = 0; place < value.length; place++) {
            long each = Math.subtractExact(cost(place, prices), value[place]);
            int number = each < 0 ? space.places.most[place] : space.places.least[place];
            sum = Math.addExact(sum, Math.multiplyExact(each, number));
        }
        return sum;
    }
}
